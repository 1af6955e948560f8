import AsyncLibsql from "libsql/promise";
import { randomUUID } from "node:crypto";
import { STORE_OPEN_DEADLINE_MS, STORE_PROBE_CHARACTERS } from "~server/constants";

type Connection = InstanceType<typeof AsyncLibsql>;

/** The row of a process that has ended is tidied away after this time. */
const PROBE_AGE_MS = 60_000;

/**
 * Writes as much as a purchase does to the store's file, durably, and reads it back: on a connection of its own whose
 * work is done outside of the event loop, since a disk may take its time.
 *
 * @param path the file
 * @returns `write` rejects with what SQLite says, or when the write before has not ended yet
 */
export function probeOn(path: string): { write: () => Promise<void>; close: () => void } {
  const key = `probe:${randomUUID()}`;
  let connection: Connection | undefined;
  let isWriting = false;

  async function connected(): Promise<Connection> {
    if (connection) return connection;
    const fresh = new AsyncLibsql(path, {});
    await fresh.exec(
      `PRAGMA busy_timeout = ${STORE_OPEN_DEADLINE_MS}; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0`,
    );
    return (connection = fresh);
  }

  async function writeAndRead(): Promise<void> {
    const on = await connected();
    const value = randomUUID().padEnd(STORE_PROBE_CHARACTERS, ".");
    await on.exec(`INSERT INTO entries VALUES ('${key}', '${value}', ${Date.now() + PROBE_AGE_MS})
      ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires_ms = excluded.expires_ms`);
    const statement = (await on.prepare("SELECT value FROM entries WHERE key = ?")) as {
      get: (keys: readonly string[]) => Promise<{ value: string } | undefined>;
    };
    if ((await statement.get([key]))?.value !== value) throw new Error("what was written is not read back");
  }

  return {
    async write() {
      // A disk that hangs is not given more to do.
      if (isWriting) throw new Error("no answer in time");
      isWriting = true;
      try {
        await writeAndRead();
      } finally {
        isWriting = false;
      }
    },
    close: () => connection?.close(),
  };
}
