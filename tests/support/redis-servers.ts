import { Redis } from "ioredis";
import { afterEach, vi } from "vitest";
import { redisStore } from "@storefront/store/redis";
import { connectRedis } from "@storefront/store/redis-connection";
import { closeStore } from "~server/store/shared";
import { LONG_WAIT } from "@storefront/test-support/endless-wait";
import { startRedis } from "@storefront/test-support/redis";

/** Starts Redis servers and their connections for a test file. All end with the test that made them. */
export function useRedisServers() {
  const ending: (() => unknown)[] = [];
  afterEach(async () => {
    await closeStore();
    for (const end of ending.splice(0).reverse()) await end();
  });

  function connectionTo(url: string) {
    const connection = connectRedis(url, () => undefined);
    ending.push(() => connection.disconnect());
    return connection;
  }

  return {
    /** Functions that clean up after the test, called in reverse order. */
    ending,
    redisOf: async (options: Parameters<typeof startRedis>[0] = {}) => {
      const server = await startRedis(options);
      ending.push(server.stop);
      return server;
    },
    /** Opens a client that does not belong to the storefront. */
    adminOf: ({ url }: { url: string }) => {
      const admin = new Redis(url);
      ending.push(() => admin.disconnect());
      return admin;
    },
    connectionTo,
    /** Opens a store and waits for its connection, which may take longer than a first command would wait. */
    storeOn: async (url: string) => {
      const connection = connectionTo(url);
      await vi.waitUntil(() => connection.status === "ready", LONG_WAIT);
      return redisStore(connection);
    },
  };
}

/** Waits until something succeeds. */
export const works = (act: () => Promise<unknown>) =>
  vi.waitUntil(
    () =>
      act().then(
        () => true,
        () => false,
      ),
    LONG_WAIT,
  );
