import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openStoreFile } from "./file";
import { memoryStore } from "./memory";
import { redisStore } from "./redis";
import { connectRedis } from "./redis-connection";
import type { Store } from "./store";
import { storeOptions } from "./test/opener";
import { freshFolder } from "@storefront/test-support/fresh-folder";
import { hasRedis, startRedis } from "@storefront/test-support/redis";
import { LONG_WAIT } from "@storefront/test-support/endless-wait";

let redis: Awaited<ReturnType<typeof startRedis>> | undefined;
const stores: Partial<Record<"memory" | "redis" | "file", Store>> = {};
const folder = freshFolder("store-contract");
const witnessDir = freshFolder("store-witness");

beforeAll(async () => {
  stores.memory = memoryStore();
  stores.file = openStoreFile(join(folder, "store.db"), storeOptions(witnessDir)).store;
  if (!hasRedis) return;
  redis = await startRedis();
  const connection = connectRedis(redis.url, () => undefined);
  await vi.waitUntil(() => connection.status === "ready", LONG_WAIT);
  stores.redis = redisStore(connection);
});

afterAll(async () => {
  await Promise.all(Object.values(stores).map((store) => store.close()));
  await redis?.stop();
  rmSync(folder, { recursive: true });
  rmSync(witnessDir, { recursive: true });
});

const once = (value: string) => ({ value, ageMs: 60_000 });

for (const kind of ["memory", "redis", "file"] as const) {
  const contract = (name: string, body: (store: Store) => Promise<void>) =>
    test.skipIf(kind === "redis" && !hasRedis)(`${kind}: ${name}`, async () => {
      const store = stores[kind];
      if (!store) throw new Error("not started");
      await body(store);
    });

  contract("a stored value can be read until it is deleted", async (store) => {
    expect(await store.get("a:1")).toBeNull();
    await store.set("a:1", "值 value", 60_000);
    expect(await store.get("a:1")).toBe("值 value");
    await store.set("a:1", "other", 60_000);
    expect(await store.get("a:1")).toBe("other");
    await store.delete("a:1");
    expect(await store.get("a:1")).toBeNull();
    await store.delete("a:1");
  });

  contract("several values are read together, in order", async (store) => {
    await store.set("j:1", "值", 60_000);
    await store.set("j:3", "3", 60_000);
    expect(await store.getAll(["j:3", "j:2", "j:1"])).toEqual(["3", null, "值"]);
  });

  contract("add stores only what is absent", async (store) => {
    expect(await store.add("b:1", "first", 60_000)).toBe(true);
    expect(await store.add("b:1", "second", 60_000)).toBe(false);
    expect(await store.get("b:1")).toBe("first");
    await store.delete("b:1");
    expect(await store.add("b:1", "third", 60_000)).toBe(true);
  });

  contract("a value expires after its time", async (store) => {
    await store.set("e:1", "short", 20);
    expect(await store.add("e:2", "short", 20)).toBe(true);
    await vi.waitFor(
      async () => expect([await store.get("e:1"), await store.get("e:2")]).toEqual([null, null]),
      LONG_WAIT,
    );
    expect(await store.add("e:2", "again", 60_000)).toBe(true);
  });

  contract("a change is applied completely if every key has its expected value", async (store) => {
    await store.set("f:1", "值", 60_000);
    await store.set("f:3", "gone", 60_000);
    const change = {
      expect: { "f:1": "值", "f:2": null },
      write: { "f:1": once("new"), "f:2": once("+"), "f:3": null },
    };
    expect(await store.commit(change)).toBe("done");
    expect([await store.get("f:1"), await store.get("f:2"), await store.get("f:3")]).toEqual(["new", "+", null]);
  });

  contract("a change is not applied at all if one key has another value", async (store) => {
    await store.set("g:1", "1", 60_000);
    const wrong: Record<string, string | null>[] = [
      { "g:1": "2" },
      { "g:1": null },
      { "g:1": "1", "g:2": "" },
      { "g:2": "-" },
    ];
    for (const pairs of wrong) {
      expect(await store.commit({ expect: pairs, write: { "g:1": once("x"), "g:3": once("x") } })).toBe("conflict");
    }
    expect([await store.get("g:1"), await store.get("g:3")]).toEqual(["1", null]);
  });

  contract("of 50 concurrent changes of one key one is applied", async (store) => {
    await store.set("h:1", "start", 60_000);
    const changes = Array.from({ length: 50 }, (_, n) =>
      store.commit({ expect: { "h:1": "start" }, write: { "h:1": once(String(n)) } }),
    );
    expect((await Promise.all(changes)).filter((response) => response === "done")).toHaveLength(1);
  });

  contract("a change for another epoch is rejected; the expected values are checked first", async (store) => {
    const epoch = await store.epoch();
    expect(await store.epoch()).toBe(epoch);
    for (const other of ["another", ""]) {
      expect(await store.commit({ epoch: other, write: { "i:1": once("x") } })).toBe("otherEpoch");
    }
    expect(await store.get("i:1")).toBeNull();
    expect(await store.commit({ epoch, write: { "i:1": once("x") } })).toBe("done");
    expect(await store.commit({ epoch: "another", expect: { "i:1": null }, write: { "i:1": null } })).toBe("conflict");
  });
}

test("memory: is limited, and many values of one kind do not evict another kind", async () => {
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
