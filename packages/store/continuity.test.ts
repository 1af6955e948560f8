import Libsql, { type Database } from "libsql";
import { readdirSync, rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { continuityOf } from "./continuity";
import { migrate, withRetry } from "./layout";
import { freshFolder } from "@storefront/test-support/fresh-folder";

let folder = "";
let database: Database;
const renewals: string[] = [];

const file = () => join(folder, "store.db");
const continuity = () => continuityOf(database, file(), folder, (reason) => renewals.push(reason));

/** Opens the file as a process that starts does. */
function begin(): void {
  const starting = continuity();
  withRetry(() => database.transaction(() => starting.confirm()).immediate());
}

/** Changes the file as a checkpoint does. */
const change = () => utimesSync(file(), new Date(), new Date());

/** Begins a checkpoint that changes the file; what it returns ends it, by default as the one that did the work. */
function startCheckpoint() {
  let end: (isDone: boolean) => void = () => undefined;
  const ending = new Promise<boolean>((resolve) => (end = resolve));
  const noted = continuity().checkpoint(() => {
    change();
    return ending;
  });
  return async (isDone = true) => {
    end(isDone);
    await noted;
  };
}

beforeEach(() => {
  folder = freshFolder("continuity");
  database = new Libsql(file());
  database.pragma("journal_mode = WAL");
  database.pragma("wal_autocheckpoint = 0");
  database.transaction(() => migrate(database, file())).immediate();
  begin();
  renewals.length = 0;
});

afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

test("who opens the file after somebody else has written to it beside a log gets a new epoch", async () => {
  await startCheckpoint()();
  begin();
  change();
  begin();
  expect(renewals).toEqual(["restored beside a write-ahead log"]);
});

test("of two concurrent checkpoints, one of which left the work to the other, the end is noted", async () => {
  const [endFirst, endSecond] = [startCheckpoint(), startCheckpoint()];
  await endFirst();
  await endSecond(false);
  begin();
  expect(renewals).toEqual([]);
  change();
  begin();
  expect(renewals).toEqual(["restored beside a write-ahead log"]);
});

test("a log beside a file of which no checkpoint was noted is not trusted", async () => {
  await startCheckpoint()();
  for (const name of readdirSync(folder)) if (name.endsWith(".stamp")) rmSync(join(folder, name));
  begin();
  expect(renewals).toEqual(["restored beside a write-ahead log"]);
});
