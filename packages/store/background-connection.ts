import AsyncLibsql from "libsql/promise";
import { PER_CONNECTION } from "./layout";

type Statement = { all: () => Promise<unknown[]> };

/**
 * Opens a connection to the store's file that works outside the event loop, for maintenance that waits for the disk. It
 * does one thing at a time: SQLite locks a connection while it works, and a reader would block the event loop.
 */
export function backgroundConnection(path: string) {
  let connection: InstanceType<typeof AsyncLibsql> | undefined;
  // Each statement is prepared once, because its garbage collection would wait for the connection too.
  const checkpoints = new Map<string, Statement>();

  async function connected(): Promise<InstanceType<typeof AsyncLibsql>> {
    if (connection) return connection;
    const fresh = new AsyncLibsql(path, {});
    // Without a wait, a checkpoint would fail each time: when it begins, the event loop usually goes on to write.
    await fresh.exec(`PRAGMA busy_timeout = 50; PRAGMA synchronous = FULL; ${PER_CONNECTION}`);
    return (connection = fresh);
  }

  return {
    /** Runs SQL. Rejects with the error of SQLite, as `checkpoint` does. */
    async exec(sql: string): Promise<void> {
      const on = await connected();
      await on.exec(sql);
    },
    /**
     * Copies the write-ahead log into the file. `log` counts the log's pages, or is -1 if another process is doing so;
     * `checkpointed` counts those that are in the file.
     *
     * @param mode RESTART locks out writers, if possible, so that the next write begins the log anew
     */
    async checkpoint(mode: "PASSIVE" | "RESTART"): Promise<{ log: number; checkpointed: number }> {
      const on = await connected();
      const statement = (checkpoints.get(mode) ?? (await on.prepare(`PRAGMA wal_checkpoint(${mode})`))) as Statement;
      checkpoints.set(mode, statement);
      const [row] = (await statement.all()) as { log: number; checkpointed: number }[];
      return row ?? { log: -1, checkpointed: 0 };
    },
    close: () => connection?.close(),
  };
}
