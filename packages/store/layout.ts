import type { Database } from "libsql";

/** The store's file cannot be used. The message tells the operator which file and why. */
export class StoreFileError extends Error {
  override name = "StoreFileError";
}

/** Another process is working on the file and will soon finish, so the caller should try again. */
export class FileBusyError extends Error {
  override name = "FileBusyError";
}

export const PAGE_BYTES = 4_096;

/** Tables whose only row shows that a checkpoint reached the file. They alternate; each has its own page. */
export const SEALS = ["seal_0", "seal_1"] as const;

/** Migrations, each of which runs once, in order; `user_version` counts them. Never change one; add another. */
const MIGRATIONS: readonly string[] = [
  `CREATE TABLE entries (key TEXT PRIMARY KEY, value TEXT NOT NULL, expires_ms INTEGER NOT NULL) WITHOUT ROWID;
   CREATE INDEX entries_expiry ON entries (expires_ms);
   CREATE TABLE limits (key TEXT PRIMARY KEY, points INTEGER NOT NULL DEFAULT 0, expire INTEGER) WITHOUT ROWID;
   CREATE INDEX limits_expiry ON limits (expire);
   CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;`,
];

/** These tables are not a migration: earlier builds, to which an operator may go back, ignore them. */
const SEAL_TABLES = SEALS.map((table) => `CREATE TABLE IF NOT EXISTS ${table} (id INTEGER PRIMARY KEY, value TEXT);`);

/** The limiter's library requires this layout. */
export const LIMITS_TABLE = "limits";

export const OPEN_DEADLINE_MS = 5_000;
const RETRY_EVERY_MS = 25;

/** The write-ahead log is truncated to this size when it restarts. */
export const LOG_SIZE_LIMIT_BYTES = 64 * 1024 * 1024;
export const PER_CONNECTION = `PRAGMA wal_autocheckpoint = 0; PRAGMA journal_size_limit = ${LOG_SIZE_LIMIT_BYTES};`;

/** Retries for `OPEN_DEADLINE_MS` while other processes lock the file. */
export function withRetry(open: () => void): void {
  const giveUpAtMs = Date.now() + OPEN_DEADLINE_MS;
  for (;;) {
    try {
      return open();
    } catch (error) {
      if (!isBusy(error) || Date.now() > giveUpAtMs) throw error;
      // Blocking is harmless because a starting process has no visitors yet.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_EVERY_MS);
    }
  }
}

export function isBusy(error: unknown): boolean {
  if (error instanceof FileBusyError) return true;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return error instanceof Error && /SQLITE_BUSY|database is locked/i.test(`${code} ${error.message}`);
}

/**
 * Makes a change in a transaction that locks the file from the start. We do not use the driver's `transaction`, because
 * after a failed COMMIT (on a full disk) it reports that there is nothing to roll back.
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

/** Brings the tables up to date, in a transaction. */
export function migrate(database: Database, path: string): void {
  const [{ user_version: version = 0 } = {}] = database.pragma("user_version") as { user_version?: number }[];
  if (version > MIGRATIONS.length) {
    throw new StoreFileError(`The store ${path} was written by a later version of this program (${version}).`);
  }
  for (const migration of MIGRATIONS.slice(version)) database.exec(migration);
  for (const table of SEAL_TABLES) database.exec(table);
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
