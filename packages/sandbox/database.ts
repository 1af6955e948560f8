import Libsql from "libsql";

/** A value that the database stores. Money and quantities are stored as decimal text, times as milliseconds. */
export type Value = string | number | null | Buffer;

/** The database operations that the sandbox needs. All are synchronous, so a handler without `await` is atomic. */
export interface Database {
  /** Runs a statement and returns the number of changed rows. */
  run(sql: string, ...values: Value[]): number;
  row<Row>(sql: string, ...values: Value[]): Row | undefined;
  rows<Row>(sql: string, ...values: Value[]): Row[];
  /** Runs `work` in a transaction, which is rolled back if it throws. */
  transaction<Result>(work: () => Result): Result;
  /** Deletes all rows. */
  empty(): void;
  close(): void;
}

const TABLES = {
  settings: "key TEXT PRIMARY KEY, value TEXT NOT NULL",
  accounts: `id INTEGER PRIMARY KEY, email TEXT NOT NULL UNIQUE, password TEXT NOT NULL, phone TEXT, second_step TEXT NOT NULL,
    google_secret TEXT, google_bound INTEGER NOT NULL, auth_level INTEGER NOT NULL, reject_reason TEXT, invite_code TEXT NOT NULL UNIQUE,
    invited_by INTEGER, created_ms INTEGER NOT NULL`,
  sessions:
    "token TEXT PRIMARY KEY, account_id INTEGER NOT NULL, pending INTEGER NOT NULL, expires_ms INTEGER NOT NULL",
  registrations:
    "token TEXT PRIMARY KEY, email TEXT NOT NULL, password TEXT NOT NULL, invited_by INTEGER, expires_ms INTEGER NOT NULL",
  google_keys:
    "account_id INTEGER NOT NULL, secret TEXT NOT NULL, created_ms INTEGER NOT NULL, PRIMARY KEY (account_id, secret)",
  used_steps: "account_id INTEGER NOT NULL, step INTEGER NOT NULL, PRIMARY KEY (account_id, step)",
  messages: `id INTEGER PRIMARY KEY, kind TEXT NOT NULL, account TEXT NOT NULL, recipient TEXT NOT NULL, subject TEXT NOT NULL, text TEXT NOT NULL,
    token TEXT NOT NULL, code TEXT NOT NULL, used INTEGER NOT NULL, sent_ms INTEGER NOT NULL, expires_ms INTEGER NOT NULL`,
  products:
    "id TEXT PRIMARY KEY, type INTEGER NOT NULL, position INTEGER NOT NULL, stock TEXT NOT NULL, fields TEXT NOT NULL",
  balances:
    "account_id INTEGER NOT NULL, symbol TEXT NOT NULL, available TEXT NOT NULL, frozen TEXT NOT NULL, PRIMARY KEY (account_id, symbol)",
  orders: `order_num TEXT PRIMARY KEY, account_id INTEGER NOT NULL, product_id TEXT NOT NULL, order_ms INTEGER NOT NULL, token_amount TEXT NOT NULL,
    pay_amount TEXT NOT NULL, pay_symbol TEXT NOT NULL, mining_cycle TEXT NOT NULL, service_fee_ratio TEXT NOT NULL, profit_ratio TEXT NOT NULL`,
  deposits: `id INTEGER PRIMARY KEY, account_id INTEGER NOT NULL, symbol TEXT NOT NULL, amount TEXT NOT NULL, status INTEGER NOT NULL,
    txid TEXT, created_ms INTEGER NOT NULL`,
  uploads: `filename TEXT PRIMARY KEY, account_id INTEGER NOT NULL, slot TEXT NOT NULL, content_type TEXT NOT NULL, bytes BLOB NOT NULL,
    created_ms INTEGER NOT NULL`,
  identities: `account_id INTEGER PRIMARY KEY, country_code TEXT NOT NULL, certificate_type TEXT NOT NULL, certificate_number TEXT NOT NULL,
    full_name TEXT NOT NULL, photos TEXT NOT NULL, submitted_ms INTEGER NOT NULL, decided_ms INTEGER`,
  enquiries: "id INTEGER PRIMARY KEY, fields TEXT NOT NULL, received_ms INTEGER NOT NULL",
} as const;

/**
 * Opens the sandbox's database and creates missing tables.
 *
 * @param file a path, or ":memory:" for one that ends with the process
 * @throws when the file cannot be opened
 */
export function openDatabase(file: string): Database {
  const libsql = new Libsql(file);
  const statements = new Map<string, Libsql.Statement<Value[]>>();

  for (const [name, columns] of Object.entries(TABLES)) libsql.exec(`CREATE TABLE IF NOT EXISTS ${name} (${columns})`);
  libsql.exec("CREATE INDEX IF NOT EXISTS orders_of ON orders (account_id, order_ms)");
  libsql.exec("CREATE INDEX IF NOT EXISTS deposits_of ON deposits (account_id, created_ms)");

  const prepared = (sql: string) => {
    const known = statements.get(sql);
    if (known) return known;
    const statement = libsql.prepare<Value[]>(sql);
    statements.set(sql, statement);
    return statement;
  };

  return {
    run: (sql, ...values) => prepared(sql).run(...values).changes,
    row: <Row>(sql: string, ...values: Value[]) => prepared(sql).get(...values) as Row | undefined,
    rows: <Row>(sql: string, ...values: Value[]) => prepared(sql).all(...values) as Row[],
    transaction(work) {
      libsql.exec("BEGIN IMMEDIATE");
      try {
        const result = work();
        libsql.exec("COMMIT");
        return result;
      } catch (error) {
        libsql.exec("ROLLBACK");
        throw error;
      }
    },
    empty() {
      for (const name of Object.keys(TABLES)) prepared(`DELETE FROM ${name}`).run();
    },
    close: () => {
      statements.clear();
      libsql.close();
    },
  };
}

/** Returns a setting that survives a restart, or undefined. */
export function readSetting(database: Database, key: string): string | undefined {
  return database.row<{ value: string }>("SELECT value FROM settings WHERE key = ?", key)?.value;
}

export function writeSetting(database: Database, key: string, value: string): void {
  database.run(
    "INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
    key,
    value,
  );
}
