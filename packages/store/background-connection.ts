import AsyncLibsql from "libsql/promise";
import { randomUUID } from "node:crypto";
import { OPEN_DEADLINE_MS } from "./layout";
import { PROBE_CHARACTERS } from "./store";

type Connection = InstanceType<typeof AsyncLibsql>;

/** The row of a process that has ended is tidied away after this time. */
const PROBE_AGE_MS = 60_000;

export interface BackgroundConnection {
  /**
   * Writes as much as a purchase does, durably, and reads it back.
   *
   * @throws the error of SQLite; an Error when the write before has not ended yet
   */
  probe(): Promise<void>;
  /** Copies the write-ahead log into the file, and waits for the disk. Rejects with the error of SQLite. */
  checkpoint(): Promise<void>;
  close(): void;
}

/**
 * A connection to the store's file whose work is done outside of the event loop, for what waits for the disk while no
 * visitor does. It is opened when it is first used.
 *
 * @param path the file
 */
export function backgroundConnection(path: string): BackgroundConnection {
  const key = `probe:${randomUUID()}`;
  let connection: Connection | undefined;
  let isProbing = false;

  async function connected(): Promise<Connection> {
    if (connection) return connection;
    const fresh = new AsyncLibsql(path, {});
    await fresh.exec(
      `PRAGMA busy_timeout = ${OPEN_DEADLINE_MS}; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0`,
    );
    return (connection = fresh);
  }

  async function writeAndRead(): Promise<void> {
    const on = await connected();
    const value = randomUUID().padEnd(PROBE_CHARACTERS, ".");
    await on.exec(`INSERT INTO entries VALUES ('${key}', '${value}', ${Date.now() + PROBE_AGE_MS})
      ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires_ms = excluded.expires_ms`);
    const statement = (await on.prepare("SELECT value FROM entries WHERE key = ?")) as {
      get: (keys: readonly string[]) => { value: string } | undefined;
    };
    if (statement.get([key])?.value !== value) throw new Error("what was written is not read back");
  }

  return {
    async probe() {
      // A disk that hangs is not given more to do.
      if (isProbing) throw new Error("no answer in time");
      isProbing = true;
      try {
        await writeAndRead();
      } finally {
        isProbing = false;
      }
    },
    async checkpoint() {
      const on = await connected();
      await on.exec("PRAGMA wal_checkpoint(PASSIVE)");
    },
    close: () => connection?.close(),
  };
}
