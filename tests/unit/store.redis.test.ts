import { Redis } from "ioredis";
import { rmSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { connectRedis, persistenceFaults, redisStore } from "~server/store/redis";
import { closeStore, storeHealth } from "~server/store/shared";
import { setEnv } from "../support/environment";
import { freshFolder } from "../support/fresh-folder";
import { hasRedis, startRedis } from "../support/redis";
import { PATIENTLY } from "../support/patience";

let folder = "";
const ending: (() => Promise<unknown>)[] = [];

beforeEach(() => {
  folder = freshFolder("store-redis");
});

afterEach(async () => {
  await closeStore();
  for (const end of ending.splice(0).reverse()) await end();
  rmSync(folder, { recursive: true, force: true });
});

async function redisOf(options: Parameters<typeof startRedis>[0] = {}) {
  const redis = await startRedis(options);
  ending.push(redis.stop);
  return redis;
}

function storeOn(url: string) {
  const store = redisStore(connectRedis(url, () => undefined));
  ending.push(store.close);
  return store;
}

describe.skipIf(!hasRedis)("Redis", () => {
  test("restarted, it has another epoch even where nothing was lost: what is promised may be behind", async () => {
    const first = await startRedis({ keepIn: folder });
    const store = storeOn(first.url);
    const epoch = await store.epoch();
    await store.set("quote:1", "paid", 60_000);
    expect(await store.commit({ epoch, write: { "quote:2": null } })).toBe("done");
    await first.stop();
    await redisOf({ keepIn: folder, port: first.port });
    // The same connection, once it stands again.
    await vi.waitUntil(
      () =>
        store.get("quote:1").then(
          (value) => value === "paid",
          () => false,
        ),
      { timeout: 10_000 },
    );
    expect(await store.epoch()).not.toBe(epoch);
    expect(await store.commit({ epoch, write: { "quote:2": null } })).toBe("otherEpoch");
  });

  test("emptied, it has another epoch, without a new connection", async () => {
    const redis = await redisOf();
    const store = storeOn(redis.url);
    const epoch = await store.epoch();
    const admin = new Redis(redis.url);
    await admin.flushall();
    await admin.quit();
    expect(await store.commit({ epoch, write: { "quote:1": null } })).toBe("otherEpoch");
    expect(await store.epoch()).not.toBe(epoch);
  });

  test("one that may forget a purchase is told of: no append-only file, keys thrown away", async () => {
    const redis = await redisOf({ settings: ["--maxmemory-policy", "allkeys-lru"] });
    setEnv({ REDIS_URL: redis.url });
    await vi.waitUntil(async () => (await storeHealth()).ok, PATIENTLY);
    expect(await storeHealth()).toEqual({ ok: true, note: "appendonly is off; maxmemory-policy is allkeys-lru" });
  });

  test("one that keeps what it is given has nothing to be told", async () => {
    const redis = await redisOf({ keepIn: folder });
    const connection = connectRedis(redis.url, () => undefined);
    ending.push(async () => connection.disconnect());
    expect(await persistenceFaults(connection)).toEqual([]);
  });
});

test("a store that does not answer is told of", async () => {
  // Nothing listens on port 9.
  setEnv({ REDIS_URL: "redis://127.0.0.1:9" });
  expect(await storeHealth()).toEqual({ ok: false });
});

test("the file has nothing to be told", async () => {
  expect(await storeHealth()).toEqual({ ok: true });
});
