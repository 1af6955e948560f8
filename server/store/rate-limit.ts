import {
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  RateLimiterSQLite,
  type RateLimiterAbstract,
} from "rate-limiter-flexible";
import { sign } from "~server/crypto/keys";
import { LIMITS, type Rate } from "~server/limits";
import { LIMITS_TABLE } from "@storefront/store/layout";
import { REDIS_PREFIX } from "@storefront/store/redis";
import { openedLimits, sharedRedis } from "~server/store/shared";
import { registerCounter } from "@storefront/observability/metrics";

/** Rate limits, counted by all processes together. */

export const rateLimitCounter = registerCounter<string>({
  metric: "storefront_rate_limited_total",
  help: "Requests that were refused or slowed because a limit was reached, by the limit's name",
  label: "limit",
  // Labels used in alerts exist from the start, so that an alert sees the first refusal.
  counts: {
    ...Object.fromEntries(
      Object.keys(LIMITS)
        .filter((name) => name.startsWith("tries:"))
        .map((name) => [name, 0]),
    ),
    "password:account": 0,
    "registration:account": 0,
    "codes:hour": 0,
    "codes:day": 0,
    lookups: 0,
  },
});

/** Counts a refusal. `name` must be a constant, because each value is a separate time series. */
export function countRateLimited(name: string): void {
  rateLimitCounter.counts[name] = (rateLimitCounter.counts[name] ?? 0) + 1;
}

/** Limiters by store, because a closed store is replaced. */
const limiters = new WeakMap<object, Map<string, RateLimiterAbstract>>();

/** Counts one use, in this process if the store does not respond; `retryAfterMs` is 0 if the use is allowed. */
export async function limit(
  name: string,
  key: string,
  rate: Rate,
): Promise<{ allowed: boolean; retryAfterMs: number; used: number }> {
  try {
    const { consumedPoints: used } = await limiter(name, rate).consume(sign("limit", key));
    return { allowed: true, retryAfterMs: 0, used };
  } catch (rejection) {
    if (!(rejection instanceof RateLimiterRes)) throw rejection;
    countRateLimited(name);
    return { allowed: false, retryAfterMs: Math.max(rejection.msBeforeNext, 1), used: rejection.consumedPoints };
  }
}

/** Like `limit`, but counts nothing. */
export async function peekLimit(
  name: string,
  key: string,
  rate: Rate,
): Promise<{ allowed: boolean; retryAfterMs: number }> {
  const counted = await limiter(name, rate).get(sign("limit", key));
  if (!counted || counted.consumedPoints < rate.points) return { allowed: true, retryAfterMs: 0 };
  return { allowed: false, retryAfterMs: Math.max(counted.msBeforeNext, 1) };
}

/** Counts an event without limiting it, such as a wrong password. */
export async function count(name: string, key: string, rate: Rate, points = 1): Promise<void> {
  await limiter(name, rate).penalty(sign("limit", key), points);
}

export async function readCount(name: string, key: string, rate: Rate): Promise<number> {
  return (await limiter(name, rate).get(sign("limit", key)))?.consumedPoints ?? 0;
}

const MEMORY_KEYS_MAX = 10_000;

/** Counts in this process. Beyond `MEMORY_KEYS_MAX` keys, drops the key used longest ago. */
export class BoundedMemory extends RateLimiterMemory {
  readonly #keys = new Set<string>();

  override consume(key: string, points?: number) {
    this.#remember(key);
    return super.consume(key, points);
  }

  override penalty(key: string, points?: number) {
    this.#remember(key);
    return super.penalty(key, points);
  }

  #remember(key: string): void {
    this.#keys.delete(key);
    this.#keys.add(key);
    if (this.#keys.size <= MEMORY_KEYS_MAX) return;
    const [oldest = key] = this.#keys;
    this.#keys.delete(oldest);
    void this.delete(oldest);
  }
}

function limiter(name: string, { points, perMs }: Rate): RateLimiterAbstract {
  const redis = sharedRedis();
  const { fileLimits } = openedLimits();
  const storage = redis ?? fileLimits;
  const known = (storage && limiters.get(storage)) ?? new Map<string, RateLimiterAbstract>();
  if (storage) limiters.set(storage, known);
  const id = `${name}:${points}:${perMs}`;
  let found = known.get(id);
  if (!found) {
    const options = { keyPrefix: `${REDIS_PREFIX}limit:${name}`, points, duration: Math.ceil(perMs / 1000) };
    const insured = { ...options, insuranceLimiter: new BoundedMemory(options) };
    found = redis
      ? new RateLimiterRedis({ ...insured, storeClient: redis, rejectIfRedisNotReady: true })
      : new RateLimiterSQLite({
          ...insured,
          storeClient: fileLimits,
          // libsql has the same interface.
          storeType: "better-sqlite3",
          tableName: LIMITS_TABLE,
          tableCreated: true,
        });
    known.set(id, found);
  }
  return found;
}
