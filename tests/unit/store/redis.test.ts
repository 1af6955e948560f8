import { Redis } from "ioredis";
import { once } from "node:events";
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { storeHealth } from "~server/store/health";
import { persistenceFaults } from "@storefront/store/redis";
import { sharedRedis } from "~server/store/shared";
import { setEnv } from "../../support/environment";
import { freshFolder } from "@storefront/test-support/fresh-folder";
import { hasRedis, startRedis, type RedisServer } from "@storefront/test-support/redis";
import { LONG_WAIT } from "@storefront/test-support/endless-wait";
import { useRedisServers } from "../../support/redis-servers";
import { carryOut, commandsOf } from "../../support/runbook";
import { startWatched } from "../../support/sentinels";

const { ending, redisOf, adminOf, connectionTo, storeOn } = useRedisServers();

let folder = "";

beforeEach(() => {
  folder = freshFolder("store-redis");
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The key of the last health write: its time by Redis's clock in seconds, its number and the memory's name. */
const HEALTH = "storefront:health";
const EPOCH = "storefront:epoch";
const SENDING = { value: "sending", ageMs: 60_000 };

/** The commands that back up a Redis, and those that restore it, including its Sentinels'. */
const [backUp = "", ...restoring] = [...commandsOf("Backup"), ...commandsOf("Restore")].filter((block) =>
  /appendonlydir|redis/.test(block),
);
const restore = restoring.find((block) => block.includes("appendonlydir")) ?? "";

/** Runs commands for a Redis, and those in the cron file that the backup makes. */
const carryOutFor = (port: number, commands: string, folders: Record<string, string>, password = ""): string =>
  carryOut(`redis-cli() { command redis-cli -p ${port} "$@"; }\nexport -f redis-cli\n${commands}`, {
    ...folders,
    "/etc/cron.hourly": folders["/var/backups"] ?? "",
    "export REDISCLI_AUTH='password'": password && `export REDISCLI_AUTH='${password}'`,
  });

describe.skipIf(!hasRedis)("Redis", () => {
  test("starts a new epoch after a restart, since the last writes may be missing", async () => {
    const first = await startRedis({ keepIn: folder });
    const store = await storeOn(first.url);
    const epoch = await store.epoch();
    await store.set("quote:1", "paid", 60_000);
    expect(await store.commit({ epoch, write: { "quote:2": null } })).toBe("done");
    await first.stop();
    await redisOf({ keepIn: folder, port: first.port });
    // The same connection, once it is open again.
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

  test("starts a new epoch after evicting keys, since payments may be lost", async () => {
    const redis = await redisOf({ settings: ["--maxmemory", "4mb", "--maxmemory-policy", "volatile-lru"] });
    const [store, admin] = [await storeOn(redis.url), adminOf(redis)];
    const epoch = await store.epoch();
    const claim = { epoch, expect: { "quote:1": null }, write: { "quote:1": SENDING } };
    expect(await store.commit(claim)).toBe("done");
    // Fills the memory, as strangers can by their posts.
    for (let n = 0; n < 5_000 && (await admin.exists("storefront:quote:1")) > 0; n += 1)
      await store.set(`replay:${n}`, "x".repeat(2_000), 60_000);
    expect(await store.get("quote:1")).toBeNull();
    expect(await store.commit(claim)).toBe("otherEpoch");
    await admin.config("SET", "maxmemory", "0");
    const now = await store.epoch();
    expect(await store.commit({ ...claim, epoch: now })).toBe("done");
    expect(await store.epoch(), "the epoch stays until more keys are evicted").toBe(now);
  });

  test("starts a new epoch when restored as in docs/operate/backup.md, and repeats no later payment", async () => {
    const first = await startRedis({ keepIn: folder });
    const backups = freshFolder("redis-backups");
    const carry = (commands: string) =>
      carryOutFor(first.port, commands, { "/var/lib/redis": folder, "/var/backups": backups });
    const store = await storeOn(first.url);
    const epoch = await store.epoch();
    await store.set("order:1", "kept", 60_000);
    carry(backUp);
    expect(await store.commit({ epoch, write: { "quote:1": SENDING } })).toBe("done");
    await first.stop();
    carry(restore);
    await redisOf({ keepIn: folder, port: first.port });
    const again = await storeOn(first.url);
    expect([await again.get("order:1"), await again.get("quote:1")], "the data is as of the backup").toEqual([
      "kept",
      null,
    ]);
    expect(await again.commit({ epoch, write: { "quote:1": SENDING } })).toBe("otherEpoch");
    rmSync(backups, { recursive: true });
  });

  test("keeps the restored data when restored under Sentinels as in docs/operate/backup.md", async () => {
    const watched = await startWatched(1, { keepIn: folder });
    ending.push(watched.stop);
    const [primary, replica] = watched.servers as [RedisServer, RedisServer];
    const password = decodeURIComponent(new URL(watched.url.replace(/,.*/, "")).password);
    const settings = ["--requirepass", password, "--masterauth", password];
    const backups = freshFolder("redis-backups");
    const carry = (commands: string) =>
      carryOutFor(primary.port, commands, { "/var/lib/redis": folder, "/var/backups": backups }, password);
    const ask = async (port: number, command: (client: Redis) => Promise<unknown>) => {
      const client = new Redis({ port, password });
      return command(client).finally(() => client.disconnect());
    };
    await ask(primary.port, (client) => client.set("storefront:as-of", "the backup"));
    carry(backUp);
    await ask(primary.port, (client) => client.set("storefront:as-of", "later"));

    let areWatching = true;
    const services: Record<string, () => Promise<unknown>> = {
      "stop redis-sentinel": () => watched.stopSentinels().finally(() => (areWatching = false)),
      "start redis-sentinel": () => watched.startSentinels(),
      async "stop redis-server"() {
        await primary.stop();
        // The Sentinels fail over before anybody restores.
        if (areWatching) await watched.replaced(primary);
      },
      "start redis-server": () => redisOf({ keepIn: folder, port: primary.port, settings }),
    };
    for (const line of restoring
      .join("")
      .trim()
      .split(/\s*\n\s*/)) {
      const [, action = ""] = /^systemctl (.*)/.exec(line) ?? [];
      if (!action) carry(line);
      else await services[action]?.();
    }
    expect((await watched.primary()).port).toBe(primary.port);
    for (const { port } of [primary, replica]) {
      await vi.waitUntil(
        async () => (await ask(port, (client) => client.get("storefront:as-of"))) === "the backup",
        LONG_WAIT,
      );
    }
    rmSync(backups, { recursive: true });
  });

  test("a failed backup says why, and keeps the previous one", async () => {
    const { port } = await redisOf({ keepIn: folder, settings: ["--requirepass", "secret"] });
    const backups = freshFolder("redis-backups");
    const attempt = (password: string, from: string) =>
      carryOutFor(
        port,
        `{ ${backUp} } 2>&1 || echo failed`,
        { "/var/lib/redis": from, "/var/backups": backups },
        password,
      );
    expect(attempt("secret", folder)).toBe("");
    const made = statSync(join(backups, "appendonlydir")).mtimeMs;
    for (const [password, from] of [
      ["wrong", folder],
      ["secret", join(folder, "not-there")],
    ] as const)
      expect(attempt(password, from)).toMatch(/.+\nfailed\n$/);
    expect(readdirSync(backups)).toContain("appendonlydir");
    expect(statSync(join(backups, "appendonlydir")).mtimeMs).toBe(made);
    rmSync(backups, { recursive: true });
  });

  test("starts a new epoch after a flush, without a new connection", async () => {
    const redis = await redisOf();
    const store = await storeOn(redis.url);
    const epoch = await store.epoch();
    const admin = new Redis(redis.url);
    await admin.flushall();
    await admin.quit();
    expect(await store.commit({ epoch, write: { "quote:1": null } })).toBe("otherEpoch");
    expect(await store.epoch()).not.toBe(epoch);
  });

  test.each<[how: string, keysOf: (keys: string[]) => string[][]]>([
    ["in one go", (keys) => [keys]],
    ["the epoch's key first", (keys) => [[EPOCH], keys]],
    ["the epoch's key last", (keys) => [keys.filter((key) => key !== EPOCH), [EPOCH]]],
    ["the epoch's key alone", () => [[EPOCH]]],
  ])("starts a new epoch when a young backup is restored into it while it runs, %s", async (_, keysOf) => {
    const redis = await redisOf();
    const admin = adminOf(redis);
    const [store, other] = [await storeOn(redis.url), await storeOn(redis.url)];
    await store.probe();
    await other.probe();
    const epoch = await store.epoch();
    const backup = await Promise.all(
      (await admin.keys("*")).map(async (key) => [key, await admin.dumpBuffer(key)] as const),
    );
    const claim = { epoch, expect: { "quote:1": null }, write: { "quote:1": SENDING } };
    expect(await store.commit(claim)).toBe("done");
    await admin.flushall();
    const saved = new Map(backup);
    for (const keys of keysOf([...saved.keys()])) {
      for (const key of keys) await admin.restore(key, 0, saved.get(key) ?? "", "REPLACE");
      expect(await store.commit(claim)).toBe("otherEpoch");
    }
    expect(await other.commit(claim)).toBe("otherEpoch");
    await other.probe();
    const now = await store.epoch();
    expect(await other.commit({ ...claim, epoch: now }), "and then no other").toBe("done");
  });

  test.each([120, -120])("starts one new epoch when its clock jumps by %i s", async (seconds) => {
    const redis = await redisOf();
    const [store, other] = [await storeOn(redis.url), await storeOn(redis.url)];
    const admin = adminOf(redis);
    await store.probe();
    const epoch = await store.epoch();
    await store.set("quote:1", "paid", 60_000);
    // A Redis clock cannot be set; an older last health write has the same effect.
    const moveClock = async (by: number) =>
      admin.set(
        HEALTH,
        String(await admin.get(HEALTH)).replace(/^\d+/, (at) => String(Number(at) - by)),
      );
    await moveClock(Math.sign(seconds) * 30);
    expect(await store.commit({ epoch, write: {} }), "no jump").toBe("done");
    await store.probe();
    await moveClock(seconds);
    // An entry with a TTL of a day has expired with the jump.
    await admin.del("storefront:quote:1");
    expect(await store.commit({ epoch, expect: { "quote:1": null }, write: { "quote:1": SENDING } })).toBe(
      "otherEpoch",
    );
    expect(await store.get("quote:1")).toBeNull();
    await moveClock(-seconds);
    expect(await other.commit({ epoch, write: {} }), "after the clock was corrected").toBe("otherEpoch");
    expect(await store.epoch()).not.toBe(epoch);
    expect(await other.epoch()).toBe(await store.epoch());
  });

  test("still returns known outcomes after its clock jumps", async () => {
    const redis = await redisOf();
    const store = await storeOn(redis.url);
    await store.probe();
    const epoch = await store.epoch();
    await store.set("quote:1", "paid", 60_000);
    await adminOf(redis).set(HEALTH, "1000");
    expect(await store.commit({ epoch, expect: { "quote:1": null }, write: { "quote:1": SENDING } })).toBe("conflict");
  });

  test("starts a new epoch after a clock jump, even if a probe sees it first", async () => {
    const redis = await redisOf();
    const store = await storeOn(redis.url);
    await store.probe();
    const epoch = await store.epoch();
    await adminOf(redis).set(HEALTH, "1000");
    await store.probe();
    expect(await store.commit({ epoch, write: {} })).toBe("otherEpoch");
    const now = await store.epoch();
    await store.probe();
    expect(await store.commit({ epoch: now, write: {} }), "once").toBe("done");
  });

  test("keeps its epoch beside an instance of an earlier version, which writes only the time", async () => {
    const redis = await redisOf();
    const store = await storeOn(redis.url);
    const epoch = await store.epoch();
    await adminOf(redis).set(HEALTH, String(Math.floor(Date.now() / 1000)));
    expect(await store.commit({ epoch, write: {} })).toBe("done");
  });

  test("keeps its epoch while instances probe it, even at first", async () => {
    const redis = await redisOf();
    const stores = await Promise.all([1, 2, 3].map(() => storeOn(redis.url)));
    const epochs = [await stores[0]?.epoch()];
    await Promise.all(stores.map((store) => store.probe()));
    await Promise.all(stores.map((store) => store.probe()));
    for (const store of stores) epochs.push(await store.epoch());
    expect(new Set(epochs).size).toBe(1);
    expect(await adminOf(redis).ttl(HEALTH), "it never expires").toBe(-1);
  });

  test("reports settings that may lose a purchase: no append-only file, eviction of keys", async () => {
    const redis = await redisOf({ settings: ["--maxmemory-policy", "allkeys-lru"] });
    setEnv({ REDIS_URL: redis.url });
    await vi.waitUntil(async () => (await storeHealth()).ok, LONG_WAIT);
    expect(await storeHealth()).toEqual({ ok: true, note: "appendonly is off; maxmemory-policy is allkeys-lru" });
  });

  test("reports only the beginning of a long setting", async () => {
    const info = () => Promise.resolve(`maxmemory_policy:${"x".repeat(1_000_000)}`);
    const faults = await persistenceFaults({ info } as unknown as Redis);
    expect(faults.join().length).toBeLessThan(100);
  });

  test("rejects a value that is longer than a reply may be, since reading it would cost everybody the connection", async () => {
    const store = await storeOn((await redisOf()).url);
    const [value, ageMs] = ["算".repeat(400_000), 60_000];
    await expect(store.set("buyer:1", value, ageMs)).rejects.toThrow("value too large");
    await expect(store.add("buyer:1", value, ageMs)).rejects.toThrow("value too large");
    await expect(store.commit({ write: { "buyer:1": { value, ageMs } } })).rejects.toThrow("value too large");
    await store.set("buyer:1", value.slice(100_000), ageMs);
    expect(await store.get("buyer:1")).toHaveLength(300_000);
  });

  test("leaves no listener behind on lost connections", async () => {
    const connection = connectionTo((await redisOf()).url);
    await once(connection, "ready");
    const first = connection.listenerCount("end");
    for (let lost = 0; lost < 3; lost += 1) {
      const isBack = once(connection, "ready");
      connection.disconnect(true);
      await isBack;
    }
    expect(connection.listenerCount("end")).toBe(first);
  });

  test("reports nothing with safe settings", async () => {
    const redis = await redisOf({ keepIn: folder });
    expect(await persistenceFaults(connectionTo(redis.url))).toEqual([]);
  });
});

describe.skipIf(!hasRedis)("a Redis that does not respond", () => {
  const refused = (error: unknown) => (error as Error).message;
  const inTime = "Command timed out";

  test("is not used for a while after three commands, and then by one at a time", async () => {
    const redis = await redisOf();
    const store = await storeOn(redis.url);
    await store.set("once:1", "kept", 60_000);
    redis.hang();
    const silent = await Promise.all([1, 2, 3, 4].map(() => store.get("once:1").catch(refused)));
    expect(silent, "commands already sent").toEqual([inTime, inTime, inTime, inTime]);
    const next = await store.set("once:2", "never sent", 60_000).catch(refused);
    expect(next).not.toBe(inTime);
    // After the pause one command is sent as a trial, and others fail without waiting for it.
    const seen: unknown[] = [];
    await vi.waitUntil(() => {
      void store
        .get("once:1")
        .catch(refused)
        .then((found) => seen.push(found));
      return seen.includes(inTime);
    }, LONG_WAIT);
    expect(seen.filter((one) => one === inTime)).toHaveLength(1);

    redis.wake();
    await vi.waitUntil(
      () =>
        store
          .get("once:1")
          .catch(refused)
          .then((value) => value === "kept"),
      LONG_WAIT,
    );
    expect(await store.get("once:2"), "a rejected write was not sent").toBeNull();
  });

  test("delays a page only once, limits included", async () => {
    const redis = await redisOf();
    setEnv({ REDIS_URL: redis.url });
    await vi.waitUntil(async () => (await storeHealth()).ok, LONG_WAIT);
    redis.hang();
    for (let asked = 0; asked < 3; asked += 1) expect(await storeHealth()).toMatchObject({ ok: false });
    await setImmediate();
    const connection = sharedRedis();
    if (!connection) throw new Error("There is no Redis");
    const send = vi.spyOn(connection.stream, "write");
    expect(await storeHealth()).toMatchObject({ ok: false });
    expect(send).not.toHaveBeenCalled();
    redis.wake();
    await vi.waitUntil(async () => (await storeHealth()).ok, LONG_WAIT);
  });

  test("does not include one that returns errors: a full Redis is used each time", async () => {
    const redis = await redisOf({ settings: ["--maxmemory", "1", "--maxmemory-policy", "noeviction"] });
    const store = await storeOn(redis.url);
    for (let asked = 0; asked < 5; asked += 1) {
      expect(await store.set("once:1", "too much", 60_000).catch(refused)).toMatch(/^OOM/);
    }
    expect(await store.get("once:1")).toBeNull();
  });
});
