import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { registerGauge } from "@storefront/observability/metrics";
import { describeError, log, logProgramError } from "@storefront/observability/log";
import { renewLease, leaseEntry } from "@storefront/store/lease";
import { DURABLE_AGE_MS, store } from "~server/store/shared";
import type { Change } from "@storefront/store/store";
import { UNKNOWN_BLOCK_MS, countPurchase, outcomeSchema, type Outcome } from "./outcome";
import { isExpired, type Quote } from "./quote";

/** Longest time that a buyer waits while the store does not accept the outcome. */
export const OUTCOME_WAIT_MS = 2_500;
const STORE_RETRY_MS = 200;
/** Age of outcomes that charged nothing; longer than the quote can be posted. */
const UNCHARGED_AGE_MS = 60 * 60_000;
/** How long another process waits for an outcome; a payment has its own deadlines. */
export const SETTLE_DEADLINE_MS = 40_000;

const POLL_EVERY_MS = 100;

/** "started": the rules are being checked and nothing was sent. "sending": the purchase call may have been sent. */
const entrySchema = z.discriminatedUnion("state", [
  z.object({ state: z.literal("started"), by: z.string() }),
  z.object({ state: z.literal("sending"), by: z.string() }),
  z.object({ state: z.literal("done"), outcome: outcomeSchema }),
]);
type Entry = z.infer<typeof entrySchema>;

type Posted = Pick<Quote, "id" | "productId" | "epoch" | "expiresMs">;

/** The ledger's part between the claim of a payment and its outcome. */
export interface Settling {
  /**
   * Durably writes, with `change`, that the call is about to be sent. If the result is false (an expected value has
   * changed) or an error, the call must not be made; `afterwards` undoes what was written before an error.
   */
  sending(change: Pick<Change, "expect" | "write">): Promise<boolean>;
}

export interface Performed {
  outcome: Outcome;
  /**
   * Cleans up once the outcome is in the store, not before: after a crash the store must show what was in flight. If it
   * rejects, the outcome is written again, and this is called again.
   */
  afterwards?: () => Promise<void>;
  /** Called when `afterwards` has succeeded or was abandoned. Never rejects. */
  release?: () => Promise<void>;
}

type Perform = (settling: Settling) => Promise<Performed>;

/** Ensures that a quote is paid at most once. */
export interface Ledger {
  /**
   * Runs `perform` once per quote, however often and in however many processes it is posted; every post gets the same
   * outcome, or waits for it. If the process died, the payment is "unknown" if it was marked as "sending", else
   * "notSent", or "quoteFromOtherEpoch" in another epoch of the store. Never rejects.
   *
   * @param perform rejects only if its outcome is unknown
   * @returns without having run `perform`: "unavailable" if the store does not respond, "quoteFromOtherEpoch" if the
   * store's epoch is younger than the quote
   */
  settleIdempotently(quote: Posted, perform: Perform): Promise<Outcome>;
  /**
   * Returns the outcome of a quote without posting it; null if it was never posted, or, with `wait: false`, is not
   * settled yet. Always waits for an expired quote, because null would read as expired.
   */
  firstOutcome(quote: Posted, options?: { wait: boolean }): Promise<Outcome | null>;
}

/** Opens a ledger. Each process remembers its own outcomes until the quote expires, even if the store is lost. */
export function openLedger(): Ledger {
  const here = new Map<string, { outcome: Promise<Outcome>; forgetAtMs: number }>();
  registerGauge("settled quotes", () => here.size);

  function forgetExpired(): void {
    for (const [id, { forgetAtMs }] of here) {
      if (forgetAtMs > Date.now()) return;
      here.delete(id);
    }
  }

  return {
    settleIdempotently(quote, perform) {
      const known = here.get(quote.id);
      if (known) return known.outcome;
      forgetExpired();
      const outcome = settle(quote, perform).then((settled) => {
        // An outcome of another process must be read again.
        if (!settled.here) here.delete(quote.id);
        return settled.outcome;
      });
      here.set(quote.id, { outcome, forgetAtMs: quote.expiresMs + SETTLE_DEADLINE_MS });
      return outcome;
    },
    async firstOutcome(quote, options = { wait: true }) {
      const known = here.get(quote.id);
      const wait = options.wait || isExpired(quote);
      if (known && wait) return known.outcome;
      try {
        const found = await outcomeElsewhere(quote, { wait });
        if (typeof found !== "string") return found;
        const isNeverPosted = found === "none" && isExpired(quote);
        return isNeverPosted || (await store().epoch()) === quote.epoch ? null : { kind: "quoteFromOtherEpoch" };
      } catch (error) {
        logProgramError(error);
        return { kind: "unavailable" };
      }
    },
  };
}

export const ledger = openLedger();

async function settle(quote: Posted, perform: Perform): Promise<{ here: boolean; outcome: Outcome }> {
  const key = keyOf(quote);
  const by = randomUUID();
  const started = written({ state: "started", by });
  const sending = written({ state: "sending", by });
  const elsewhere = (outcome: Outcome) => ({ here: false, outcome });
  try {
    const claimed = await store().commit({
      epoch: quote.epoch,
      expect: { [key]: null },
      write: { [key]: storedEntry(started), [aliveKey(quote)]: leaseEntry(by) },
    });
    if (claimed === "otherEpoch") return elsewhere({ kind: "quoteFromOtherEpoch" });
    if (claimed === "conflict") {
      const found = await outcomeElsewhere(quote, { wait: true });
      return elsewhere(typeof found === "string" ? unknown(quote) : found);
    }
  } catch (error) {
    log().error({ error: describeError(error) }, "the ledger does not answer");
    countPurchase("unavailable");
    return elsewhere({ kind: "unavailable" });
  }
  const alive = renewLease(store(), aliveKey(quote), by);
  const mark = { isInDoubt: false };
  const { outcome, afterwards, release }: Performed = await perform({
    async sending({ expect, write }) {
      const change = { expect: { ...expect, [key]: started }, write: { ...write, [key]: storedEntry(sending) } };
      try {
        return (await store().commit({ ...change, epoch: quote.epoch })) === "done";
      } catch (error) {
        mark.isInDoubt = true;
        throw error;
      }
    },
  }).catch(() => {
    const ended: Outcome = mark.isInDoubt ? { kind: "notSent" } : unknown(quote);
    countPurchase(ended.kind);
    return { outcome: ended };
  });
  // "done" is written first: after a crash the store must show what was in flight. A late mark fails.
  const ageMs = outcome.kind === "paid" || outcome.kind === "unknown" ? DURABLE_AGE_MS : UNCHARGED_AGE_MS;
  const isWritten = untilDone(async () => {
    await store().set(key, written({ state: "done", outcome }), ageMs);
    await afterwards?.();
  }, "could not write the outcome of a payment").then(() => Promise.all([alive.release(), release?.()]));
  await Promise.race([isWritten, pause(OUTCOME_WAIT_MS)]);
  return { here: true, outcome };
}

/** Retries until it succeeds, for as long as an attempt blocks its product. Never rejects. */
async function untilDone(work: () => Promise<void>, failure: string): Promise<void> {
  const giveUpAtMs = performance.now() + UNKNOWN_BLOCK_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() < giveUpAtMs) await pause(STORE_RETRY_MS);
      else return log().warn({ error: describeError(error) }, failure);
    }
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());

/** "none" if the quote was never claimed, "pending" if its outcome is not known yet. */
async function outcomeElsewhere(quote: Posted, options: { wait: boolean }): Promise<Outcome | "none" | "pending"> {
  const giveUpAtMs = Date.now() + SETTLE_DEADLINE_MS;
  for (;;) {
    // The lease is read before the entry: if the process has ended by then without "done", there will be none.
    const isAlive = (await store().get(aliveKey(quote))) !== null;
    const text = await store().get(keyOf(quote));
    if (text === null) return "none";
    const found = entrySchema.parse(JSON.parse(text));
    if (found.state === "done") return found.outcome;
    if (!isAlive) {
      const ended = await endedWithoutOutcome(quote, text, found);
      if (ended) return ended;
    } else if (!options.wait) return "pending";
    if (Date.now() >= giveUpAtMs) return unknown(quote);
    await wait(POLL_EVERY_MS);
  }
}

/** Payments whose process died while sending, so that each process counts them only once. */
const foundUnknown = new LRUCache<string, true>({ max: 1_000 });

/**
 * Returns the outcome of a payment whose process has ended; null if the entry has changed since it was read. Without
 * the mark "sending" nothing was sent, unless another epoch of the store has lost the mark. Writes "done" over the
 * claim, in case the process was only suspended.
 */
async function endedWithoutOutcome(quote: Posted, text: string, entry: Entry): Promise<Outcome | null> {
  if (entry.state === "sending") {
    if (!foundUnknown.has(quote.id)) countPurchase("unknown");
    foundUnknown.set(quote.id, true);
    return unknown(quote);
  }
  const outcome: Outcome = { kind: "notSent" };
  const key = keyOf(quote);
  const ended = await store().commit({
    epoch: quote.epoch,
    expect: { [key]: text },
    write: { [key]: storedEntry(written({ state: "done", outcome })) },
  });
  if (ended === "otherEpoch") return { kind: "quoteFromOtherEpoch" };
  return ended === "done" ? outcome : null;
}

const keyOf = (quote: Posted) => `quote:${quote.id}`;
const aliveKey = (quote: Posted) => `alive:${quote.id}`;

const storedEntry = (value: string) => ({ value, ageMs: DURABLE_AGE_MS });

function written(entry: Entry): string {
  return JSON.stringify(entry);
}

function unknown(quote: Posted): Outcome {
  return { kind: "unknown", productId: quote.productId };
}
