import { Redis } from "ioredis";
import { describe, expect, test } from "vitest";
import { pay } from "~server/purchase/pay";
import { ALL, payAfterKill, payerAt, EXPECTED, payDuringKill } from "../support/killing";
import { useUpstream } from "../support/upstream";
import { useRedis } from "@storefront/test-support/redis";
import { loseStore, useStoreIn } from "../support/store";

/** Every point of a payment, on both stores. tests/unit/purchase/killed.test.ts is a sample of it. */

const sandbox = await useUpstream();
const redis = await useRedis();
const STORES = [
  ["the file", () => undefined, true],
  ["Redis", () => redis?.url, redis !== undefined],
] as const;

describe.each(STORES)("on %s", (_, url, possible) => {
  const testIfPossible = test.skipIf(!possible);

  testIfPossible.each(ALL)("a process killed %s: the next one reports the true outcome", async (point) => {
    await useStoreIn(url());
    await payAfterKill(sandbox, point);
  });

  testIfPossible.each(ALL.filter((point) => point !== "before the claim"))(
    "a process killed %s while another waits for it: the other reports the true outcome",
    async (point) => {
      await useStoreIn(url());
      await payDuringKill(sandbox, point);
    },
  );
});

test("a file lost after the kill: nothing is sent, and the outcome is not guessed", async () => {
  const killing = await payerAt(sandbox, "during the call");
  await killing.kill();
  await loseStore();
  expect(await pay(killing.payment)).toEqual({ kind: "quoteFromOtherEpoch" });
  expect(await killing.calls()).toBe(1);
});

test.skipIf(!redis).each(["after the claim", "during the call", "after the outcome"] as const)(
  "Redis emptied after a process was killed %s: nothing is sent, and the outcome is not guessed",
  async (point) => {
    const url = redis?.url ?? "";
    await useStoreIn(url);
    const killing = await payerAt(sandbox, point);
    await killing.kill();
    const admin = new Redis(url);
    await admin.flushall();
    await admin.quit();
    expect(await pay(killing.payment)).toEqual({ kind: "quoteFromOtherEpoch" });
    expect(await killing.calls()).toBe(EXPECTED[point].calls);
  },
);
