import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from "rate-limiter-flexible";
import { sign } from "~server/session/keys";
import { REDIS_PREFIX } from "~server/store/redis";
import { sharedRedis } from "~server/store/store";

/** How often something may happen. */
export interface Rate {
  points: number;
  perMs: number;
}

const limiters = new Map<string, RateLimiterAbstract>();

/**
 * Counts one use and tells whether it is within the rate. Shared by the instances with Redis; when Redis does not answer
 * each process counts for itself, for a limit must not lock everybody out.
 *
 * @param name what is limited: a name of the program, never of a request
 * @param key whom: an address, an account; stored as a keyed digest only
 * @returns `retryAfterMs` is 0 when allowed
 */
export async function limit(
  name: string,
  key: string,
  rate: Rate,
): Promise<{ allowed: boolean; retryAfterMs: number }> {
  try {
    await limiter(name, rate).consume(sign("limit", key));
    return { allowed: true, retryAfterMs: 0 };
  } catch (rejection) {
    if (rejection instanceof RateLimiterRes)
      return { allowed: false, retryAfterMs: Math.max(rejection.msBeforeNext, 1) };
    throw rejection;
  }
}

/** Forgets every count of this process. For tests. */
export function forgetLimits(): void {
  limiters.clear();
}

function limiter(name: string, { points, perMs }: Rate): RateLimiterAbstract {
  const id = `${name}:${points}:${perMs}`;
  let found = limiters.get(id);
  if (!found) {
    const options = { keyPrefix: `${REDIS_PREFIX}limit:${name}`, points, duration: Math.ceil(perMs / 1000) };
    const inProcess = new RateLimiterMemory(options);
    const redis = sharedRedis();
    found = redis
      ? new RateLimiterRedis({
          ...options,
          storeClient: redis,
          insuranceLimiter: inProcess,
          rejectIfRedisNotReady: true,
        })
      : inProcess;
    limiters.set(id, found);
  }
  return found;
}
