import { expect, test, vi } from "vitest";
import { SLOWED_AT_ONCE_MAX, countTowardsSlowing, slowDown, type Wait } from "~server/store/slow-down";
import { setEnv } from "../../support/environment";

const ACCOUNT = "owner@example.com";

const wrongly = async (times: number, account = ACCOUNT) => {
  for (let n = 0; n < times; n += 1) await countTowardsSlowing("password", account);
};

/** The current wait of an account's sign-in, in milliseconds. */
async function waitOf(account = ACCOUNT): Promise<number> {
  const wait = vi.fn<Wait>(async () => undefined);
  await slowDown("password", account, wait);
  return wait.mock.calls[0]?.[0] ?? 0;
}

test("after 50 wrong passwords in an hour an account's tries wait 1, 2, 4, then 8 s; none is rejected", async () => {
  await wrongly(49);
  const waits: number[] = [];
  for (let n = 0; n < 7; n += 1) {
    waits.push(await waitOf());
    await wrongly(1);
  }
  expect(waits).toEqual([0, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000]);
  await wrongly(200);
  expect(await waitOf()).toBe(8_000);
  expect(await waitOf("another@example.com")).toBe(0);
});

test("an hour later sign-ins no longer wait", async () => {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
  await wrongly(60);
  expect(await waitOf()).toBe(8_000);
  await vi.advanceTimersByTimeAsync(60 * 60_000 + 1);
  expect(await waitOf()).toBe(0);
});

test("when Redis does not respond, this process counts", async () => {
  setEnv({ REDIS_URL: "redis://127.0.0.1:9" });
  await wrongly(50);
  expect(await waitOf()).toBe(1_000);
});

test("when too many wait, the longest waiting one continues; none is rejected", async () => {
  await wrongly(60);
  const released: number[] = [];
  const ends: (() => void)[] = [];
  const begin = (n: number) => {
    const wait: Wait = (_, signal) =>
      new Promise<void>((resolve) => {
        ends.push(resolve);
        signal.addEventListener("abort", () => resolve());
      });
    return slowDown("password", ACCOUNT, wait).then(() => void released.push(n));
  };
  const all = Array.from({ length: SLOWED_AT_ONCE_MAX + 2 }, (_, n) => begin(n));
  await Promise.all([all[0], all[1]]);
  expect(released).toEqual([0, 1]);
  for (const end of ends) end();
  await Promise.all(all);
  expect(released).toHaveLength(SLOWED_AT_ONCE_MAX + 2);
  expect(await waitOf()).toBe(8_000);
});
