import { describe, expect, test, vi } from "vitest";
import { sharedRedis, store } from "~server/store/shared";
import {
  accountKey,
  claimAttempt,
  forgetAttempts,
  singleAttempt,
  pausedUntilMs,
  type Tried,
} from "~server/store/attempt-limit";
import { hasRedis, useRedis } from "@storefront/test-support/redis";
import { useStoreIn } from "../../support/store";

/** A port where nothing listens. */
const DEAD_REDIS = "redis://127.0.0.1:9";
const MINUTE_MS = 60_000;

const redis = await useRedis();

async function use(redisUrl: string | undefined) {
  await useStoreIn(redisUrl);
  // Until the connection is open, attempts are counted in this process.
  await store()
    .get("any:key")
    .catch(() => undefined);
}

let accounts = 0;
/** An account that no other test has tried. */
const someone = () => `tried-${(accounts += 1)}@example.com`;

class Wrong extends Error {}
const isWrong = (error: unknown) => error instanceof Wrong;

async function wrongly(what: Tried, account: string, times: number) {
  for (let n = 0; n < times; n += 1) expect((await claimAttempt(what, account)).allowed).toBe(true);
}

const STORES = [
  ["this process", () => undefined, true],
  ["Redis", () => redis?.url, hasRedis],
  ["this process, because Redis does not answer", () => DEAD_REDIS, true],
] as const;

describe.each(STORES)("in %s", (_, url, possible) => {
  const testIfPossible = test.skipIf(!possible);

  testIfPossible.each([
    ["tries:secondStep", 10],
    ["tries:registration", 10],
    ["tries:registrationStep", 10],
    ["tries:payment", 5],
    ["tries:refusedPayment", 20],
    ["tries:binding", 5],
    ["tries:password", 5],
  ] as const)(
    "the %s of an account allows %i wrong codes in 15 minutes, and returns when it allows more",
    async (what, n) => {
      await use(url());
      const account = someone();
      const beganMs = Date.now();
      await wrongly(what, account, n - 1);
      expect(await pausedUntilMs(what, account)).toBeNull();
      await wrongly(what, account, 1);
      const refused = await claimAttempt(what, account);
      if (refused.allowed) throw new Error("the limit was exceeded");
      expect(refused.untilMs).toBeGreaterThanOrEqual(beganMs + 15 * MINUTE_MS);
      expect(refused.untilMs).toBeLessThanOrEqual(Date.now() + 15 * MINUTE_MS);
      expect(await pausedUntilMs(what, account)).toBe(refused.untilMs);
      expect((await claimAttempt(what, someone())).allowed, "another account").toBe(true);
    },
  );

  testIfPossible("of 100 simultaneous wrong codes only the limit reaches the upstream", async () => {
    await use(url());
    const account = someone();
    const ask = vi.fn(async () => {
      throw new Wrong();
    });
    const responses = await Promise.allSettled(
      Array.from({ length: 100 }, () => singleAttempt({ what: "tries:payment", account }, ask, isWrong)),
    );
    expect(ask).toHaveBeenCalledTimes(5);
    expect(responses.filter(({ status }) => status === "rejected")).toHaveLength(5);
    expect(
      responses.filter((response) => response.status === "fulfilled" && "pausedUntilMs" in response.value),
    ).toHaveLength(95);
  });

  testIfPossible("other failures do not count, however many", async () => {
    await use(url());
    const account = someone();
    const lost = () => Promise.reject(new Error("no answer"));
    for (let n = 0; n < 3; n += 1) {
      await Promise.allSettled(
        Array.from({ length: 5 }, () => singleAttempt({ what: "tries:payment", account }, lost, isWrong)),
      );
    }
    await wrongly("tries:payment", account, 5);
    expect((await claimAttempt("tries:payment", account)).allowed).toBe(false);
  });

  testIfPossible("a right code resets the wrong ones", async () => {
    await use(url());
    const account = someone();
    await wrongly("tries:secondStep", account, 9);
    const right = await singleAttempt({ what: "tries:secondStep", account }, async () => "in", isWrong);
    expect(right).toEqual({ value: "in" });
    await wrongly("tries:secondStep", account, 10);
    expect((await claimAttempt("tries:secondStep", account)).allowed).toBe(false);
    await forgetAttempts("tries:secondStep", account);
    expect(await pausedUntilMs("tries:secondStep", account)).toBeNull();
  });

  testIfPossible("while an account is paused no code is sent, not even a right one", async () => {
    await use(url());
    const account = someone();
    await wrongly("tries:secondStep", account, 10);
    const ask = vi.fn(async () => "in");
    expect(await singleAttempt({ what: "tries:secondStep", account }, ask, isWrong)).toEqual({
      pausedUntilMs: expect.any(Number),
    });
    expect(ask).not.toHaveBeenCalled();
  });

  testIfPossible("other addresses and other kinds of code are counted separately", async () => {
    await use(url());
    const account = someone();
    for (let n = 0; n < 5; n += 1) await claimAttempt("tries:password", account, "198.51.100.1");
    expect((await claimAttempt("tries:password", account, "198.51.100.1")).allowed).toBe(false);
    expect((await claimAttempt("tries:password", account, "2001:db8:1:2::/64")).allowed).toBe(true);
    expect((await claimAttempt("tries:payment", account)).allowed).toBe(true);
    expect((await claimAttempt("tries:secondStep", account)).allowed).toBe(true);
  });
});

test("in any 15 minutes there are at most as many wrong attempts as the limit", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const account = someone();
  const beganMs = Date.now();
  const at = (minutes: number) => vi.setSystemTime(beganMs + minutes * MINUTE_MS);
  await wrongly("tries:payment", account, 1);
  at(14);
  await wrongly("tries:payment", account, 4);
  expect(await claimAttempt("tries:payment", account)).toEqual({ allowed: false, untilMs: beganMs + 15 * MINUTE_MS });
  at(15.01);
  await wrongly("tries:payment", account, 1);
  expect(await claimAttempt("tries:payment", account)).toEqual({ allowed: false, untilMs: beganMs + 29 * MINUTE_MS });
  at(29.01);
  await wrongly("tries:payment", account, 4);
  expect((await claimAttempt("tries:payment", account)).allowed).toBe(false);
});

test.skipIf(!hasRedis)("instances share the count through Redis, which gets neither account nor address", async () => {
  await use(redis?.url);
  const account = someone();
  for (let n = 0; n < 5; n += 1) await claimAttempt("tries:password", account, "198.51.100.9");
  await use(redis?.url);
  await store().get("any:key");
  expect((await claimAttempt("tries:password", account, "198.51.100.9")).allowed).toBe(false);
  const keys = (await sharedRedis()?.keys("*"))?.join("\n") ?? "";
  expect(keys).toMatch(/^storefront:tries-password:[\w-]{43}:\d$/m);
  expect(keys).not.toContain("tried-");
  expect(keys).not.toContain("198.51.100");
});

test.each([
  ["a@example.com", " A@Example.COM\t"],
  ["a@example.com", "ａ＠example．com"],
  ["+8613800000000", "+86 138-0000-0000"],
  ["+8613800000000", "(86) 138 0000 0000"],
  ["+8613800000000", "0086 138 0000 0000"],
  // Mainland numbers are the same with and without area code.
  ["13800000000", "+86 138 0000 0000"],
  ["138 0000 0000", "8613800000000"],
  ["13800000000", "+86 (0)138 0000 0000"],
  // The upstream's database may ignore accents.
  ["a@example.com", "\u00e1@ex\u00e0mple.com"],
  ["a@example.com", "a\u0301@example.com"],
  // It may also compare letters as dictionaries do, and ignore control characters.
  ["oldboss@example.com", "\u00f8\u0142\u0111bo\u00df@example.com"],
  ["a@example.com", "\u{1f150}@ex\u{1f170}mple.com"],
  ["user", "us\u0001er\u0640"],
])("%s and %s are one account", async (one, other) => {
  expect(accountKey(other)).toBe(accountKey(one));
  await forgetAttempts("tries:secondStep", one);
  await wrongly("tries:secondStep", one, 10);
  expect((await claimAttempt("tries:secondStep", other)).allowed).toBe(false);
});

test.each([
  ["aB12", "Ab12"],
  ["12-3", "1-23"],
])("the upstream's ids %s and %s are two accounts: wrong codes of one do not pause the other", async (one, other) => {
  await wrongly("tries:payment", one, 5);
  expect((await claimAttempt("tries:payment", other)).allowed).toBe(true);
});

test("accounts that only look alike are counted separately", () => {
  // Other numbers without an area code may be from any country.
  const numbers = ["", ..."1380000 1380001 861380000 12800000000 8612800000000 912345678 886912345678 0".split(" ")];
  const keys = ["a.b@example.com", "ab@example.com", "a+b@example.com", ...numbers].map(accountKey);
  expect(new Set(keys).size).toBe(keys.length);
});

test.each(["x", "1e300", "-1", "{}"])("a stored end that no date has counts as a minute ahead: %s", async (stored) => {
  await use(undefined);
  const account = someone();
  await wrongly("tries:payment", account, 5);
  vi.spyOn(store(), "get").mockResolvedValue(stored);
  const untilMs = await pausedUntilMs("tries:payment", account);
  vi.restoreAllMocks();
  expect(Math.abs((untilMs ?? 0) - Date.now() - MINUTE_MS)).toBeLessThan(5_000);
});
