import Libsql, { type Database } from "libsql";
import { chmodSync, closeSync, constants, mkdirSync, openSync, realpathSync, statfsSync, statSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { dirname, resolve, sep } from "node:path";
import { freeBytes } from "@storefront/resilience/disk-space";
import { guarded } from "@storefront/resilience/guarded";
import { backgroundConnection } from "./background-connection";
import { continuityOf, type Continuity } from "./continuity";
import {
  factOf,
  inTransaction,
  isBusy,
  LIMITS_TABLE,
  LOG_SIZE_LIMIT_BYTES,
  migrate,
  OPEN_DEADLINE_MS,
  PAGE_BYTES,
  PER_CONNECTION,
  StoreFileError,
  withRetry,
} from "./layout";
import { lockWait, type WhenFree } from "./lock-wait";
import { PROBE_CHARACTERS, singleWrites, type Change, type Committed, type Store } from "./store";

/** The interval at which changes that did not wait for the disk are flushed. */
const FLUSH_MS = 1_000;
/** With less free space, the store rejects durable changes ("disk nearly full"). */
const DISK_MIN_BYTES = 64 * 1024 * 1024;

/** The number of rows per table that one round deletes, so few that no request waits. */
const TIDY_ROWS = 2_000;
/** Free pages that the file retains, and pages that a round releases. */
const FREE_RESERVE_PAGES = 1_024;
const GIVE_BACK_PAGES = 1_024;
const PROBE_AGE_MS = 60_000;
/** A longer log locks out writers for a moment: if somebody always writes during a checkpoint, it would grow forever. */
const LOG_RESTART_BYTES = 4 * 1024 * 1024;

/** With O_NONBLOCK, opening a named pipe fails instead of waiting for its other end. */
const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK;

/** Magic numbers of file systems in memory: tmpfs and ramfs. */
const IN_MEMORY: ReadonlySet<number> = new Set([0x01021994, 0x858458f6]);

/** The part of a connection that the limiter's library uses. */
export interface LimitsClient {
  prepare: Database["prepare"];
  transaction: <T>(act: () => T) => () => Promise<T>;
}

export interface StoreFileOptions {
  /** A folder in memory, shared by all processes that share the file. */
  witnessDir: string;
  /** Kinds of keys (`kind:…`) whose changes must be on disk before they count. */
  durableKinds: readonly string[];
  /** The maximum age of such a value. A clock jump restarts it. */
  durableAgeMs: number;
  log: Record<"info" | "warn", (fields: object, message: string) => void>;
}

/**
 * Opens the store in a file, which several processes of one machine may share. Creates folder, file and tables.
 *
 * Two connections write to it: one waits for the disk at each commit, for the durable kinds; the other is flushed every
 * second. A crash of the process loses nothing; a power failure may lose a second of limits and timers.
 *
 * @param file the path, which must not be on a network file system
 * @returns the store, the client that counts limits and, for tests, the connection of both
 * @throws StoreFileError if the file or its witness cannot be opened or written, or if a later version of this program
 *   made it
 */
export function openStoreFile(
  file: string,
  { witnessDir, durableKinds, durableAgeMs, log }: StoreFileOptions,
): { store: Store; limits: LimitsClient; database: Database } {
  const given = resolve(file);
  try {
    mkdirSync(dirname(given), { recursive: true, mode: 0o700 });
    // SQLite gives its log the same permissions.
    closeSync(openSync(given, APPEND, 0o600));
    const path = realpathSync(given);
    const opened = statSync(path);
    if (!opened.isFile()) throw new Error("it is not a file");
    // The mode is set only if it differs, because that counts as a change of the file.
    if ((opened.mode & 0o777) !== 0o600) chmodSync(path, 0o600);
    if (!checkWitnessDir(witnessDir, path)) {
      log.warn({}, "WITNESS_DIR is not in memory: it must never be part of a backup or a snapshot");
    }
    const durable = connect(path, "FULL");
    const quick = connect(path, "NORMAL");
    const continuity = continuityOf(durable, path, witnessDir, (reason) => {
      log[reason === "no witness" ? "info" : "warn"]({ reason }, "the store has a new epoch");
      if (reason !== "the clock has jumped") return;
      const restart = durable.prepare("UPDATE entries SET expires_ms = ? WHERE key >= ? AND key < ?");
      for (const kind of durableKinds) restart.run(Date.now() + durableAgeMs, `${kind}:`, `${kind};`);
      // Counts from a time when the clock was ahead would last until that time. No limit lasts longer than these kinds.
      durable.prepare(`DELETE FROM ${LIMITS_TABLE} WHERE expire > ?`).run(Date.now() + durableAgeMs);
    });
    const isReplaced = () => {
      const now = statSync(path, { throwIfNoEntry: false });
      return now?.ino !== opened.ino || now.dev !== opened.dev;
    };
    const begin = () => {
      migrate(durable, path);
      continuity.confirm();
      if (isReplaced()) throw new Error("another process replaced it");
    };
    withRetry(() => inTransaction(durable, begin));
    for (const connection of [durable, quick]) connection.pragma("busy_timeout = 0");
    const whenFree = lockWait();
    const kinds = new Set(durableKinds);
    return {
      store: fileStore({ path, durable, quick, whenFree, continuity, isReplaced, kinds }),
      limits: {
        prepare: (sql) => quick.prepare(sql),
        transaction: (act) => () => whenFree(() => inTransaction(quick, act)),
      },
      database: quick,
    };
  } catch (error) {
    if (error instanceof StoreFileError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreFileError(`The store ${given} cannot be opened or written: ${reason}`);
  }
}

/** Returns true if the folder is in memory: a witness that is backed up with the file proves nothing. */
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
    // This setting is needed for `giveBack`, and affects only a new file.
    database.pragma("auto_vacuum = INCREMENTAL");
    // While another process switches the log on, SQLite does not always wait.
    database.pragma("journal_mode = WAL");
    database.exec(`PRAGMA synchronous = ${synchronous}; ${PER_CONNECTION}`);
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
  whenFree: WhenFree;
  continuity: Continuity;
  isReplaced: () => boolean;
  kinds: ReadonlySet<string>;
}

function fileStore({ path, durable, quick, whenFree, continuity, isReplaced, kinds }: Opened): Store {
  const isDurable = (key: string) => kinds.has(key.slice(0, Math.max(key.indexOf(":"), 0)));
  const waiting = { database: durable, ...statementsOf(durable) };
  const flushed = { database: quick, ...statementsOf(quick) };
  const of = (keys: readonly string[]) => (keys.some(isDurable) ? waiting : flushed);
  // There are two connections, so that a long checkpoint does not delay a probe.
  const [maintenance, probing] = [backgroundConnection(path), backgroundConnection(path)];
  const locked = <T>(act: () => T): Promise<T> => whenFree(() => inTransaction(durable, act));
  const probeKey = `probe:${randomUUID()}`;
  /** The reason for the failure of the last `maintain`, if any. */
  let fault: string | undefined;
  let logBytes = 0;
  let round: Promise<void> | undefined;
  let isProbing = false;

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
    return inTransaction(on.database, (): Committed => {
      if (isForDisk) refuseReplaced();
      // This comes before any read: after a clock jump, entries may seem to have expired.
      const current = isForDisk ? continuity.confirm() : undefined;
      for (const [key, expected] of Object.entries(expect)) if (read(key, on) !== expected) return "conflict";
      if (epoch !== undefined && epoch !== current) return "otherEpoch";
      for (const [key, entry] of Object.entries(write)) {
        if (entry) on.put.run(key, entry.value, Date.now() + Math.ceil(entry.ageMs));
        else on.drop.run(key);
      }
      if (isForDisk) continuity.advance();
      return "done";
    });
  }

  /** Deletes expired entries and flushes to the disk. Runs every second. */
  async function maintain(): Promise<void> {
    try {
      if (isReplaced()) return;
      // This comes before anything expires: after a clock jump, purchases would be deleted.
      if (continuity.isBroken()) await locked(continuity.confirm);
      await tidy();
      await giveBack();
      await continuity.checkpoint(checkpoint, locked);
      fault = undefined;
    } catch (error) {
      if (!isBusy(error)) fault = reasonOf(error, path);
    }
  }

  async function tidy(): Promise<void> {
    for (const [table, expiry] of [
      ["entries", "expires_ms"],
      [LIMITS_TABLE, "expire"],
    ] as const) {
      const expired = `SELECT key FROM ${table} WHERE ${expiry} <= ${Date.now()} LIMIT ${TIDY_ROWS}`;
      await inBackground(`DELETE FROM ${table} WHERE key IN (${expired})`);
    }
  }

  /**
   * Returns the space of deleted rows to the disk: it writes to the log, and the next completed checkpoint truncates
   * the file.
   */
  async function giveBack(): Promise<void> {
    const [{ freelist_count: free }] = quick.pragma("freelist_count") as [{ freelist_count: number }];
    const excess = Math.min(free - FREE_RESERVE_PAGES, GIVE_BACK_PAGES);
    if (excess > 0) await inBackground(`PRAGMA incremental_vacuum(${excess})`);
  }

  async function inBackground(sql: string): Promise<void> {
    try {
      await maintenance.exec(sql);
    } catch (error) {
      // Another process is using the file, or the disk is full. A write reports it, and the next round tries again.
      if (!(error instanceof Libsql.SqliteError)) throw error;
    }
  }

  /** Makes a checkpoint. Returns false if another process does it or needs the log, or if the disk is full. */
  async function checkpoint(): Promise<boolean> {
    try {
      const { log, checkpointed } = await maintenance.checkpoint(logBytes < LOG_RESTART_BYTES ? "PASSIVE" : "RESTART");
      if (log >= 0) logBytes = log * PAGE_BYTES;
      return log >= 0 && log === checkpointed;
    } catch (error) {
      if (!(error instanceof Libsql.SqliteError)) throw error;
      return false;
    }
  }

  /** Writes as much as a purchase does, durably, and reads it back. */
  async function writeAndRead(): Promise<void> {
    const value = randomUUID().padEnd(PROBE_CHARACTERS, ".");
    await whenFree(() =>
      probing.exec(`INSERT INTO entries VALUES ('${probeKey}', '${value}', ${Date.now() + PROBE_AGE_MS})
        ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires_ms = excluded.expires_ms`),
    );
    if (read(probeKey) !== value) throw new Error("a write could not be read back");
  }

  const maintaining = setInterval(
    guarded(() => {
      round ??= maintain().finally(() => {
        round = undefined;
      });
    }),
    FLUSH_MS,
  );
  maintaining.unref();

  return {
    get: async (key) => read(key),
    getAll: async (keys) => keys.map((key) => read(key)),
    nowMs: async () => Date.now(),
    ...singleWrites((change) => whenFree(() => commit(change))),
    commit: (change) => whenFree(() => commit(change)),
    async epoch() {
      refuseReplaced();
      const known = continuity.isBroken() ? undefined : factOf(durable, "epoch");
      return known ?? locked(continuity.confirm);
    },
    async probe() {
      // While the disk hangs, no further probe is started.
      if (isProbing) throw new Error("no answer in time");
      isProbing = true;
      try {
        refuseReplaced();
        if ((await freeBytes(dirname(path))) < DISK_MIN_BYTES) throw new Error("disk nearly full");
        if (fault !== undefined) throw new Error(fault);
        continuity.probe();
        await writeAndRead();
      } catch (error) {
        throw new Error(reasonOf(error, path));
      } finally {
        isProbing = false;
      }
      if (logBytes < LOG_SIZE_LIMIT_BYTES) return undefined;
      return `the log has ${Math.round(logBytes / 2 ** 20)} MB: another process reads an older state of the file`;
    },
    close: async () => {
      clearInterval(maintaining);
      await round;
      // The last process to close copies the log into the file. If the log is foreign, that destroys the evidence.
      await whenFree(() => continuity.isBroken() && inTransaction(durable, continuity.confirm)).catch(() => undefined);
      for (const connection of [maintenance, probing, quick, durable]) connection.close();
    },
  };
}

/** Returns the reason for the operator, without a path. */
function reasonOf(error: unknown, path: string): string {
  if (!(error instanceof Error)) return String(error);
  if (!("syscall" in error && "code" in error)) return error.message;
  const isWitness = !("path" in error && String(error.path).startsWith(dirname(path)));
  return `${isWitness ? "the witness" : "the file"}: ${String(error.code)}`;
}
