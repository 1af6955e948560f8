import AsyncLibsql from "libsql/promise";
import { PER_CONNECTION } from "./layout";

/**
 * Opens a connection to the store's file that works outside the event loop, for maintenance that waits for the disk. It
 * does one thing at a time: SQLite locks a connection while it works, and a reader would block the event loop.
 */
export function backgroundConnection(path: string) {
  let connection: InstanceType<typeof AsyncLibsql> | undefined;
  // The statement is prepared once, because its garbage collection would wait for the connection too.
  let checkpoint: { all: () => Promise<unknown[]> } | undefined;

  async function connected(): Promise<InstanceType<typeof AsyncLibsql>> {
    if (connection) return connection;
    const fresh = new AsyncLibsql(path, {});
    await fresh.exec(`PRAGMA busy_timeout = 0; PRAGMA synchronous = FULL; ${PER_CONNECTION}`);
    return (connection = fresh);
  }

  return {
    /** Runs SQL. Rejects with the error of SQLite, as `checkpoint` does. */
    async exec(sql: string): Promise<void> {
      const on = await connected();
      await on.exec(sql);
    },
    /**
     * Copies the write-ahead log into the file; `busy` is 1 if another process is doing so; `log` counts the log's
     * pages, `checkpointed` those that are in the file.
     */
    async checkpoint(): Promise<{ busy: number; log: number; checkpointed: number }> {
      const on = await connected();
      checkpoint ??= (await on.prepare("PRAGMA wal_checkpoint(PASSIVE)")) as { all: () => Promise<unknown[]> };
      const [row] = (await checkpoint.all()) as { busy: number; log: number; checkpointed: number }[];
      return row ?? { busy: 1, log: 0, checkpointed: 0 };
    },
    close: () => connection?.close(),
  };
}
