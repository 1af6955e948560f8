import type { Database } from "libsql";

/** The tables of the store's file, how they are brought up to date, and what a file knows about itself. */

/** The store's file cannot be used; the message names it and the reason, for the operator. */
export class StoreFileError extends Error {
  override name = "StoreFileError";
}

/** Another process is at work on the file, and soon ends: to be tried again, as when it is locked. */
export class FileBusyError extends Error {
  override name = "FileBusyError";
}

/** Each runs once, in order; a file remembers how many it has seen (`user_version`). Never change one: add another. */
const MIGRATIONS: readonly string[] = [
  `CREATE TABLE entries (key TEXT PRIMARY KEY, value TEXT NOT NULL, expires_ms INTEGER NOT NULL) WITHOUT ROWID;
   CREATE INDEX entries_expiry ON entries (expires_ms);
   CREATE TABLE limits (key TEXT PRIMARY KEY, points INTEGER NOT NULL DEFAULT 0, expire INTEGER) WITHOUT ROWID;
   CREATE INDEX limits_expiry ON limits (expire);
   CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;`,
];

/** The table of counts, in the shape that the limiter's library requires. */
export const LIMITS_TABLE = "limits";

/** How long a start waits for other processes that open the file. */
export const OPEN_DEADLINE_MS = 5_000;
const RETRY_EVERY_MS = 25;

/** The write-ahead log is longer only while it is needed: once it begins anew, its file is cut to this. */
export const LOG_KEPT_BYTES = 64 * 1024 * 1024;
/** The settings that all connections have. A checkpoint without a note would look as if another program had written. */
export const PER_CONNECTION = `PRAGMA wal_autocheckpoint = 0; PRAGMA journal_size_limit = ${LOG_KEPT_BYTES};`;

/** Tries again for `OPEN_DEADLINE_MS` while other processes that open the file at the same moment lock it. */
export function withRetry(open: () => void): void {
  const giveUpAtMs = Date.now() + OPEN_DEADLINE_MS;
  for (;;) {
    try {
      return open();
    } catch (error) {
      if (!isBusy(error) || Date.now() > giveUpAtMs) throw error;
      // To block is harmless here: a process that is starting has no visitors yet.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_EVERY_MS);
    }
  }
}

/** Whether another process is at work on the file. */
export function isBusy(error: unknown): boolean {
  if (error instanceof FileBusyError) return true;
  return error instanceof Error && /SQLITE_BUSY|database is locked/i.test(`${codeOf(error)} ${error.message}`);
}

function codeOf(error: Error): string {
  return "code" in error ? String(error.code) : "";
}

/**
 * Carries out a change in a transaction that locks the file from its beginning. Not the driver's `transaction`: after a
 * COMMIT that fails, on a full disk for example, that one reports that there is nothing to roll back.
 *
 * @throws what the change throws; the error of SQLite
 */
export function inTransaction<T>(database: Database, change: () => T): T {
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = change();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    if (database.inTransaction) database.exec("ROLLBACK");
    throw error;
  }
}

/** Brings the tables up to date, in a transaction; fails if they cannot be written. */
export function migrate(database: Database, path: string): void {
  const [{ user_version: version = 0 } = {}] = database.pragma("user_version") as { user_version?: number }[];
  if (version > MIGRATIONS.length) {
    throw new StoreFileError(`The store ${path} was written by a later version of this program (${version}).`);
  }
  for (const migration of MIGRATIONS.slice(version)) database.exec(migration);
  database.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
}

export function factOf(database: Database, name: string): string | undefined {
  const row = database.prepare("SELECT value FROM facts WHERE name = ?").get(name) as { value: string } | undefined;
  return row?.value;
}

export function writeFact(database: Database, name: string, value: string): void {
  database
    .prepare("INSERT INTO facts VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value")
    .run(name, value);
}
