import type { Redis } from "ioredis";
import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { QUOTE_AGE_MS } from "~server/purchase/quote";
import { openLedger } from "~server/purchase/ledger";
import { redisStore } from "@storefront/store/redis";
import { openStore, store } from "~server/store/shared";
import { setEnv } from "../../support/environment";
import { openLine } from "../../support/redis-line";
import { PAID as paid } from "../../support/quote";
import { LONG_WAIT } from "@storefront/test-support/endless-wait";
import { hasRedis, type RedisServer } from "@storefront/test-support/redis";
import { useRedisServers, works } from "../../support/redis-servers";
import { startWatched } from "../../support/sentinels";

/** A client that stays connected to a demoted primary (behaviour 13.24). */

const { ending, redisOf, adminOf, connectionTo } = useRedisServers();

const reason = (error: unknown) => (error as Error).message;

/** Makes a server replicate another, and waits until it has the data. */
async function follow(replica: Redis, primary: RedisServer): Promise<void> {
  await replica.replicaof("127.0.0.1", primary.port);
  await vi.waitUntil(async () => (await replica.info("replication")).includes("master_link_status:up"), LONG_WAIT);
}

const QUICK = { settings: ["--repl-diskless-sync-delay", "0"] };

describe.skipIf(!hasRedis)("a failover", () => {
  test("and back starts a new epoch, even if the same process becomes primary again", async () => {
    const [first, second] = [await redisOf(QUICK), await redisOf(QUICK)];
    const [one, two] = [adminOf(first), adminOf(second)];
    await follow(two, first);
    const redis = redisStore(connectionTo(first.url));
    const epoch = await redis.epoch();
    expect(await redis.commit({ epoch, write: { "quote:1": null } })).toBe("done");
    const named = await one.get("storefront:epoch");
    const used = await one.get("storefront:health");
    await vi.waitUntil(async () => (await two.get("storefront:health")) === used, LONG_WAIT);
    await two.replicaof("NO", "ONE");
    await follow(one, second);
    await one.replicaof("NO", "ONE");
    await works(() => redis.probe());
    expect(await one.get("storefront:epoch"), "it has the data from before").toBe(named);
    expect(await redis.commit({ epoch, write: { "quote:1": null } })).toBe("otherEpoch");
    expect(await redis.epoch()).not.toBe(epoch);
  });

  test.each([
    ["a read-only replica", [], "set", /^READONLY/],
    ["a replica that does not answer", ["--replica-serve-stale-data", "no"], "get", /^MASTERDOWN/],
  ] as const)(
    "without a notification makes a client that finds %s reconnect, and resend nothing",
    async (_, settings, command, refusal) => {
      const [first, second] = [await redisOf({ settings }), await redisOf()];
      const line = await openLine(first.port);
      ending.push(line.close);
      const redis = redisStore(connectionTo(`redis://127.0.0.1:${line.port}`));
      await redis.set("once:1", "before", 60_000);
      line.to = second.port;
      // Nothing listens on port 9, so the replica never syncs.
      await adminOf(first).replicaof("127.0.0.1", 9);
      const asked = command === "get" ? redis.get("once:1") : redis.set("once:2", "refused", 60_000);
      expect(await asked.catch(reason)).toMatch(refusal);
      await works(() => redis.add("once:3", "after", 60_000));
      expect(await redis.getAll(["once:1", "once:2", "once:3"])).toEqual([null, null, "after"]);
    },
  );

  test("without a new primary makes at most one connection a second, however many writes fail", async () => {
    const replica = await redisOf({ settings: ["--replicaof", "127.0.0.1 9"] });
    const line = await openLine(replica.port);
    ending.push(line.close);
    const redis = redisStore(connectionTo(`redis://127.0.0.1:${line.port}`));
    const nowMs = vi.spyOn(performance, "now").mockReturnValue(performance.now());
    const insist = async () => {
      for (let refused = 0; refused < 20;) {
        const text = await redis.set("once:1", "x", 60_000).catch(reason);
        if (text?.startsWith("READONLY")) refused += 1;
        await setImmediate();
      }
    };
    await insist();
    expect(line.connections).toBe(2);
    // One millisecond more, because floating-point subtraction is inexact.
    nowMs.mockReturnValue(performance.now() + 1_001);
    await insist();
    expect(line.connections).toBe(3);
  });

  test("by Sentinels during 20 purchases, each posted twice, sends none twice, and buying continues", async () => {
    const watched = await startWatched(1);
    ending.push(watched.stop);
    setEnv({ REDIS_URL: watched.url, REDIS_SENTINEL_PASSWORD: watched.sentinelPassword });
    await openStore();
    const ledgers = [openLedger(), openLedger()];
    const sent = new Map<string, number>();
    const newQuote = async () => ({
      id: randomUUID(),
      productId: "7",
      epoch: await store().epoch(),
      expiresMs: Date.now() + QUOTE_AGE_MS,
    });
    const post = (quote: Awaited<ReturnType<typeof newQuote>>) =>
      Promise.all(
        ledgers.map((ledger) =>
          ledger.settleIdempotently(quote, async (settling) => {
            if (!(await settling.sending({ write: {} }).catch(() => false))) return { outcome: { kind: "notSent" } };
            sent.set(quote.id, (sent.get(quote.id) ?? 0) + 1);
            return { outcome: paid };
          }),
        ),
      );
    const quotes = await Promise.all(Array.from({ length: 20 }, newQuote));
    const before = await Promise.all(quotes.slice(0, 10).map(post));
    expect(before.flat()).toEqual(Array.from({ length: 20 }, () => paid));
    const [, ...during] = await Promise.all([watched.failOver(), ...quotes.slice(10).map(post)]);
    expect(during).toHaveLength(10);
    await works(() => store().probe());
    // A new ledger is like another process, without state.
    ledgers.push(openLedger());
    await Promise.all(quotes.map(post));
    expect(Math.max(...sent.values())).toBe(1);
    const next = await newQuote();
    expect(await post(next)).toEqual([paid, paid, paid]);
    expect(sent.get(next.id)).toBe(1);
  });
});

describe.skipIf(!hasRedis)("without a connection", () => {
  /** The result of a command before the next turn of the event loop. */
  const atOnce = (command: Promise<unknown>) =>
    Promise.race([command.catch(reason), setImmediate().then(() => "it waits")]);

  test("commands fail at once and are not queued", async () => {
    const server = await redisOf();
    const connection = connectionTo(server.url);
    const redis = redisStore(connection);
    await redis.set("once:1", "before", 60_000);
    await server.stop();
    await vi.waitUntil(
      () =>
        redis
          .get("once:1")
          .catch(reason)
          .then((text) => /ECONNREFUSED/.test(text ?? "")),
      LONG_WAIT,
    );
    for (let asked = 0; asked < 20; asked += 1) {
      expect(await atOnce(redis.set("once:2", "never", 60_000))).toBe("not connected: ECONNREFUSED");
    }
    await redisOf({ port: server.port });
    await works(() => redis.get("once:2"));
    expect(await redis.get("once:2"), "a rejected write was never sent").toBeNull();
  });

  test("the first commands wait for the first attempt to connect, later ones do not wait", async () => {
    const server = await redisOf();
    server.hang();
    const redis = redisStore(connectionTo(server.url));
    const first = await Promise.all([1, 2, 3].map((n) => redis.get(`once:${n}`).catch(reason)));
    for (const one of first) expect(one).toMatch(/^not connected/);
    expect(await atOnce(redis.get("once:4"))).toMatch(/^not connected/);
    server.wake();
    await works(() => redis.get("once:1"));
  });
});
