import Libsql from "libsql";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openStoreFile } from "./file";
import { StoreFileError } from "./layout";
import type { Store } from "./store";
import { storeOptions } from "./test/opener";
import { freshFolder } from "@storefront/test-support/fresh-folder";
import { LONG_WAIT } from "@storefront/test-support/endless-wait";
import { isWholeRun } from "@storefront/test-support/sample";

const OPENER = fileURLToPath(new URL("./test/opener.ts", import.meta.url));

let folder = "";
let witnessDir = "";

beforeEach(() => {
  folder = freshFolder("store-file");
  witnessDir = freshFolder("store-witness");
});

const file = (name = "store.db") => join(folder, name);

const open: Store[] = [];

function openWhole(path = file()): ReturnType<typeof openStoreFile> {
  const opened = openStoreFile(path, storeOptions(witnessDir));
  open.push(opened.store);
  return opened;
}

const openFile = (path = file()): Store => openWhole(path).store;

async function close(store: Store): Promise<void> {
  open.splice(open.indexOf(store), 1);
  await store.close();
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((store) => store.close()));
  for (const one of [folder, witnessDir]) rmSync(one, { recursive: true, force: true });
});

test("stored values and the epoch survive a restart", async () => {
  const before = openFile(join(folder, "made", "on", "the way", "store.db"));
  await before.set("quote:1", "paid", 60_000);
  await before.set("resend:1", "soon", 60_000);
  const epoch = await before.epoch();
  await close(before);
  const after = openFile(join(folder, "made", "on", "the way", "store.db"));
  expect([await after.get("quote:1"), await after.get("resend:1"), await after.epoch()]).toEqual([
    "paid",
    "soon",
    epoch,
  ]);
});

test("a lost file and a copied one each start a new epoch", async () => {
  const store = openFile();
  const epoch = await store.epoch();
  await close(store);
  copyFileSync(file(), file("backup.db"));
  rmSync(file());
  expect(await openFile().epoch()).not.toBe(epoch);
  expect(await openFile(file("backup.db")).epoch()).not.toBe(epoch);
});

test("other users of the machine cannot read the file or its log", () => {
  openFile();
  for (const name of ["store.db", "store.db-wal", "store.db-shm"]) expect(statSync(file(name)).mode & 0o077).toBe(0);
});

test("writes about money wait for the disk; others are flushed each second", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    const store = openFile();
    await store.set("limit:1", "quick", 60_000);
    await store.set("old:1", "gone soon", 1);
    await vi.waitUntil(async () => (await store.get("old:1")) === null, LONG_WAIT);
    vi.advanceTimersByTime(1_000);
    // The checkpoint copies the log into the file, after which a copy without the log has the value.
    await vi.waitFor(() => {
      copyFileSync(file(), file("without-log.db"));
      const reader = new Libsql(file("without-log.db"));
      expect(reader.prepare("SELECT key FROM entries").all()).toEqual([{ key: "limit:1" }]);
      reader.close();
    }, LONG_WAIT);
  } finally {
    vi.useRealTimers();
  }
});

test("two stores on one file see each other's changes immediately", async () => {
  const [here, there] = [openFile(), openFile()];
  expect(await here.epoch()).toBe(await there.epoch());
  expect(await here.add("quote:1", "here", 60_000)).toBe(true);
  expect(await there.add("quote:1", "there", 60_000)).toBe(false);
  expect(await there.commit({ expect: { "quote:1": "here" }, write: { "quote:1": null } })).toBe("done");
  expect(await here.get("quote:1")).toBeNull();
});

test("processes that open a new file simultaneously get the same epoch", async () => {
  const children = Array.from({ length: isWholeRun ? 8 : 4 }, () => {
    const child = spawn(process.execPath, ["--import", "tsx", OPENER, file(), witnessDir], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
    // "close" comes after the last output, but "exit" may come before it.
    return once(child, "close").then(([code]) => ({ code: code as number, output }));
  });
  const ended = await Promise.all(children);
  expect(ended.map(({ code }) => code)).toEqual(children.map(() => 0));
  expect(new Set(ended.map(({ output }) => output)).size).toBe(1);
}, 60_000);

test("the error for a file that cannot be opened names file and reason", () => {
  mkdirSync(file("folder.db"));
  expect(() => openFile(file("folder.db"))).toThrow(StoreFileError);
  expect(() => openFile(file("folder.db"))).toThrow(file("folder.db"));
  writeFileSync(
    file("text.db"),
    "this is no database, and it is long enough to be read as the head of one.".repeat(20),
  );
  expect(() => openFile(file("text.db"))).toThrow(StoreFileError);
  writeFileSync(file("in-the-way"), "");
  expect(() => openFile(join(file("in-the-way"), "store.db"))).toThrow(StoreFileError);
});

test("the start fails if the witness would be backed up with the file, or its folder is missing", () => {
  expect(() => openStoreFile(file(), storeOptions(folder))).toThrow(/WITNESS_DIR .* must be outside of DATA_DIR/);
  mkdirSync(file("inside"));
  expect(() => openStoreFile(file(), storeOptions(file("inside")))).toThrow(/must be outside of DATA_DIR/);
  expect(() => openStoreFile(file(), storeOptions(join(witnessDir, "missing")))).toThrow(StoreFileError);
});

test("an unwritable witness blocks durable changes, and the probe reports it", async () => {
  const store = openFile();
  expect(await store.probe()).toBeUndefined();
  rmSync(witnessDir, { recursive: true });
  await expect(store.set("quote:1", "paid", 60_000)).rejects.toThrow();
  expect(await store.get("quote:1")).toBeNull();
  await vi.waitUntil(
    () =>
      store
        .probe()
        .then(String, String)
        .then((text) => text.includes("the witness: ENOENT")),
    LONG_WAIT,
  );
  mkdirSync(witnessDir);
  await vi.waitUntil(
    () =>
      store.probe().then(
        () => true,
        () => false,
      ),
    LONG_WAIT,
  );
});

test("a file of a later program version is not changed", async () => {
  await close(openFile());
  const later = new Libsql(file());
  later.exec("PRAGMA user_version = 99");
  later.close();
  expect(() => openFile()).toThrow(/later version/);
});

/** Locks the file like a process that is stopped during a write. Returns the function that unlocks it. */
function holdFile(): () => void {
  const other = new Libsql(file());
  other.exec("BEGIN IMMEDIATE");
  return () => other.exec("ROLLBACK");
}

const HELD = "busy: another process holds the file";

test("while another process locks the file, reads work and writes fail", async () => {
  const { store, limits } = openWhole();
  await store.set("quote:1", "before", 60_000);
  const epoch = await store.epoch();
  const letGo = holdFile();
  await expect(store.set("quote:1", "durable", 60_000)).rejects.toThrow(HELD);
  await expect(store.add("resend:1", "quick", 60_000)).rejects.toThrow(HELD);
  await expect(limits.transaction(() => limits.prepare("DELETE FROM limits").run())()).rejects.toThrow(HELD);
  await expect(store.probe()).rejects.toThrow(HELD);
  expect([await store.get("quote:1"), await store.epoch()]).toEqual(["before", epoch]);
  letGo();
  expect(await store.probe()).toBeUndefined();
  expect(await store.add("resend:1", "quick", 60_000)).toBe(true);
  await store.set("quote:1", "durable", 60_000);
  expect(await store.get("quote:1")).toBe("durable");
});

test("a write waits for another process's short write", async () => {
  const store = openFile();
  const letGo = holdFile();
  const written = Promise.all([store.set("quote:1", "paid", 60_000), store.add("resend:1", "soon", 60_000)]);
  await new Promise(setImmediate);
  letGo();
  expect((await written)[1]).toBe(true);
});

test("a locked file does not block the event loop, and 100 writes make as many attempts as one", async () => {
  const { store, database } = openWhole();
  expect(database.pragma("busy_timeout")).toEqual([{ timeout: 0 }]);
  const letGo = holdFile();
  const attempts = vi.spyOn(database, "exec");
  const results = await Promise.allSettled(Array.from({ length: 100 }, (_, n) => store.set(`limit:${n}`, "1", 60_000)));
  expect(results.every(({ status }) => status === "rejected")).toBe(true);
  // For two seconds there is one attempt every 25 ms, after a few quicker ones.
  expect(attempts.mock.calls.length).toBeLessThan(100);
  attempts.mockClear();
  await Promise.allSettled(Array.from({ length: 100 }, (_, n) => store.set(`limit:${n}`, "1", 60_000)));
  expect(attempts.mock.calls.length, "other writes wait once the lock is known to be held").toBeLessThanOrEqual(1);
  attempts.mockRestore();
  letGo();
});

test("a long write-ahead log is reported, and truncated once the process that needs it is gone", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const log = () => statSync(file("store.db-wal")).size;
  const round = () => vi.advanceTimersByTime(1_000);
  try {
    const { store, database } = openWhole();
    await store.set("quote:1", "paid", 60_000);
    const reader = new Libsql(file());
    reader.exec("BEGIN");
    reader.prepare("SELECT count(*) FROM entries").get();
    const value = "x".repeat(1024 * 1024);
    const fill = () =>
      database.transaction(() => {
        for (let n = 0; n < 70; n += 1) database.prepare("INSERT INTO entries VALUES (?, ?, 0)").run(`old:${n}`, value);
      })();
    fill();
    round();
    // On a slow disk the probe may fail while the log is truncated.
    const state = () => store.probe().catch(String);
    await vi.waitUntil(async () => (await state())?.includes("another process reads an older state"), LONG_WAIT);
    expect(log()).toBeGreaterThan(64 * 1024 * 1024);
    reader.exec("COMMIT");
    await vi.waitUntil(async () => {
      round();
      return (await state()) === undefined && log() <= 64 * 1024 * 1024;
    }, LONG_WAIT);
  } finally {
    vi.useRealTimers();
  }
}, 60_000);

test("the write-ahead log stays short even if somebody writes all the time", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    const store = openFile();
    const value = "x".repeat(20_000);
    for (let n = 1; n <= 3_000; n += 1) {
      await store.set(`limit:${n % 10}`, value, 60_000);
      if (n % 100 === 0) vi.advanceTimersByTime(1_000);
      await wait(1);
    }
    // Without a restart it has 25 MB.
    expect(statSync(file("store.db-wal")).size).toBeLessThan(16 * 1024 * 1024);
  } finally {
    vi.useRealTimers();
  }
}, 60_000);

test("a file shrinks once its data expire, and keeps its epoch and quotes", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const size = () => statSync(file()).size;
  const round = () => vi.advanceTimersByTime(1_000);
  try {
    const { store, database } = openWhole();
    const epoch = await store.epoch();
    await store.set("quote:1", "paid", 60_000);
    await store.set("resend:1", "soon", 60_000);
    const value = "x".repeat(57_000);
    const fill = database.transaction((expiresMs: number) => {
      const put = database.prepare("INSERT OR REPLACE INTO entries VALUES (?, ?, ?)");
      for (let n = 0; n < 500; n += 1) put.run(`draft:${n}`, value, expiresMs);
    });
    fill(Date.now() + 60_000);
    await vi.waitUntil(() => (round(), size() > 28_000_000), LONG_WAIT);
    fill(0);
    await vi.waitUntil(() => (round(), size() < 5_000_000), LONG_WAIT);
    expect(await store.probe()).toBeUndefined();
    const whole = [await store.get("quote:1"), await store.get("resend:1"), await store.epoch()];
    expect(whole).toEqual(["paid", "soon", epoch]);
    expect(database.pragma("integrity_check")).toEqual([{ integrity_check: "ok" }]);
    const beside = openFile();
    expect(await beside.epoch()).toBe(epoch);
    await close(beside);
    await close(store);
    expect(await openFile().epoch()).toBe(epoch);
  } finally {
    vi.useRealTimers();
  }
});

test("a named pipe in place of the file stops the start; in place of the witness it is ignored", async () => {
  const store = openFile();
  const epoch = await store.epoch();
  await close(store);
  const [witness = ""] = readdirSync(witnessDir);
  rmSync(join(witnessDir, witness));
  expect(spawnSync("mkfifo", [join(witnessDir, witness), file("pipe.db")]).status).toBe(0);
  expect(await openFile().epoch()).not.toBe(epoch);
  expect(() => openFile(file("pipe.db"))).toThrow(StoreFileError);
});

test.each(["mkfifo", "mkdir"])("%s replacing the open file: no payment, and the reason has no path", async (make) => {
  const store = openFile();
  rmSync(file());
  expect(spawnSync(make, [file()]).status).toBe(0);
  await expect(store.set("quote:1", "paid", 60_000)).rejects.toThrow("file replaced");
  await expect(store.probe()).rejects.toThrow(/^file replaced$/);
});

test("a limit counted while the clock was a month ahead ends once the clock is set right; others stay", async () => {
  const now = Date.now();
  vi.useFakeTimers({ toFake: ["Date"], now: now + 30 * 24 * 60 * 60_000 });
  try {
    const { store, database } = openWhole();
    const count = (key: string) =>
      database.prepare("INSERT INTO limits VALUES (?, 30, ?)").run(key, Date.now() + 60_000);
    count("ahead");
    vi.setSystemTime(now);
    count("right");
    await store.epoch();
    expect(database.prepare("SELECT key FROM limits").all()).toEqual([{ key: "right" }]);
  } finally {
    vi.useRealTimers();
  }
});
