import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { storeHealth } from "~server/store/health";
import { count, readCount } from "~server/store/rate-limit";
import { redisStore } from "@storefront/store/redis";
import { connectRedis } from "@storefront/store/redis-connection";
import { openStore } from "~server/store/shared";
import { setEnv } from "../../support/environment";
import { setClock } from "../../support/move-clock";
import { openLine } from "../../support/redis-line";
import { LONG_WAIT } from "@storefront/test-support/endless-wait";
import { freshFolder } from "@storefront/test-support/fresh-folder";
import { freePort, hasRedis, startRedis, startServer } from "@storefront/test-support/redis";
import { carryOut, commandsOf, quotedCommand } from "../../support/runbook";
import { useRedisServers, works } from "../../support/redis-servers";

const { ending, redisOf, adminOf, connectionTo, storeOn } = useRedisServers();

/** The key of the last health write; its value begins with the time by Redis's clock, in seconds. */
const HEALTH = "storefront:health";

/** The lines of Debian's file with an address or its example primary. */
const DEBIAN_SENTINEL = `bind 127.0.0.1 ::1
sentinel monitor mymaster 127.0.0.1 6379 2
sentinel down-after-milliseconds mymaster 30000
SENTINEL master-reboot-down-after-period mymaster 0
`;

describe.skipIf(!hasRedis)("a probe of Redis", () => {
  const reason = (error: unknown) => (error as Error).message;
  const probed = (url: string) => redisStore(connectionTo(url)).probe().catch(reason);

  test("succeeds if a purchase can be written, also twice at once", async () => {
    const redis = await redisOf();
    const store = await storeOn(redis.url);
    const admin = adminOf(redis);
    const [from] = await admin.time();
    await Promise.all([store.probe(), store.probe()]);
    const [to] = await admin.time();
    const usedAt = Number.parseInt(String(await admin.get(HEALTH)), 10);
    expect(usedAt).toBeGreaterThanOrEqual(Number(from));
    expect(usedAt).toBeLessThanOrEqual(Number(to));
    const [key = ""] = await admin.keys("storefront:probe:*");
    expect((await admin.get(key))?.length, "as large as a purchase").toBeGreaterThanOrEqual(4_096);
    expect(await admin.pttl(key), "it expires").toBeGreaterThan(0);
  });

  test("succeeds for the user made in docs/operate/backup.md, after a restart too, limits included", async () => {
    const folder = freshFolder("redis-user");
    const configFile = join(folder, "redis.conf");
    writeFileSync(configFile, "requirepass password\n");
    const first = await startRedis({ configFile, keepIn: folder });
    const make = commandsOf("Redis with Sentinels").find((block) => block.includes("acl setuser")) ?? "";
    carryOut(`redis-cli() { command redis-cli -e -p ${first.port} "$@"; }\n${make}`, {});
    await first.stop();
    const redis = await redisOf({ configFile, keepIn: folder, port: first.port });
    setEnv({ REDIS_URL: redis.url.replace("//", "//storefront:password@") });
    expect(await storeHealth()).toMatchObject({ ok: true });
    const rate = { points: 1, perMs: 60_000 };
    await count("acl", "somebody", rate);
    expect(await readCount("acl", "somebody", rate)).toBe(1);
    const admin = adminOf({ ...redis, url: redis.url.replace("//", "//:password@") });
    expect(await admin.keys("storefront:limit:*"), "counted in Redis").toHaveLength(1);
    const byHand = (commands: string) =>
      carryOut(
        `redis-cli() { command redis-cli -e -p ${redis.port} "$@"; }\nexport REDISCLI_AUTH=password\n${commands}`,
        {},
      );
    expect(byHand(quotedCommand(/`(redis-cli info replication)`/))).toContain("role:master");
    byHand(
      `${quotedCommand(/`(redis-cli acl deluser)`/)} storefront\n${quotedCommand(/`(redis-cli config rewrite)`/)}`,
    );
    expect(readFileSync(configFile, "utf8")).not.toContain("user storefront");
    rmSync(folder, { recursive: true });
  });

  test("succeeds under Sentinels set up as in docs/operate/backup.md from Debian's files", async () => {
    const [ports, watcherPort] = [[await freePort(), await freePort()], await freePort()];
    const blocks = commandsOf("Redis with Sentinels");
    const [everywhere = "", onReplicas = "", makeUser = ""] = ["masterauth", "replicaof", "acl setuser"].map((word) =>
      blocks.find((block) => block.includes(word)),
    );
    for (const [n, port] of ports.entries()) {
      const folder = freshFolder("redis-machine");
      writeFileSync(join(folder, "redis.conf"), "bind 127.0.0.1 -::1\nappendonly no\n");
      writeFileSync(join(folder, "sentinel.conf"), DEBIAN_SENTINEL);
      carryOut(n === 0 ? everywhere : everywhere + onReplicas, {
        "/etc/redis": folder,
        "10.0.0.1 127.0.0.1": "127.0.0.1",
        "10.0.0.1 6379": `127.0.0.1 ${ports[0]}`,
      });
      ending.push(() => rmSync(folder, { recursive: true }));
      const start = async (file: string, own: number, ...mode: string[]) => {
        const { stop } = await startServer("redis-server", [
          join(folder, file),
          ...["--port", `${own}`, "--dir", folder],
          ...mode,
        ]);
        ending.push(stop);
      };
      await start("redis.conf", port);
      if (n === 0) await start("sentinel.conf", watcherPort, "--sentinel");
      carryOut(`redis-cli() { command redis-cli -e -p ${port} "$@"; }\n${makeUser}`, {});
    }
    const url = quotedCommand(/`REDIS_URL=(redis-sentinel:[^`]*)`/);
    setEnv({ REDIS_URL: url.replace("10.0.0.1,10.0.0.2,10.0.0.3", `127.0.0.1:${watcherPort}`) });
    await vi.waitUntil(async () => (await storeHealth()).ok, LONG_WAIT);
    expect(await storeHealth()).toEqual({ ok: true });
  });

  test("reports a clock that differs by more than a minute, with which no quote is made or paid", async () => {
    const redis = await redisOf();
    const shared = await storeOn(redis.url);
    const epoch = await shared.epoch();
    setClock(59_000);
    expect(await shared.epoch()).toBe(epoch);
    setClock(11 * 60_000);
    const said = /^CLOCK of this instance differs by \d+ s$/;
    expect(await probed(redis.url)).toMatch(said);
    const claim = { epoch, write: { "quote:1": { value: "started", ageMs: 1_000 } } };
    await expect(shared.commit(claim)).rejects.toThrow("CLOCK of this instance differs");
    expect(Math.abs((await shared.nowMs()) + 11 * 60_000 - Date.now())).toBeLessThan(65_000);
    expect(await shared.get("quote:1")).toBeNull();
  });

  test("reports a full Redis that can still be read", async () => {
    const redis = await redisOf({ settings: ["--maxmemory", "1", "--maxmemory-policy", "noeviction"] });
    expect(await probed(redis.url)).toBe("OOM command not allowed when used memory > 'maxmemory'.");
    await adminOf(redis).config("SET", "maxmemory", "0");
    await (await storeOn(redis.url)).probe();
  });

  test("reports a replica, which can be read", async () => {
    const redis = await redisOf({ settings: ["--replicaof", "127.0.0.1 9"] });
    expect(await probed(redis.url)).toBe("READONLY You can't write against a read only replica.");
  });

  test("reports a primary without replicas", async () => {
    const redis = await redisOf({ settings: ["--min-replicas-to-write", "1"] });
    expect(await probed(redis.url)).toBe("NOREPLICAS Not enough good replicas to write.");
  });

  test("reports a node of a Cluster, which also fails the start", async () => {
    const redis = await redisOf({ settings: ["--cluster-enabled", "yes"] });
    expect(await probed(redis.url)).toBe("cluster");
    const admin = adminOf(redis);
    await admin.cluster("ADDSLOTSRANGE", 0, 16_383);
    await vi.waitUntil(async () => (await admin.cluster("INFO")).includes("cluster_state:ok"), LONG_WAIT);
    expect(await probed(redis.url), "with every slot of the Cluster").toBe("cluster");
    setEnv({ REDIS_URL: redis.url });
    await expect(openStore()).rejects.toThrow("Redis Cluster");
  });

  test("reports that nothing listens, without delaying the start", async () => {
    expect(await probed("redis://127.0.0.1:9")).toBe("not connected: ECONNREFUSED");
    expect(await probed("redis-sentinel://127.0.0.1:9,127.0.0.1:9/shop")).toBe("not connected: no Sentinel answers");
    setEnv({ REDIS_URL: "redis://127.0.0.1:9" });
    await openStore();
  });

  test("reports a wrong password in Redis's words, without logging it", async () => {
    const redis = await redisOf({ settings: ["--requirepass", "right"] });
    const messages: string[] = [];
    const url = redis.url.replace("//", "//:wrong-word@");
    const connection = connectRedis(url, (text) => messages.push(text));
    ending.push(async () => connection.disconnect());
    const words = "WRONGPASS invalid username-password pair or user is disabled.";
    expect(await redisStore(connection).probe().catch(reason)).toBe(`not connected: ${words}`);
    expect(messages[0]).toBe(words);
  });

  test("reports no response from a vanished Redis until its address leads to another", async () => {
    const redis = await redisOf();
    const line = await openLine(redis.port);
    ending.push(async () => line.close());
    const store = await storeOn(`redis://127.0.0.1:${line.port}`);
    await store.probe();
    redis.hang();
    for (let asked = 0; asked < 4; asked += 1) {
      expect(await store.probe().catch(reason)).toBe("no answer within a second");
    }
    line.to = (await redisOf()).port;
    await works(() => store.probe());
  });

  test("reports a broken connection", async () => {
    const redis = await redisOf();
    const store = await storeOn(redis.url);
    await store.probe();
    await redis.stop();
    await vi.waitUntil(async () => (await store.probe().catch(reason)) === "not connected: ECONNREFUSED", LONG_WAIT);
  });
});
