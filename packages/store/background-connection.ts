import AsyncLibsql from "libsql/promise";
import { PER_CONNECTION } from "./layout";

interface Statement {
  all: () => Promise<unknown[]>;
}

export interface BackgroundConnection {
  /** Executes a statement. Rejects with the error of SQLite. */
  exec(sql: string): Promise<void>;
  /**
   * Copies the write-ahead log into the file, and waits for the disk. Rejects with the error of SQLite.
   *
   * @returns whether another process is at it (`busy` is 1 then), and how many pages the log has
   */
  checkpoint(): Promise<{ busy: number; log: number }>;
  close(): void;
}

/**
 * A connection to the store's file whose work is done outside of the event loop, for what waits for the disk while no
 * visitor does. It is opened when it is first used, and does one thing at a time: SQLite locks a connection while it
 * works, and whoever reads its rows would wait for the lock in the event loop.
 *
 * @param path the file
 */
export function backgroundConnection(path: string): BackgroundConnection {
  let connection: InstanceType<typeof AsyncLibsql> | undefined;
  // Prepared once: the garbage collector would wait for the connection too.
  let checkpoint: Statement | undefined;

  async function connected(): Promise<InstanceType<typeof AsyncLibsql>> {
    if (connection) return connection;
    const fresh = new AsyncLibsql(path, {});
    await fresh.exec(`PRAGMA busy_timeout = 0; PRAGMA synchronous = FULL; ${PER_CONNECTION}`);
    return (connection = fresh);
  }

  return {
    async exec(sql) {
      const on = await connected();
      await on.exec(sql);
    },
    async checkpoint() {
      const on = await connected();
      checkpoint ??= (await on.prepare("PRAGMA wal_checkpoint(PASSIVE)")) as Statement;
      const [row] = (await checkpoint.all()) as { busy: number; log: number }[];
      return row ?? { busy: 1, log: 0 };
    },
    close: () => connection?.close(),
  };
}
