import { randomUUID } from "node:crypto";
import { beforeEach, expect, test, vi } from "vitest";
import { LEASE_MS } from "@storefront/store/lease";
import type { ZodError } from "zod";
import { readAttempts } from "~server/purchase/attempts";
import { QUOTE_AGE_MS } from "~server/purchase/quote";
import { OUTCOME_WAIT_MS, openLedger, type Settling } from "~server/purchase/ledger";
import type { Outcome } from "~server/purchase/outcome";
import { closeStore, store } from "~server/store/shared";
import { LONG_WAIT } from "@storefront/test-support/endless-wait";
import { moveClock } from "../../support/move-clock";
import { passWait } from "../../support/pass-wait";
import { loseStore } from "../../support/store";
import { PAID as paid } from "../../support/quote";
import { setEnv } from "../../support/environment";

let epoch = "";

beforeEach(async () => {
  epoch = await store().epoch();
});

function newQuote() {
  return { id: randomUUID(), productId: "7", epoch, expiresMs: Date.now() + QUOTE_AGE_MS };
}

/** A payment that counts its calls and ends on the test's demand. */
function payment(outcome: Outcome = paid) {
  const made = { times: 0, end: () => {}, started: Promise.resolve() };
  let begin = () => {};
  made.started = new Promise((resolve) => (begin = resolve));
  const gate = new Promise<void>((resolve) => (made.end = resolve));
  const perform = async () => {
    made.times += 1;
    begin();
    await gate;
    return { outcome };
  };
  return { made, perform };
}

test("posts of one quote to two processes make one payment, and all get its outcome", async () => {
  const [here, there] = [openLedger(), openLedger()];
  const quote = newQuote();
  const { made, perform } = payment();
  const posts = Array.from({ length: 50 }, (_, at) => (at % 2 ? here : there).settleIdempotently(quote, perform));
  await made.started;
  made.end();
  for (const outcome of await Promise.all(posts)) expect(outcome).toEqual(paid);
  expect(made.times).toBe(1);
});

test.each<Outcome>([
  paid,
  { kind: "refused", messageKey: "errors.code" },
  { kind: "notSent" },
  { kind: "unknown", productId: "7" },
  { kind: "termsChanged", now: { price: "101", paySymbol: "USDT", terms: { miningCycleDays: "540" } } },
  { kind: "blocked", reason: "busy", untilMs: 5 },
  { kind: "sessionExpired" },
])("a later post gets the first outcome, in this process and in another: %j", async (outcome) => {
  const ledger = openLedger();
  const quote = newQuote();
  const { made, perform } = payment(outcome);
  made.end();
  expect(await ledger.settleIdempotently(quote, perform)).toEqual(outcome);
  expect(await ledger.settleIdempotently(quote, perform)).toEqual(outcome);
  expect(await openLedger().settleIdempotently(quote, perform)).toEqual(outcome);
  expect(await ledger.firstOutcome(quote)).toEqual(outcome);
  expect(await openLedger().firstOutcome(quote)).toEqual(outcome);
  expect(made.times).toBe(1);
});

test("an expired quote of any epoch still returns its known outcome", async () => {
  const [unknown, known] = [newQuote(), newQuote()];
  await openLedger().settleIdempotently(known, async () => ({ outcome: paid }));
  const expired = { epoch: "another one", expiresMs: Date.now() - 1_000 };
  expect(await openLedger().firstOutcome({ ...unknown, ...expired })).toBeNull();
  expect(await openLedger().firstOutcome({ ...known, ...expired })).toEqual(paid);
});

/** Stores a quote like a dead process whose lease has ended. */
async function leaveBehind(state: "started" | "sending") {
  const quote = newQuote();
  await store().set(`quote:${quote.id}`, JSON.stringify({ state, by: "the dead" }), 60_000);
  return quote;
}

test("if the claiming process died before sending, a later post gets notSent and pays nothing", async () => {
  const quote = await leaveBehind("started");
  const { made, perform } = payment();
  expect(await openLedger().settleIdempotently(quote, perform)).toEqual({ kind: "notSent" });
  expect(await openLedger().firstOutcome(quote)).toEqual({ kind: "notSent" });
  expect(made.times).toBe(0);
});

test("a store that refuses to end a dead process's claim is asked only now and then", async () => {
  const quote = newQuote();
  await store().set(`quote:${quote.id}`, JSON.stringify({ state: "started", by: "x" }), QUOTE_AGE_MS);
  const commit = vi.spyOn(store(), "commit").mockResolvedValue("conflict");
  vi.useFakeTimers({ toFake: ["Date"] });
  const found = openLedger().firstOutcome(quote);
  await new Promise((resolve) => setTimeout(resolve, 250));
  expect(commit.mock.calls.length).toBeLessThan(5);
  // The entry expires soon after the quote.
  vi.setSystemTime(quote.expiresMs - 1_000);
  expect((await found)?.kind).toBe("unknown");
});

test("a claim from an earlier epoch does not prove that nothing was sent", async () => {
  const quote = { ...(await leaveBehind("started")), epoch: "the one before" };
  const { made, perform } = payment();
  // With `wait: false` it does not wait for the end of the lease.
  await store().set(`alive:${quote.id}`, "the dead", LEASE_MS);
  expect(await openLedger().firstOutcome(quote, { wait: false })).toEqual({ kind: "quoteFromOtherEpoch" });
  await store().delete(`alive:${quote.id}`);
  expect(await openLedger().settleIdempotently(quote, perform)).toEqual({ kind: "quoteFromOtherEpoch" });
  expect(await openLedger().firstOutcome(quote)).toEqual({ kind: "quoteFromOtherEpoch" });
  expect(await openLedger().firstOutcome({ ...quote, expiresMs: Date.now() - 1_000 })).toEqual({
    kind: "quoteFromOtherEpoch",
  });
  expect(made.times).toBe(0);
});

test("if the process died after marking the quote as sending, a later post gets unknown and pays nothing", async () => {
  const quote = await leaveBehind("sending");
  const { made, perform } = payment();
  expect(await openLedger().settleIdempotently(quote, perform)).toEqual({ kind: "unknown", productId: "7" });
  expect(await openLedger().firstOutcome(quote)).toEqual({ kind: "unknown", productId: "7" });
  expect(made.times).toBe(0);
});

test("a process that others consider dead sends nothing", async () => {
  const quote = newQuote();
  const change = { expect: {}, write: {} };
  const outcome = await openLedger().settleIdempotently(quote, async (settling) => {
    // The process paused for so long that its lease ended and another process got a post.
    await store().delete(`alive:${quote.id}`);
    expect(await openLedger().settleIdempotently(quote, payment().perform)).toEqual({ kind: "notSent" });
    return { outcome: (await settling.sending(change)) ? paid : { kind: "notSent" } };
  });
  expect(outcome).toEqual({ kind: "notSent" });
});

test("the conditions of a payment are checked in the write that marks it as sending", async () => {
  const quote = newQuote();
  await store().set("buying:somebody", "mine", 60_000);
  const outcome = await openLedger().settleIdempotently(quote, async (settling) => {
    expect(await settling.sending({ expect: { "buying:somebody": "another" }, write: { "buyer:x": null } })).toBe(
      false,
    );
    const write = { "buyer:somebody": { value: "attempt", ageMs: 60_000 } };
    expect(await settling.sending({ expect: { "buying:somebody": "mine" }, write })).toBe(true);
    expect(await store().get("buyer:somebody")).toBe("attempt");
    expect(await store().get(`quote:${quote.id}`)).toContain('"sending"');
    return { outcome: paid };
  });
  expect(outcome).toEqual(paid);
});

/** Loses the store's response to the mark "sending", with or without writing the mark. */
function loseMark({ isWritten, failuresAfter = 0 }: { isWritten: boolean; failuresAfter?: number }): void {
  const sharedStore = store();
  const { commit, set } = sharedStore;
  let failures = 0;
  const fail = () => Promise.reject(new Error("lost"));
  vi.spyOn(sharedStore, "commit").mockImplementation(async (change) => {
    const marks = Object.values(change.write).some((entry) => entry?.value.includes('"sending"'));
    if (marks && failures === 0) {
      failures = failuresAfter + 1;
      if (isWritten) await commit(change);
      return fail();
    }
    return commit(change);
  });
  vi.spyOn(sharedStore, "set").mockImplementation((...given) => {
    if (failures <= 1) return set(...given);
    failures -= 1;
    return fail();
  });
}

test.each([true, false])(
  "if the response to the sending mark is lost (written: %s), all processes report that nothing was sent",
  async (isWritten) => {
    const quote = newQuote();
    loseMark({ isWritten });
    const undone: string[] = [];
    const outcome = await openLedger().settleIdempotently(quote, async (settling) => {
      await expect(settling.sending({ expect: {}, write: {} })).rejects.toThrow("lost");
      expect(await store().get(`quote:${quote.id}`)).toContain(isWritten ? '"sending"' : '"started"');
      return { outcome: { kind: "notSent" }, afterwards: async () => void undone.push("undone") };
    });
    expect(outcome).toEqual({ kind: "notSent" });
    expect(undone).toEqual(["undone"]);
    expect(await openLedger().firstOutcome(quote)).toEqual({ kind: "notSent" });
    expect(await store().get(`alive:${quote.id}`)).toBeNull();
  },
);

test("a payment that stops because the mark's response was lost is notSent, not unknown", async () => {
  const quote = newQuote();
  loseMark({ isWritten: true });
  const outcome = await openLedger().settleIdempotently(quote, async (settling) => {
    await settling.sending({ expect: {}, write: {} });
    return { outcome: paid };
  });
  expect(outcome).toEqual({ kind: "notSent" });
});

test("the mark is undone once the store responds; its own post gets a response before, other posts wait", async () => {
  const quote = newQuote();
  loseMark({ isWritten: true, failuresAfter: 3 });
  passWait(OUTCOME_WAIT_MS);
  let undone = 0;
  const ledger = openLedger();
  const outcome = await ledger.settleIdempotently(quote, async (settling) => {
    await settling.sending({ expect: {}, write: {} }).catch(() => undefined);
    return { outcome: { kind: "notSent" }, afterwards: async () => void (undone += 1) };
  });
  expect(outcome).toEqual({ kind: "notSent" });
  expect(undone).toBe(0);
  // Another process does not report "not sent" before it is certain.
  expect(await openLedger().firstOutcome(quote, { wait: false })).toBeNull();
  expect(await openLedger().firstOutcome(quote)).toEqual({ kind: "notSent" });
  await vi.waitUntil(() => undone === 1, LONG_WAIT);
  await vi.waitUntil(async () => (await store().get(`alive:${quote.id}`)) === null, LONG_WAIT);
  expect(await ledger.settleIdempotently(quote, payment().perform)).toEqual({ kind: "notSent" });
});

test("an outcome that the store failed to write is written once it responds; only then the follow-up runs", async () => {
  const quote = newQuote();
  const { set } = store();
  let failures = 3;
  vi.spyOn(store(), "set").mockImplementation(async (...given) => {
    if (failures > 0) throw new Error(`lost, ${(failures -= 1)} more`);
    return set(...given);
  });
  let found: string | null = null;
  const perform = async (settling: Settling) => {
    await settling.sending({ write: {} });
    return { outcome: paid, afterwards: async () => void (found = await store().get(`quote:${quote.id}`)) };
  };
  passWait(OUTCOME_WAIT_MS);
  expect(await openLedger().settleIdempotently(quote, perform)).toEqual(paid);
  expect(found).toBeNull();
  // Another process waits for the outcome that this one knows instead of reporting "unknown".
  expect(await openLedger().settleIdempotently(quote, payment().perform)).toEqual(paid);
  await vi.waitUntil(() => found, LONG_WAIT);
  expect(found).toContain('"done"');
  await vi.waitUntil(async () => (await store().get(`alive:${quote.id}`)) === null, LONG_WAIT);
});

test("an outcome without a charge is stored for an hour, so that many quotes do not fill the store", async () => {
  const [free, charged] = [newQuote(), newQuote()];
  await openLedger().settleIdempotently(free, async () => ({ outcome: { kind: "notSent" } }));
  await openLedger().settleIdempotently(charged, async () => ({ outcome: paid }));
  moveClock(61 * 60_000);
  expect(await store().get(`quote:${free.id}`)).toBeNull();
  expect(await openLedger().firstOutcome(charged)).toEqual(paid);
});

test("a quote of another epoch is rejected, since the store has lost its data", async () => {
  const quote = newQuote();
  await loseStore();
  const { made, perform } = payment();
  expect(await openLedger().settleIdempotently(quote, perform)).toEqual({ kind: "quoteFromOtherEpoch" });
  expect(await openLedger().firstOutcome(quote)).toEqual({ kind: "quoteFromOtherEpoch" });
  expect(made.times).toBe(0);
});

test("reading an outcome without waiting returns at once during a payment", async () => {
  const quote = newQuote();
  const { made, perform } = payment();
  const paying = openLedger().settleIdempotently(quote, perform);
  await made.started;
  expect(await openLedger().firstOutcome(quote, { wait: false })).toBeNull();
  expect(LEASE_MS).toBeLessThan(5_000);
  made.end();
  expect(await paying).toEqual(paid);
  expect(await store().get(`alive:${quote.id}`)).toBeNull();
});

test("an expired quote that is being paid is awaited, and not reported as expired", async () => {
  const quote = { ...newQuote(), expiresMs: Date.now() - 1_000 };
  const { made, perform } = payment();
  const paying = openLedger().settleIdempotently(quote, perform);
  await made.started;
  const shown = openLedger().firstOutcome(quote, { wait: false });
  expect(await Promise.race([shown, store().nowMs()])).not.toBeNull();
  made.end();
  expect(await shown).toEqual(paid);
  await paying;
});

test("a payment with an unexpected error is unknown, not rejected, and is not repeated", async () => {
  const ledger = openLedger();
  const quote = newQuote();
  let times = 0;
  const perform = () => {
    times += 1;
    return Promise.reject(new Error("nobody foresaw this"));
  };
  expect(await ledger.settleIdempotently(quote, perform)).toEqual({ kind: "unknown", productId: "7" });
  expect(await ledger.settleIdempotently(quote, perform)).toEqual({ kind: "unknown", productId: "7" });
  expect(times).toBe(1);
});

test("while the store does not respond a quote is rejected unpaid, and can be paid later", async () => {
  const ledger = openLedger();
  const quote = newQuote();
  const { made, perform } = payment();
  made.end();
  // Nothing listens on port 9.
  setEnv({ REDIS_URL: "redis://127.0.0.1:9" });
  await closeStore();
  expect(await ledger.settleIdempotently(quote, perform)).toEqual({ kind: "unavailable" });
  expect(await ledger.firstOutcome(quote)).toEqual({ kind: "unavailable" });
  expect(made.times).toBe(0);
  setEnv({ REDIS_URL: undefined });
  await closeStore();
  expect(await ledger.settleIdempotently(quote, perform)).toEqual(paid);
});

test("a store that loses its data does not make this process pay twice", async () => {
  const ledger = openLedger();
  const quote = newQuote();
  const { made, perform } = payment();
  made.end();
  await ledger.settleIdempotently(quote, perform);
  await store().delete(`quote:${quote.id}`);
  expect(await ledger.settleIdempotently(quote, perform)).toEqual(paid);
  expect(made.times).toBe(1);
});

test.each([
  ["attempts", [0, 0, 0]],
  ["order numbers", [{ before: [0, 0, 0] }]],
])("thousands of wrong %s in a stored entry are described as one fault", async (_what, attempts) => {
  const read = vi.spyOn(store(), "get").mockResolvedValue(JSON.stringify(attempts));
  const failure = await readAttempts("somebody").catch((error: unknown) => error);
  expect((failure as ZodError).issues).toHaveLength(1);
  read.mockRestore();
});

test("a quote with an unreadable entry pays nothing", async () => {
  const quote = newQuote();
  await store().set(`quote:${quote.id}`, "{", 60_000);
  const { made, perform } = payment();
  expect(await openLedger().settleIdempotently(quote, perform)).toEqual({ kind: "unavailable" });
  expect(made.times).toBe(0);
});
