import { execFileSync, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { QUOTE_AGE_MS } from "~server/purchase/quote";
import { setEnv } from "../../support/environment";
import { freshFolder } from "@storefront/test-support/fresh-folder";
import { isWholeRun, sampleOf } from "@storefront/test-support/sample";
import { useBuiltProgram } from "../../support/built-program";
import { PROGRAM, startLedgerProcess, type LedgerProcess, type PostedQuote } from "../../support/ledger-process";
import { LONG_WAIT } from "@storefront/test-support/endless-wait";

/**
 * A store that is copied, restored or replaced never pays a quote again; one that continues where it stopped loses no
 * quote. Each storefront is a separate process, since a file is fully closed only when its process ends.
 */

const program = await useBuiltProgram(PROGRAM);
const hasSqlite = spawnSync("sqlite3", ["--version"]).status === 0;
const HOUR_MS = 60 * 60_000;

let dataDir = "";
let witnessDir = "";
const running: LedgerProcess[] = [];

beforeEach(() => {
  dataDir = freshFolder("restored-data");
  witnessDir = freshFolder("restored-witness");
  setEnv({ DATA_DIR: dataDir, WITNESS_DIR: witnessDir });
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.kill()));
  for (const folder of [dataDir, witnessDir, `${dataDir}-copy`]) rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<LedgerProcess> {
  const started = await startLedgerProcess(program);
  running.push(started);
  return started;
}

async function end(ledger: LedgerProcess, how: "stop" | "kill" = "stop"): Promise<void> {
  running.splice(running.indexOf(ledger), 1);
  await ledger[how]();
}

async function quoteOf(ledger: LedgerProcess): Promise<PostedQuote> {
  return { id: randomUUID(), productId: "7", epoch: await ledger.epoch(), expiresMs: Date.now() + QUOTE_AGE_MS };
}

/** Runs an operator's shell commands, with $FILE for the store's file and $COPY for its copy. */
function shell(commands: string): void {
  const [FILE, COPY, DIR] = [join(dataDir, "storefront.db"), `${dataDir}-copy/storefront.db`, dataDir];
  execFileSync("bash", ["-euc", `mkdir -p "$DIR-copy"\n${commands}`], { env: { ...process.env, FILE, COPY, DIR } });
}

/** When a checkpoint last changed the file. */
function lastCheckpoint(): bigint {
  return statSync(join(dataDir, "storefront.db"), { bigint: true }).ctimeNs;
}

const BACKUP = `sqlite3 "$FILE" ".backup '$COPY'"`;
const WITHOUT_LOG = `rm -f "$FILE-wal" "$FILE-shm"`;

interface Way {
  name: string;
  backup: string;
  restore: string;
  end?: "kill";
  without?: "sqlite3";
}

const WAYS: Way[] = [
  { name: "cp over it", backup: BACKUP, restore: `${WITHOUT_LOG}; cp "$COPY" "$FILE"` },
  { name: "rm and cp", backup: BACKUP, restore: `${WITHOUT_LOG}; rm "$FILE"; cp "$COPY" "$FILE"` },
  { name: "mv", backup: BACKUP, restore: `${WITHOUT_LOG}; mv "$COPY" "$FILE"` },
  {
    name: "VACUUM INTO and mv",
    backup: `sqlite3 "$FILE" "VACUUM INTO '$COPY'"`,
    restore: `${WITHOUT_LOG}; mv "$COPY" "$FILE"`,
  },
  {
    name: "a snapshot of the whole folder",
    backup: `rm -r "$DIR-copy"; cp -a "$DIR" "$DIR-copy"`,
    restore: `rm -r "$DIR"; cp -a "$DIR-copy" "$DIR"`,
    end: "kill",
    without: "sqlite3",
  },
];

// `npm test` covers a file overwritten in place, and a snapshot of the folder.
describe.each(sampleOf(WAYS, 4))("restored by $name", ({ backup, restore, end: how, without }) => {
  test.skipIf(!hasSqlite && !without)("it repeats no later payment, and still knows earlier outcomes", async () => {
    const before = await start();
    const [known, paidSince] = [await quoteOf(before), await quoteOf(before)];
    expect(await before.pay(known)).toEqual({ kind: "paid", sent: 1 });
    shell(backup);
    expect(await before.pay(paidSince)).toEqual({ kind: "paid", sent: 1 });
    await end(before, how);
    shell(restore);

    const after = await start();
    expect(await after.pay(paidSince)).toEqual({ kind: "quoteFromOtherEpoch", sent: 0 });
    expect(await after.pay(known)).toEqual({ kind: "paid", sent: 0 });
    expect(await after.pay(await quoteOf(after)), "a newly confirmed quote is paid").toEqual({ kind: "paid", sent: 1 });
  });
});

test("without its witness, as after a reboot or in a new container, quotes must be made again and are never paid twice", async () => {
  const before = await start();
  const [paid, open] = [await quoteOf(before), await quoteOf(before)];
  expect(await before.pay(paid)).toEqual({ kind: "paid", sent: 1 });
  await end(before);
  for (const file of readdirSync(witnessDir)) rmSync(join(witnessDir, file));
  const after = await start();
  expect(await after.pay(open)).toEqual({ kind: "quoteFromOtherEpoch", sent: 0 });
  expect(await after.pay(paid)).toEqual({ kind: "paid", sent: 0 });
});

test.each(sampleOf(["kill", "stop"] as const, 2))(
  "after a %s and a start on the same machine quotes stay valid, each paid once",
  async (how) => {
    const before = await start();
    const [paid, open] = [await quoteOf(before), await quoteOf(before)];
    expect(await before.pay(paid)).toEqual({ kind: "paid", sent: 1 });
    await end(before, how);
    const after = await start();
    expect(await after.pay(paid)).toEqual({ kind: "paid", sent: 0 });
    expect(await after.pay(open)).toEqual({ kind: "paid", sent: 1 });
  },
);

test.runIf(isWholeRun)("one of two processes restarts: quotes of both stay valid, each paid once", async () => {
  const [one, other] = [await start(), await start()];
  const [ofOne, ofOther] = [await quoteOf(one), await quoteOf(other)];
  await end(one);
  const again = await start();
  expect(await other.pay(ofOne)).toEqual({ kind: "paid", sent: 1 });
  expect(await again.pay(ofOther)).toEqual({ kind: "paid", sent: 1 });
  expect(await again.pay(ofOne)).toEqual({ kind: "paid", sent: 0 });
  await end(other, "kill");
  const third = await start();
  expect(await third.pay(await quoteOf(again))).toEqual({ kind: "paid", sent: 1 });
});

test.skipIf(!hasSqlite)("a process whose file is replaced pays nothing, and reports it", async () => {
  const holder = await start();
  const [paidSince, quote] = [await quoteOf(holder), await quoteOf(holder)];
  expect(await holder.health()).toEqual({ ok: true });
  shell(BACKUP);
  expect(await holder.pay(paidSince)).toEqual({ kind: "paid", sent: 1 });
  shell(`mv "$COPY" "$FILE"`);
  expect(await holder.pay(quote)).toEqual({ kind: "unavailable", sent: 0 });
  await expect(holder.epoch()).rejects.toThrow("file replaced");
  expect(await holder.health()).toEqual({ ok: false, note: "file replaced" });
  // The next process opens the replacing file.
  const next = await start();
  expect((await next.pay(paidSince)).sent).toBe(0);
});

/** The state of the processes when an older copy replaces the file. */
const FATES = ["go on", "are restarted", ...(isWholeRun ? (["were killed"] as const) : [])] as const;

test.skipIf(!hasSqlite).each(FATES)(
  "an older copy over the file, whose log remains and whose processes %s, repeats no later payment",
  async (fate) => {
    const [one, other] = [await start(), await start()];
    // Enough entries to put the two quotes into different pages of the file.
    for (let n = 0; n < 80; n += 1) await one.pay(await quoteOf(one));
    const paidSince = { ...(await quoteOf(one)), id: `7${randomUUID().slice(1)}` };
    const later = { ...(await quoteOf(one)), id: `f${randomUUID().slice(1)}` };
    shell(BACKUP);
    expect(await one.pay(paidSince)).toEqual({ kind: "paid", sent: 1 });
    // After a checkpoint the log restarts, and then contains the last counter but not the whole ledger.
    const checkpoint = lastCheckpoint();
    await vi.waitUntil(() => lastCheckpoint() !== checkpoint, LONG_WAIT);
    expect(await one.pay(later)).toEqual({ kind: "paid", sent: 1 });
    if (fate === "were killed") for (const running of [one, other]) await end(running, "kill");
    shell(`cp "$COPY" "$FILE"`);
    if (fate === "are restarted") for (const running of [one, other]) await end(running);
    const asked = fate === "go on" ? other : await start();
    expect((await asked.pay(paidSince)).sent).toBe(0);
  },
);

test.each(sampleOf([25, -25], 2))("a clock wrong by %i hours for a while loses no payment", async (hours) => {
  const before = await start();
  const quote = await quoteOf(before);
  expect(await before.pay(quote)).toEqual({ kind: "paid", sent: 1 });
  await before.setClock(hours * HOUR_MS);
  await vi.waitUntil(async () => (await before.epoch()) !== quote.epoch, LONG_WAIT);
  // The probe deletes expired entries.
  expect((await before.health()).ok).toBe(true);
  await end(before);
  const after = await start();
  expect((await after.pay(quote)).sent).toBe(0);
});
