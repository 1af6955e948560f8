import Libsql, { type Database } from "libsql";
import { chmodSync, closeSync, mkdirSync, openSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { STORE_FLUSH_MS, STORE_OPEN_DEADLINE_MS } from "~server/constants";
import { factOf, LIMITS_TABLE, prepareFile, StoreFileError, inTransaction, withRetry } from "~server/store/layout";
import type { Change, Committed, Store } from "~server/store/store";

/** What is about money waits for the disk; everything else is flushed each second. */
const DURABLE_KINDS: ReadonlySet<string> = new Set(["quote", "buyer"]);

/** Rows that one round of tidying takes away, so that no visitor waits for it. */
const TIDY_ROWS = 2_000;

/**
 * Opens the store in a file (SQLite's format through libsql, write-ahead log), creating folder, file and tables where
 * they are missing. Several processes of one machine may share it.
 *
 * Two connections write to it: one waits for the disk at each commit, for what is about money; the other does not, and
 * is flushed each second. A process that dies loses nothing of either; a machine that loses its power may lose a second
 * of limits and timers.
 *
 * @param file the path, in a folder of this machine (no network file system)
 * @throws StoreFileError when it cannot be opened or written, or is of a later version of this program
 */
export function openStoreFile(file: string): { store: Store; database: Database } {
  const path = resolve(file);
  let durable: Database;
  let quick: Database;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    // Its log gets the same permissions, when the first connection makes it.
    closeSync(openSync(path, "a", 0o600));
    chmodSync(path, 0o600);
    durable = connect(path, "FULL");
    quick = connect(path, "NORMAL");
    withRetry(() => prepareFile(durable, path));
  } catch (error) {
    if (error instanceof StoreFileError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreFileError(`The store ${path} cannot be opened or written: ${reason}`);
  }
  return { store: fileStore(durable, quick), database: quick };
}

function connect(path: string, synchronous: "FULL" | "NORMAL"): Database {
  const database = new Libsql(path);
  withRetry(() => {
    database.pragma(`busy_timeout = ${STORE_OPEN_DEADLINE_MS}`);
    // Not every step of turning the log on waits for another process that does the same.
    database.pragma("journal_mode = WAL");
    database.pragma(`synchronous = ${synchronous}`);
  });
  return database;
}

function statementsOf(database: Database) {
  return {
    get: database.prepare("SELECT value FROM entries WHERE key = ? AND expires_ms > ?"),
    put: database.prepare(
      "INSERT INTO entries VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires_ms = excluded.expires_ms",
    ),
    drop: database.prepare("DELETE FROM entries WHERE key = ?"),
  };
}

function fileStore(durable: Database, quick: Database): Store {
  const waiting = { database: durable, ...statementsOf(durable) };
  const flushed = { database: quick, ...statementsOf(quick) };
  const of = (keys: readonly string[]) => (keys.some(isDurable) ? waiting : flushed);

  function read(key: string, { get } = of([key])): string | null {
    const row = get.get(key, Date.now()) as { value: string } | undefined;
    return row?.value ?? null;
  }

  function commit({ expect = {}, epoch, write }: Change): Committed {
    const on = of(Object.keys(write));
    return inTransaction(on.database, () => {
      for (const [key, expected] of Object.entries(expect)) if (read(key, on) !== expected) return "conflict";
      if (epoch !== undefined && factOf(on.database, "epoch") !== epoch) return "otherEpoch";
      for (const [key, kept] of Object.entries(write)) {
        if (kept) on.put.run(key, kept.value, Date.now() + Math.ceil(kept.ageMs));
        else on.drop.run(key);
      }
      return "done";
    });
  }

  const flushing = setInterval(() => flush(quick), STORE_FLUSH_MS);
  flushing.unref();

  return {
    get: async (key) => read(key),
    getAll: async (keys) => keys.map((key) => read(key)),
    set: async (key, value, ageMs) => {
      commit({ write: { [key]: { value, ageMs } } });
    },
    add: async (key, value, ageMs) =>
      commit({ expect: { [key]: null }, write: { [key]: { value, ageMs } } }) === "done",
    delete: async (key) => {
      of([key]).drop.run(key);
    },
    commit: async (change) => commit(change),
    epoch: async () => {
      const epoch = factOf(durable, "epoch");
      if (epoch === undefined) throw new Error("The store has no epoch.");
      return epoch;
    },
    close: async () => {
      clearInterval(flushing);
      quick.close();
      durable.close();
    },
  };
}

function isDurable(key: string): boolean {
  return DURABLE_KINDS.has(key.slice(0, Math.max(key.indexOf(":"), 0)));
}

/** Takes away what is past its time, and brings to the disk what was written without waiting for it. */
function flush(database: Database): void {
  try {
    for (const [table, expiry] of [
      ["entries", "expires_ms"],
      [LIMITS_TABLE, "expire"],
    ] as const) {
      database
        .prepare(`DELETE FROM ${table} WHERE key IN (SELECT key FROM ${table} WHERE ${expiry} <= ? LIMIT ${TIDY_ROWS})`)
        .run(Date.now());
    }
    database.pragma("wal_checkpoint(PASSIVE)");
  } catch {
    // Another process is at it, or the disk is full: a write that needs the disk says so itself, and the next round
    // tries again.
  }
}
