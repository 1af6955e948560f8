import Libsql from "libsql";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { PROBE_CHARACTERS } from "@storefront/store/store";
import { env } from "~server/env";
import { attemptsEntry, changeAttempts, readBlocks } from "~server/purchase/attempts";
import { saveOwnOrder } from "~server/purchase/own-orders";
import { ownerBy } from "~server/session/owner";
import { endEverywhere } from "~server/session/signed-out";
import { epochForQuote, StoreDown, storeHealth, watchStore } from "~server/store/health";
import { limit } from "~server/store/rate-limit";
import { closeStore, store } from "~server/store/shared";
import { captureLog } from "@storefront/observability/test/captured-log";
import { setEnv } from "../../support/environment";
import { smallDisk } from "@storefront/test-support/small-disk";

let end = () => {};

afterEach(() => {
  end();
  end = () => {};
});

/** Watches the store; `look` lets a second pass, and waits for the probe. */
function watch(): { look: () => Promise<void> } {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const probe = vi.spyOn(store(), "probe");
  end = watchStore();
  const settled = async () => {
    await Promise.allSettled(probe.mock.results.map(({ value }) => value as Promise<void>));
    await new Promise(setImmediate);
  };
  return {
    async look() {
      await settled();
      vi.advanceTimersByTime(1_000);
      await settled();
    },
  };
}

test("a probe writes as much as a purchase to the file, into one row that it reuses", async () => {
  expect(await storeHealth()).toEqual({ ok: true });
  expect(await storeHealth()).toEqual({ ok: true });
  const reader = new Libsql(join(env().DATA_DIR, "storefront.db"));
  const rows = reader.prepare("SELECT length(value) AS characters FROM entries WHERE key LIKE 'probe:%'").all();
  reader.close();
  expect(rows).toEqual([{ characters: PROBE_CHARACTERS }]);
});

test("one log line reports the loss of the store with its reason, one its recovery", async () => {
  const { lines } = captureLog();
  const { look } = watch();
  await look();
  const probe = vi.mocked(store().probe);
  probe.mockRejectedValue(new Error("OOM command not allowed when used memory > 'maxmemory'."));
  for (let second = 0; second < 3; second += 1) await look();
  probe.mockResolvedValue(undefined);
  for (let second = 0; second < 3; second += 1) await look();
  expect(
    lines
      .filter(({ msg }) => String(msg).startsWith("the store is"))
      .map(({ level, msg, reason }) => [level, msg, reason]),
  ).toEqual([
    ["error", "the store is down", "OOM command not allowed when used memory > 'maxmemory'."],
    ["warn", "the store is usable again", undefined],
  ]);
});

test("while the store can be read but not written, no quote is made", async () => {
  const { look } = watch();
  vi.mocked(store().probe).mockRejectedValue(new Error("disk nearly full"));
  await look();
  expect(await storeHealth()).toEqual({ ok: false, note: "disk nearly full" });
  await expect(epochForQuote()).rejects.toThrow(StoreDown);
  expect(await store().get("quote:1")).toBeNull();
  vi.mocked(store().probe).mockResolvedValue(undefined);
  await look();
  expect(await epochForQuote()).toBe(await store().epoch());
});

test("a store that does not respond is down after its deadline, even if it responds later", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.spyOn(store(), "probe").mockReturnValue(new Promise(() => {}));
  const health = storeHealth();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await health).toEqual({ ok: false, note: "no answer in time" });
});

test("while another process locks the file the store is down and nothing is sold; then it works again", async () => {
  const { lines } = captureLog();
  const { look } = watch();
  await look();
  const other = new Libsql(join(env().DATA_DIR, "storefront.db"));
  other.exec("BEGIN IMMEDIATE");
  await look();
  expect(await storeHealth()).toEqual({ ok: false, note: "busy: another process holds the file" });
  await expect(epochForQuote()).rejects.toThrow(StoreDown);
  // Meanwhile each process counts on its own, so limits still work.
  const rate = { points: 1, perMs: 60_000 };
  expect(await limit("login", "198.51.100.7", rate)).toMatchObject({ allowed: true, retryAfterMs: 0 });
  expect((await limit("login", "198.51.100.7", rate)).allowed).toBe(false);
  other.exec("ROLLBACK");
  await look();
  expect(await storeHealth()).toEqual({ ok: true });
  expect((await limit("login", "198.51.100.7", rate)).allowed, "counted in the file").toBe(true);
  expect(lines.map(({ msg }) => msg).filter((msg) => String(msg).startsWith("the store is"))).toEqual([
    "the store is down",
    "the store is usable again",
  ]);
});

const disk = smallDisk("store-disk");

test.skipIf(!disk)("a disk with less than 64 MB left is nearly full", async () => {
  try {
    await closeStore();
    setEnv({ DATA_DIR: join(disk?.folder ?? "", "data") });
    expect(await storeHealth()).toEqual({ ok: false, note: "disk nearly full" });
  } finally {
    await closeStore();
    disk?.remove();
  }
});

const owner = ownerBy({ userId: "12", id: "session" });

test.each<[string, () => Promise<unknown>]>([
  ["a sign-out everywhere", () => endEverywhere(owner)],
  ["the record of an order", () => saveOwnOrder(owner, { id: "quote", productId: "7", title: "Power" }, "N1")],
  ["an attempt to pay", () => changeAttempts("12", () => [])],
])("%s fails with a store that refuses every change", async (_, change) => {
  const commit = vi.spyOn(store(), "commit").mockResolvedValue("conflict");
  await expect(change()).rejects.toThrow("refuses every change");
  // Each try may read a megabyte.
  expect(commit.mock.calls.length).toBeLessThan(30);
});

test("attempts to pay cannot be read from a store whose epoch changes each time", async () => {
  const nowMs = Date.now();
  const amounts = { tokenAmount: "1", payAmount: "1", paySymbol: "USDT" };
  const sent = {
    id: "quote",
    productId: "7",
    ...amounts,
    atMs: nowMs,
    before: [],
    blockedUntilMs: nowMs,
    epoch: "old",
  };
  await store().commit({ write: attemptsEntry("12", [{ ...sent, state: "unknown" }]) });
  vi.spyOn(store(), "epoch").mockImplementation(() => Promise.resolve(randomUUID()));
  await expect(readBlocks("12")).rejects.toThrow("another epoch");
});
