import Libsql, { type Database } from "libsql";
import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { continuityOf } from "./continuity";
import { inTransaction, migrate } from "./layout";
import { freshFolder } from "@storefront/test-support/fresh-folder";

let folder = "";
const connections: Database[] = [];
const renewals: string[] = [];

const file = () => join(folder, "store.db");
const copy = () => join(folder, "copy.db");

/** Simulates a process that has the file open. */
function startProcess() {
  const database = new Libsql(file());
  connections.push(database);
  for (const pragma of ["journal_mode = WAL", "wal_autocheckpoint = 0"]) database.pragma(pragma);
  inTransaction(database, () => migrate(database, file()));
  const continuity = continuityOf(database, file(), folder, (reason) => renewals.push(reason));
  const locked = async <T>(act: () => T): Promise<T> => inTransaction(database, act);

  return {
    confirm: () => locked(continuity.confirm),
    /** Stores an entry, as a purchase does. */
    put: (key: string) =>
      locked(() => {
        continuity.confirm();
        database.prepare("INSERT INTO entries VALUES (?, '', 0)").run(key);
        continuity.advance();
      }),
    /** Makes a checkpoint with events before or after its pages reach the file. */
    checkpoint: (events: { before?: () => void; after?: () => void; isDone?: boolean } = {}) =>
      continuity.checkpoint(async () => {
        events.before?.();
        database.pragma("wal_checkpoint(PASSIVE)");
        events.after?.();
        return events.isDone ?? true;
      }, locked),
    backUp: () => database.exec(`VACUUM INTO '${copy()}'`),
  };
}

/** Simulates an operator's `cp` over the open file. */
const restore = () => copyFileSync(copy(), file());

beforeEach(() => {
  folder = freshFolder("continuity");
});

afterEach(() => {
  for (const database of connections.splice(0)) database.close();
  rmSync(folder, { recursive: true });
});

/** Simulates a process with purchases before and after its only backup. */
async function processWithBackup() {
  const running = startProcess();
  await running.put("before");
  await running.checkpoint();
  running.backUp();
  await running.put("since");
  await running.checkpoint();
  await running.put("in the log");
  renewals.length = 0;
  return running;
}

test("a running process, and another started beside it, keep the epoch", async () => {
  const running = await processWithBackup();
  await running.checkpoint();
  await startProcess().confirm();
  await running.checkpoint();
  expect(renewals).toEqual([]);
});

test.each([
  ["before a checkpoint", {}, restore],
  ["in a checkpoint, before its pages", { before: restore }, undefined],
  ["in a checkpoint, after its pages", { after: restore }, undefined],
] as const)("an older copy restored over the file %s is detected", async (_, events, first) => {
  const running = await processWithBackup();
  first?.();
  await running.checkpoint(events).catch(() => undefined);
  await running.confirm().catch(() => undefined);
  expect(renewals).not.toEqual([]);
});

test("the next process detects an older copy restored after its predecessor died in a checkpoint", async () => {
  const running = await processWithBackup();
  await running.checkpoint({ isDone: false });
  restore();
  await startProcess().confirm();
  expect(renewals).not.toEqual([]);
});

test("simultaneous checkpoints agree on one seal", async () => {
  const [one, other] = [await processWithBackup(), startProcess()];
  let meanwhile: Promise<void> | undefined;
  await one.checkpoint({
    before: () => {
      meanwhile = other.checkpoint();
    },
  });
  await meanwhile;
  await one.confirm();
  expect(renewals).toEqual([]);
  await one.put("later");
  restore();
  await other.confirm();
  expect(renewals).not.toEqual([]);
});

test("an operator's VACUUM starts at most one new epoch", async () => {
  const running = await processWithBackup();
  connections[0]?.exec(
    "CREATE TABLE first (n); DROP TABLE entries; VACUUM; CREATE TABLE entries (key, value, expires)",
  );
  for (const key of ["one", "two", "three"]) {
    await running.put(key);
    await running.checkpoint();
  }
  expect(renewals.length).toBeLessThan(2);
});

test("a checkpoint writes nothing if nothing has changed", async () => {
  const running = await processWithBackup();
  await running.checkpoint();
  const changes = () => connections[0]?.prepare("SELECT total_changes()").raw().get();
  const before = changes();
  await running.checkpoint();
  expect(changes()).toEqual(before);
});
