import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { memoryStore } from "~server/store/memory";
import { connectRedis, redisStore } from "~server/store/redis";
import type { Store } from "~server/store/store";
import { hasRedis, startRedis } from "../support/redis";

let redis: Awaited<ReturnType<typeof startRedis>> | undefined;
const stores: Partial<Record<"memory" | "redis", Store>> = {};

beforeAll(async () => {
  stores.memory = memoryStore();
  if (!hasRedis) return;
  redis = await startRedis();
  stores.redis = redisStore(connectRedis(redis.url, () => undefined));
});

afterAll(async () => {
  await Promise.all(Object.values(stores).map((store) => store.close()));
  await redis?.stop();
});

for (const kind of ["memory", "redis"] as const) {
  const contract = (name: string, body: (store: Store) => Promise<void>) =>
    test.skipIf(kind === "redis" && !hasRedis)(`${kind}: ${name}`, async () => {
      const store = stores[kind];
      if (!store) throw new Error("not started");
      await body(store);
    });

  contract("what is set is got until it is deleted", async (store) => {
    expect(await store.get("a:1")).toBeNull();
    await store.set("a:1", "值 value", 60_000);
    expect(await store.get("a:1")).toBe("值 value");
    await store.set("a:1", "other", 60_000);
    expect(await store.get("a:1")).toBe("other");
    await store.delete("a:1");
    expect(await store.get("a:1")).toBeNull();
    await store.delete("a:1");
  });

  contract("add stores only what is absent", async (store) => {
    expect(await store.add("b:1", "first", 60_000)).toBe(true);
    expect(await store.add("b:1", "second", 60_000)).toBe(false);
    expect(await store.get("b:1")).toBe("first");
    await store.delete("b:1");
    expect(await store.add("b:1", "third", 60_000)).toBe(true);
  });

  contract("of 100 that add at once one does", async (store) => {
    const added = await Promise.all(Array.from({ length: 100 }, (_, n) => store.add("c:1", String(n), 60_000)));
    expect(added.filter(Boolean)).toHaveLength(1);
  });

  contract("take gets and deletes: of 100 that take at once one gets it", async (store) => {
    await store.set("d:1", "once", 60_000);
    const taken = await Promise.all(Array.from({ length: 100 }, () => store.take("d:1")));
    expect(taken.filter((value) => value !== null)).toEqual(["once"]);
    expect(await store.get("d:1")).toBeNull();
  });

  contract("a value is gone after its time", async (store) => {
    await store.set("e:1", "short", 20);
    expect(await store.add("e:2", "short", 20)).toBe(true);
    await vi.waitFor(async () => expect([await store.get("e:1"), await store.get("e:2")]).toEqual([null, null]));
    expect(await store.add("e:2", "again", 60_000)).toBe(true);
  });
}

test("memory: a value lives exactly as long as it was given", async () => {
  let nowMs = 1_000_000;
  const store = memoryStore({ nowMs: () => nowMs });
  await store.add("resend:x", "v", 60_000);
  nowMs += 59_999;
  expect(await store.add("resend:x", "w", 60_000)).toBe(false);
  nowMs += 2;
  expect(await store.add("resend:x", "w", 60_000)).toBe(true);
});

test("memory: is bounded, and a flood of one kind does not push out another", async () => {
  const store = memoryStore();
  await store.add("quote:1", "settled", 60_000);
  for (let n = 0; n < 25_000; n += 1) await store.set(`replay:${n}`, "x", 60_000);
  expect(await store.get("replay:0")).toBeNull();
  expect(await store.get("replay:24999")).toBe("x");
  expect(await store.get("quote:1")).toBe("settled");
  for (let n = 0; n < 12; n += 1) await store.set(`large:${n}`, "x".repeat(1024 * 1024), 60_000);
  expect(await store.get("large:0")).toBeNull();
  expect(await store.get("large:11")).not.toBeNull();
});
