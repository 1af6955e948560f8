import type { Redis } from "ioredis";
import { join } from "node:path";
import type { Database } from "libsql";
import { env } from "~server/env";
import { log, onceAMinute } from "~server/log";
import { openStoreFile } from "~server/store/file";
import { connectRedis, persistenceFaults, redisStore } from "~server/store/redis";
import type { Store } from "~server/store/store";

/** Whether the store or the platform answers. Anybody can read the note: it holds no address, nothing of a visitor. */
export interface Condition {
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

/** What counts limits at this moment, without opening anything. */
export function openedLimits(): { redis: Redis | null; file: Database | null } {
  return current ?? { redis: null, file: null };
}

/** Whether the store answers; for `/readyz` and metrics, never a reason to turn visitors away (behaviour 13.12). */
export async function storeHealth(): Promise<Condition> {
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
