import type { Redis } from "ioredis";
import { env } from "~server/env";
import { log } from "~server/http/log";
import { memoryStore } from "~server/store/memory";
import { connectRedis, redisStore } from "~server/store/redis";

/**
 * What the instances of the storefront share: texts under keys `kind:…`, each for a time in milliseconds. Who stores a
 * cookie or a token seals it first. With Redis every function rejects when Redis does not answer.
 */
export interface Store {
  get(key: string): Promise<string | null>;
  set(key: string, value: string, ageMs: number): Promise<void>;
  /** Stores only if the key is absent, atomically; tells whether it did. */
  add(key: string, value: string, ageMs: number): Promise<boolean>;
  /** Gets and deletes, atomically: of many takers one gets the value. */
  take(key: string): Promise<string | null>;
  delete(key: string): Promise<void>;
  close(): Promise<void>;
}

const TROUBLE_REPORT_EVERY_MS = 60_000;

let current: { store: Store; redis: Redis | null } | undefined;

function opened(): { store: Store; redis: Redis | null } {
  if (!current) {
    const { REDIS_URL } = env();
    const redis = REDIS_URL ? connectRedis(REDIS_URL, troubleReporter()) : null;
    current = { store: redis ? redisStore(redis) : memoryStore(), redis };
  }
  return current;
}

/** The store of this process: within the process by default, in Redis with REDIS_URL. */
export function store(): Store {
  return opened().store;
}

/** The connection to Redis, for what needs more than a Store; null without REDIS_URL. */
export function sharedRedis(): Redis | null {
  return opened().redis;
}

/** Closes the store; the next use opens one anew, as the environment then says. For the drain and for tests. */
export async function closeStore(): Promise<void> {
  const closing = current;
  current = undefined;
  await closing?.store.close();
}

/** A line in the log at most once a minute: a broken connection fails many times a second. */
function troubleReporter(): (code: string) => void {
  let lastMs = 0;
  return (code) => {
    if (Date.now() - lastMs < TROUBLE_REPORT_EVERY_MS) return;
    lastMs = Date.now();
    log().error({ code }, "Redis is not reachable");
  };
}
