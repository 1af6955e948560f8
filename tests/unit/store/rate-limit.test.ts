import { expect, test, vi } from "vitest";
import { RESEND_AFTER_MS } from "~server/specification";
import { limit } from "~server/store/rate-limit";
import { claimResend, resendWait } from "~server/store/resend";
import { sharedRedis, store } from "~server/store/shared";
import { hasRedis, useRedis } from "@storefront/test-support/redis";
import { useStoreIn } from "../../support/store";

/** A port where nothing listens. */
const DEAD_REDIS = "redis://127.0.0.1:9";

const redis = await useRedis();

const RATE = { points: 3, perMs: 60_000 };

async function threeThenNoMore() {
  for (let n = 0; n < 3; n += 1)
    expect(await limit("login", "198.51.100.7", RATE)).toEqual({ allowed: true, retryAfterMs: 0, used: n + 1 });
  const refused = await limit("login", "198.51.100.7", RATE);
  expect(refused.allowed).toBe(false);
  expect(refused.retryAfterMs).toBeGreaterThan(0);
  expect(refused.retryAfterMs).toBeLessThanOrEqual(60_000);
  expect((await limit("login", "198.51.100.8", RATE)).allowed).toBe(true);
  expect((await limit("other", "198.51.100.7", RATE)).allowed).toBe(true);
}

test("a limit counts each visitor and each name separately", threeThenNoMore);

test("a limit ends after its time", async () => {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
  await threeThenNoMore();
  await vi.advanceTimersByTimeAsync(60_001);
  expect((await limit("login", "198.51.100.7", RATE)).allowed).toBe(true);
});

test.skipIf(!hasRedis)("a limit is shared by the instances through Redis, which gets no address", async () => {
  await useStoreIn(redis?.url);
  // The limiter counts in this process until the connection is open.
  await store().get("any:key");
  await threeThenNoMore();
  await useStoreIn(redis?.url);
  await store().get("any:key");
  expect((await limit("login", "198.51.100.7", RATE)).allowed).toBe(false);
  const keys = await sharedRedis()?.keys("*");
  expect(keys).toContainEqual(expect.stringMatching(/^storefront:limit:login:[\w-]{43}$/));
  expect(keys?.join()).not.toContain("198.51.100");
});

test("when Redis does not respond, limits work within this process", async () => {
  await useStoreIn(DEAD_REDIS);
  await threeThenNoMore();
});

test("when Redis does not respond, this process counts a bounded number of visitors", async () => {
  await useStoreIn(DEAD_REDIS);
  const used = async (visitor: number) => (await limit("crowd", String(visitor), RATE)).used;
  for (let visitor = 0; visitor < 10_000; visitor += 1) await used(visitor);
  expect(await used(0), "the first is remembered").toBe(2);
  for (let visitor = 10_000; visitor < 20_000; visitor += 1) await used(visitor);
  expect(await used(19_999), "the last is remembered").toBe(2);
  expect(await used(0), "the first is forgotten").toBe(1);
});

test("when Redis does not respond, an action that must happen once is rejected", async () => {
  await useStoreIn(DEAD_REDIS);
  await expect(store().add("quote:1", "claim", 60_000)).rejects.toThrow();
  await expect(store().get("quote:1")).rejects.toThrow();
});

/** The token of a step. */
const STEP = "token-a";
const request = (key: string, step: string) => ({ key, step, destinations: [`${key}@example.com`] });

test("a second request for a code within 60 s gets the seconds left", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const key = "flow-one";
  const first = await claimResend(request(key, STEP));
  expect(first).toMatchObject({ allowed: true, nextAtMs: Date.now() + RESEND_AFTER_MS });
  expect(await resendWait(request(key, STEP))).toEqual({ nextAtMs: first.nextAtMs, ofThisStep: true, isUsedUp: false });
  vi.setSystemTime(Date.now() + 47_500);
  expect(await claimResend(request(key, STEP))).toEqual({
    allowed: false,
    nextAtMs: first.nextAtMs,
    secondsLeft: 13,
    ofThisStep: true,
    isUsedUp: false,
  });
  // Another step of the account waits equally long, and learns that the code belongs to another step.
  expect(await claimResend(request(key, "token-b"))).toMatchObject({
    allowed: false,
    secondsLeft: 13,
    ofThisStep: false,
    isUsedUp: false,
  });
  expect(await resendWait(request(key, "token-b"))).toEqual({
    nextAtMs: first.nextAtMs,
    ofThisStep: false,
    isUsedUp: false,
  });
  expect((await claimResend(request("flow-two", "token-c"))).allowed).toBe(true);
  vi.setSystemTime(Date.now() + 12_501);
  expect(await resendWait(request(key, STEP))).toBeNull();
  expect((await claimResend(request(key, STEP))).allowed).toBe(true);
});

test("a step sends one code a minute, even if counted with another address of its visitor", async () => {
  const { nextAtMs } = await claimResend(request("at-home", "token-d"));
  expect(await claimResend(request("on-the-way", "token-d"))).toMatchObject({
    allowed: false,
    nextAtMs,
    ofThisStep: true,
    isUsedUp: false,
  });
  expect(await resendWait(request("on-the-way", "token-d"))).toEqual({ nextAtMs, ofThisStep: true, isUsedUp: false });
  expect(await resendWait(request("on-the-way", "token-e"))).toBeNull();
});

test("of several simultaneous requests for a code, only one sends it", async () => {
  const claims = await Promise.all(Array.from({ length: 20 }, () => claimResend(request("flow-parallel", STEP))));
  expect(claims.filter(({ allowed }) => allowed)).toHaveLength(1);
});

test("a code that the upstream refused to send can be requested again at once", async () => {
  const claim = await claimResend(request("flow-refused", STEP));
  if (claim.allowed) await claim.release();
  expect(await resendWait(request("flow-refused", STEP))).toBeNull();
  expect((await claimResend(request("flow-refused", STEP))).allowed).toBe(true);
});

test.skipIf(!hasRedis)("the resend timer is shared by the instances through Redis", async () => {
  await useStoreIn(redis?.url);
  expect((await claimResend(request("flow-shared", STEP))).allowed).toBe(true);
  await useStoreIn(redis?.url);
  const again = await claimResend(request("flow-shared", STEP));
  expect(again).toMatchObject({ allowed: false });
  expect(await resendWait(request("flow-shared", STEP))).toEqual({
    nextAtMs: again.nextAtMs,
    ofThisStep: true,
    isUsedUp: false,
  });
});

test("when Redis does not respond, the resend timer works within this process", async () => {
  await useStoreIn(DEAD_REDIS);
  expect((await claimResend(request("flow-alone", STEP))).allowed).toBe(true);
  expect((await claimResend(request("flow-alone", STEP))).allowed).toBe(false);
});
