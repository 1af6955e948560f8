import type { Redis } from "ioredis";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env } from "~server/env";
import { guarded } from "@storefront/resilience/guarded";
import { log, logProgramError, onceAMinute } from "@storefront/observability/log";
import { memoryStore } from "@storefront/store/memory";
import { openStoreFile, type LimitsClient } from "@storefront/store/file";
import { persistenceFaults, redisStore, refuseCluster } from "@storefront/store/redis";
import { connectRedis } from "@storefront/store/redis-connection";
import type { Store } from "@storefront/store/store";

interface Opened {
  store: Store;
  /** Limits are counted in `redis` or in `fileLimits`. */
  redis: Redis | null;
  fileLimits: LimitsClient | null;
}

const DURABLE_KINDS = ["quote", "buyer"];
/** Longer than a quote can be posted, and than a purchase is compared with orders. */
export const DURABLE_AGE_MS = 25 * 60 * 60_000;
const FILE_NAME = "storefront.db";
const REDIS_START_DEADLINE_MS = 2_000;
const SHARED_MEMORY = "/dev/shm";

let current: Opened | undefined;

function opened(): Opened {
  if (!current) {
    const { REDIS_URL, REDIS_SENTINEL_PASSWORD, DATA_DIR } = env();
    if (REDIS_URL) {
      const redis = connectRedis(REDIS_URL, onceAMinute(reportTrouble), REDIS_SENTINEL_PASSWORD);
      redis.on(
        "ready",
        guarded(() => warnOfForgetting(redis)),
      );
      current = { store: redisStore(redis), redis, fileLimits: null };
    } else {
      const { store, limits } = openStoreFile(join(DATA_DIR, FILE_NAME), {
        witnessDir: witnessDir(),
        durableKinds: DURABLE_KINDS,
        durableAgeMs: DURABLE_AGE_MS,
        log: log(),
      });
      current = { store, redis: null, fileLimits: limits };
    }
  }
  return current;
}

/** Returns the store: a file in DATA_DIR, which processes of one machine may share, or Redis if REDIS_URL is set. */
export function store(): Store {
  return opened().store;
}

/** Opens the store at the start and waits up to 2 s for Redis. Throws for a Redis Cluster. */
export async function openStore(): Promise<void> {
  const { redis } = opened();
  if (redis) await refuseCluster(redis, REDIS_START_DEADLINE_MS);
}

export function sharedRedis(): Redis | null {
  return opened().redis;
}

export function openedLimits(): Omit<Opened, "store"> {
  return current ?? { redis: null, fileLimits: null };
}

/** Returns the folder for the file's witness. A reboot must empty it, and this machine's processes must share it. */
function witnessDir(): string {
  const { WITNESS_DIR, RUNTIME_DIRECTORY } = env();
  // systemd separates several folders by colons.
  const [ofSystemd] = RUNTIME_DIRECTORY?.split(":") ?? [];
  return WITNESS_DIR ?? ofSystemd ?? (existsSync(SHARED_MEMORY) ? SHARED_MEMORY : tmpdir());
}

/** Closes the store; the next use opens a new one. Used by the shutdown and by tests. */
export async function closeStore(): Promise<void> {
  const closing = current;
  current = undefined;
  await closing?.store.close();
}

async function warnOfForgetting(redis: Redis): Promise<void> {
  const faults = await persistenceFaults(redis).catch(() => []);
  if (faults.length > 0) log().warn({ faults }, "Redis may lose payments");
}

/** Logs once a minute, because a broken connection fails many times a second. */
function reportTrouble(reason: string): void {
  log().warn({ reason }, "Redis connection problem");
}

/** Fallback while the shared store does not respond. */
export const inProcess = memoryStore();

/** Uses the process's memory if the shared store fails, for features that must work without it. */
export async function withMemoryFallback<T>(ask: (storage: Store) => Promise<T>): Promise<T> {
  try {
    return await ask(store());
  } catch (error) {
    logProgramError(error);
    return ask(inProcess);
  }
}
