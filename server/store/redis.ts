import { Redis } from "ioredis";
import type { Store } from "~server/store/store";

/** Every key of the storefront in a Redis that others may use too. */
export const REDIS_PREFIX = "storefront:";

const CONNECT_DEADLINE_MS = 1_000;
const COMMAND_DEADLINE_MS = 1_000;
const RECONNECT_MAX_MS = 2_000;

/**
 * A connection to the Redis that the instances share. It reconnects by itself; meanwhile commands fail at once.
 *
 * @param onTrouble told the error's code (never the address, which may hold a password) when the connection breaks
 */
export function connectRedis(redisUrl: string, onTrouble: (code: string) => void): Redis {
  const redis = new Redis(redisUrl, {
    connectTimeout: CONNECT_DEADLINE_MS,
    commandTimeout: COMMAND_DEADLINE_MS,
    maxRetriesPerRequest: 0,
    // A command that was sent may have been carried out. Sent again, `add` would find its own key and say "taken".
    autoResendUnfulfilledCommands: false,
    retryStrategy: (times) => Math.min(times * 100, RECONNECT_MAX_MS),
  });
  redis.on("error", (error: NodeJS.ErrnoException) => onTrouble(error.code ?? error.name));
  return redis;
}

/**
 * The store in Redis (6.2 or later). Each call is one command, so each is atomic.
 * Every function rejects when Redis does not answer within a second.
 */
export function redisStore(redis: Redis): Store {
  return {
    get: (key) => redis.get(REDIS_PREFIX + key),
    set: async (key, value, ageMs) => {
      await redis.set(REDIS_PREFIX + key, value, "PX", Math.ceil(ageMs));
    },
    add: async (key, value, ageMs) =>
      (await redis.set(REDIS_PREFIX + key, value, "PX", Math.ceil(ageMs), "NX")) === "OK",
    take: (key) => redis.getdel(REDIS_PREFIX + key),
    delete: async (key) => {
      await redis.del(REDIS_PREFIX + key);
    },
    close: async () => redis.disconnect(),
  };
}
