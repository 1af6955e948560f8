import Libsql, { type Database } from "libsql";
import { chmodSync, closeSync, mkdirSync, openSync, realpathSync, statfsSync, statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname, resolve, sep } from "node:path";
import { setTimeout } from "node:timers/promises";
import { backgroundConnection } from "./background-connection";
import { continuityOf, type Continuity } from "./continuity";
import { factOf, FileBusyError, LIMITS_TABLE, migrate, OPEN_DEADLINE_MS, StoreFileError, withRetry } from "./layout";
import { singleWrites, type Change, type Committed, type Store } from "./store";

/** How often what did not wait for the disk is flushed to it. */
const FLUSH_MS = 1_000;
/** How often a change looks whether the checkpoint that it waits for is noted. */
const NOTE_POLL_MS = 25;
/** With less free space than this on its disk the store takes no durable change: "disk nearly full". */
const DISK_MIN_BYTES = 64 * 1024 * 1024;

/** Rows that one round of tidying takes away, so that no visitor waits for it. */
const TIDY_ROWS = 2_000;

/** File systems in memory, by their magic numbers: tmpfs and ramfs. */
const IN_MEMORY: ReadonlySet<number> = new Set([0x01021994, 0x858458f6]);

/** The options of a store's file. */
export interface StoreFileOptions {
  /** A folder in memory, the same for all processes that share the file (see `continuity.ts`). */
  witnessDir: string;
  /** Kinds of keys (`kind:…`) whose changes wait for the disk; others are flushed each second. */
  durableKinds: readonly string[];
  /** Reports a new epoch, and a witness that a backup would contain. */
  log: Record<"info" | "warn", (fields: object, message: string) => void>;
}

/**
 * Opens the store in a file (SQLite's format through libsql, write-ahead log), creating folder, file and tables where
 * they are missing. Several processes of one machine may share it.
 *
 * Two connections write to it: one waits for the disk at each commit, for the durable kinds; the other does not, and is
 * flushed each second. A process that dies loses nothing of either; a machine that loses its power may lose a second
 * of limits and timers.
 *
 * @param file the path, in a folder of this machine (no network file system)
 * @throws StoreFileError when it or its witness cannot be opened or written, or is of a later version of this program
 */
export function openStoreFile(
  file: string,
  { witnessDir, durableKinds, log }: StoreFileOptions,
): { store: Store; database: Database } {
  const given = resolve(file);
  try {
    mkdirSync(dirname(given), { recursive: true, mode: 0o700 });
    // Its log gets the same permissions, when the first connection makes it.
    closeSync(openSync(given, "a", 0o600));
    const path = realpathSync(given);
    const opened = statSync(path);
    // Only where it must: it counts as a change of the file.
    if ((opened.mode & 0o777) !== 0o600) chmodSync(path, 0o600);
    if (!checkWitnessDir(witnessDir, path)) {
      log.warn({}, "WITNESS_DIR is not in memory: it must never be part of a backup or a snapshot");
    }
    const durable = connect(path, "FULL");
    const quick = connect(path, "NORMAL");
    const continuity = continuityOf(durable, path, witnessDir, (reason) => {
      log[reason === "no witness" ? "info" : "warn"]({ reason }, "the store has a new epoch");
    });
    const isReplaced = () => {
      const now = statSync(path, { throwIfNoEntry: false });
      return now?.ino !== opened.ino || now.dev !== opened.dev;
    };
    const begin = durable.transaction(() => {
      migrate(durable, path);
      continuity.confirm();
      if (isReplaced()) throw new Error("it was replaced at this moment");
    });
    withRetry(() => begin.immediate());
    const kinds = new Set(durableKinds);
    return { store: fileStore({ path, durable, quick, continuity, isReplaced, kinds }), database: quick };
  } catch (error) {
    if (error instanceof StoreFileError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreFileError(`The store ${given} cannot be opened or written: ${reason}`);
  }
}

/**
 * A witness that is saved and restored together with the file proves nothing.
 *
 * @returns whether its folder is in memory
 */
function checkWitnessDir(witnessDir: string, path: string): boolean {
  const folder = realpathSync(witnessDir);
  if (`${folder}${sep}`.startsWith(`${dirname(path)}${sep}`)) {
    throw new StoreFileError(`WITNESS_DIR ${witnessDir} must be outside of DATA_DIR.`);
  }
  return IN_MEMORY.has(statfsSync(folder).type);
}

function connect(path: string, synchronous: "FULL" | "NORMAL"): Database {
  const database = new Libsql(path);
  withRetry(() => {
    database.pragma(`busy_timeout = ${OPEN_DEADLINE_MS}`);
    // Not every step of turning the log on waits for another process that does the same.
    database.pragma("journal_mode = WAL");
    database.pragma(`synchronous = ${synchronous}`);
    // A checkpoint without a note would look as if another program had written to the file.
    database.pragma("wal_autocheckpoint = 0");
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

interface Opened {
  path: string;
  durable: Database;
  quick: Database;
  continuity: Continuity;
  /** Whether the path leads to another file than the one that is open. */
  isReplaced: () => boolean;
  /** The durable ones. */
  kinds: ReadonlySet<string>;
}

function fileStore({ path, durable, quick, continuity, isReplaced, kinds }: Opened): Store {
  const isDurable = (key: string) => kinds.has(key.slice(0, Math.max(key.indexOf(":"), 0)));
  const waiting = { database: durable, ...statementsOf(durable) };
  const flushed = { database: quick, ...statementsOf(quick) };
  const of = (keys: readonly string[]) => (keys.some(isDurable) ? waiting : flushed);
  const background = backgroundConnection(path);
  const confirmed = durable.transaction(() => continuity.confirm());
  const confirm = (): string => confirmed.immediate();
  /** Why the last round of `maintain` failed. */
  let fault: string | undefined;
  let isMaintaining = false;

  function read(key: string, { get } = of([key])): string | null {
    const row = get.get(key, Date.now()) as { value: string } | undefined;
    return row?.value ?? null;
  }

  function refuseReplaced(): void {
    if (isReplaced()) throw new Error("file replaced");
  }

  function commit({ expect = {}, epoch, write }: Change): Committed {
    const isForDisk = epoch !== undefined || Object.keys(write).some(isDurable);
    const on = isForDisk ? waiting : flushed;
    const change = on.database.transaction((): Committed => {
      for (const [key, expected] of Object.entries(expect)) if (read(key, on) !== expected) return "conflict";
      if (isForDisk) {
        refuseReplaced();
        const current = continuity.confirm();
        if (epoch !== undefined && epoch !== current) return "otherEpoch";
      }
      for (const [key, entry] of Object.entries(write)) {
        if (entry) on.put.run(key, entry.value, Date.now() + Math.ceil(entry.ageMs));
        else on.drop.run(key);
      }
      if (isForDisk) continuity.advance();
      return "done";
    });
    return change.immediate();
  }

  /** Each second: what has expired goes, and what was written without waiting for the disk comes to it. */
  async function maintain(): Promise<void> {
    if (isMaintaining) return;
    isMaintaining = true;
    try {
      if (isReplaced()) return;
      // Before anything expires: a clock that has jumped would take away what was paid.
      if (continuity.isBroken()) confirm();
      tidy(quick);
      await continuity.checkpoint(checkpoint);
      fault = undefined;
    } catch (error) {
      // The next round knows.
      if (!(error instanceof FileBusyError)) fault = reasonOf(error);
    } finally {
      isMaintaining = false;
    }
  }

  async function checkpoint(): Promise<boolean> {
    // Rejects when the disk is full, for example: the next round tries again.
    await background.checkpoint().catch(() => undefined);
    // Has next to nothing left to do.
    return isCheckpointed(quick);
  }

  const maintaining = setInterval(() => void maintain(), FLUSH_MS);
  maintaining.unref();

  return {
    get: async (key) => read(key),
    getAll: async (keys) => keys.map((key) => read(key)),
    ...singleWrites((change) => onceNoted(() => commit(change))),
    commit: (change) => onceNoted(() => commit(change)),
    epoch: () =>
      onceNoted(() => {
        refuseReplaced();
        const known = continuity.isBroken() ? undefined : factOf(durable, "epoch");
        return known ?? confirm();
      }),
    async probe() {
      refuseReplaced();
      if (fault !== undefined) throw new Error(fault);
      const { bavail, bsize } = await statfs(dirname(path));
      if (bavail * bsize < DISK_MIN_BYTES) throw new Error("disk nearly full");
      await background.probe();
    },
    close: async () => {
      clearInterval(maintaining);
      // The end of the last process brings the log into the file, and what tells that it is a foreign one is gone.
      await onceNoted(() => continuity.isBroken() && confirm()).catch(() => undefined);
      // Connections are really closed when they are collected as garbage: the file would be written to unnoted.
      await continuity.checkpoint(async () => isCheckpointed(quick)).catch(() => undefined);
      background.close();
      quick.close();
      durable.close();
    },
  };
}

/** Waits while a checkpoint of another process is not noted yet: for a moment, or for seconds after a restore. */
async function onceNoted<T>(act: () => T): Promise<T> {
  for (;;) {
    try {
      return act();
    } catch (error) {
      if (!(error instanceof FileBusyError)) throw error;
      await setTimeout(NOTE_POLL_MS);
    }
  }
}

/** The reason, for the operator: never a path. */
function reasonOf(error: unknown): string {
  if (error instanceof Error && "syscall" in error && "code" in error) return `the witness: ${String(error.code)}`;
  return error instanceof Error ? error.message : String(error);
}

/** Brings what is left of the log into the file; false where another process is at it, or the disk is full. */
function isCheckpointed(database: Database): boolean {
  try {
    const [row] = database.pragma("wal_checkpoint(PASSIVE)") as { busy?: number }[];
    return row?.busy === 0;
  } catch {
    return false;
  }
}

/** Takes away what is past its time. */
function tidy(database: Database): void {
  for (const [table, expiry] of [
    ["entries", "expires_ms"],
    [LIMITS_TABLE, "expire"],
  ] as const) {
    try {
      database
        .prepare(`DELETE FROM ${table} WHERE key IN (SELECT key FROM ${table} WHERE ${expiry} <= ? LIMIT ${TIDY_ROWS})`)
        .run(Date.now());
    } catch {
      // Another process is using it, or the disk is full. A write that needs the disk reports that itself, and the next
      // round tries again.
    }
  }
}
