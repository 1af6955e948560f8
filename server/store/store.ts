import type { Redis } from "ioredis";
import { join } from "node:path";
import type { Database } from "libsql";
import { env } from "~server/env";
import { log, onceAMinute } from "~server/log";
import { openStoreFile } from "~server/store/file";
import { connectRedis, persistenceFaults, redisStore } from "~server/store/redis";

/** What a key shall hold, and for how long. */
export interface Kept {
  value: string;
  ageMs: number;
}

/** A change of several keys that happens whole or not at all. */
export interface Change {
  /** What each key must hold at this moment; null for nothing. */
  expect?: Readonly<Record<string, string | null>>;
  /** Only while the store is the one that this epoch was read from. */
  epoch?: string;
  /** What each key shall hold; null deletes. */
  write: Readonly<Record<string, Kept | null>>;
}

/** Whether a change was made; "conflict" when a key held something else, which comes before "otherEpoch". */
export type Committed = "done" | "conflict" | "otherEpoch";

/**
 * What must outlive a process: texts under keys `kind:…`, each for a time in milliseconds. Who stores a cookie or a token
 * seals it first. Every function rejects when the store does not answer.
 */
export interface Store {
  get(key: string): Promise<string | null>;
  set(key: string, value: string, ageMs: number): Promise<void>;
  /** Stores only if the key is absent, atomically; tells whether it did. */
  add(key: string, value: string, ageMs: number): Promise<boolean>;
  /** Gets and deletes, atomically: of many takers one gets the value. */
  take(key: string): Promise<string | null>;
  delete(key: string): Promise<void>;
  /** Makes a change, atomically, for every process that shares the store. */
  commit(change: Change): Promise<Committed>;
  /**
   * Names this store's memory. It is another one after the memory began empty (a lost file, a flushed or failed-over Redis), so that
   * what was promised before is not taken for something that has never happened.
   */
  epoch(): Promise<string>;
  close(): Promise<void>;
}

/** Whether the store answers, and what an operator has to know of it. */
export interface StoreHealth {
  ok: boolean;
  note?: string;
}

interface Opened {
  store: Store;
  /** What counts limits: one of them. */
  redis: Redis | null;
  file: Database | null;
}

const FILE_NAME = "storefront.db";

let current: Opened | undefined;

function opened(): Opened {
  if (!current) {
    const { REDIS_URL, DATA_DIR } = env();
    if (REDIS_URL) {
      const redis = connectRedis(REDIS_URL, onceAMinute(reportTrouble));
      redis.on("ready", () => void warnOfForgetting(redis));
      current = { store: redisStore(redis), redis, file: null };
    } else {
      const { store, database } = openStoreFile(join(DATA_DIR, FILE_NAME));
      current = { store, redis: null, file: database };
    }
  }
  return current;
}

/**
 * The store of this process: a file in DATA_DIR, which processes of one machine may share, or Redis with REDIS_URL.
 *
 * @throws StoreFileError when the file cannot be opened or written
 */
export function store(): Store {
  return opened().store;
}

/** The connection to Redis, for what needs more than a Store; null without REDIS_URL. */
export function sharedRedis(): Redis | null {
  return opened().redis;
}

/** The store's file, for what needs more than a Store; null with REDIS_URL. */
export function sharedFile(): Database | null {
  return opened().file;
}

/** What counts limits at this moment, without opening anything. */
export function openedLimits(): { redis: Redis | null; file: Database | null } {
  return current ?? { redis: null, file: null };
}

/** Whether the store answers; for `/readyz` and metrics, never a reason to turn visitors away (behaviour 13.12). */
export async function storeHealth(): Promise<StoreHealth> {
  try {
    const { store: asked, redis } = opened();
    await asked.get("probe:readyz");
    const faults = redis ? await persistenceFaults(redis) : [];
    return { ok: true, ...(faults.length > 0 && { note: faults.join("; ") }) };
  } catch {
    return { ok: false };
  }
}

/** Closes the store; the next use opens one anew, as the environment then says. For the drain and for tests. */
export async function closeStore(): Promise<void> {
  const closing = current;
  current = undefined;
  await closing?.store.close();
}

/** Says once for each connection what could make this Redis forget a purchase. */
async function warnOfForgetting(redis: Redis): Promise<void> {
  const faults = await persistenceFaults(redis).catch(() => []);
  if (faults.length > 0) log().warn({ faults }, "Redis may forget what was paid");
}

/** A broken connection fails many times a second. */
function reportTrouble(code: string): void {
  log().error({ code }, "Redis is not reachable");
}
