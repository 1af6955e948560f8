import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { LEDGER_AGE_MS, SETTLE_DEADLINE_MS } from "~server/constants";
import { store } from "~server/store/store";
import { outcomeSchema, type Outcome } from "./outcome";
import type { Quote } from "./quote";

const POLL_EVERY_MS = 200;

const entrySchema = z.discriminatedUnion("state", [
  z.object({ state: z.literal("started"), atMs: z.number() }),
  z.object({ state: z.literal("done"), outcome: outcomeSchema }),
]);

type Posted = Pick<Quote, "id" | "productId" | "expiresMs">;

/** What makes one quote one payment. */
export interface Ledger {
  /**
   * Runs `perform` for a quote once, however often and in however many processes the quote is posted; every post gets the
   * first one's outcome. The claim is in the store before `perform` starts. Within this process others join the one under
   * way; another process polls the store until the first must have ended, then says "unknown" (so does a later post when the
   * process died in between).
   *
   * @param perform makes the payment; rejects only when nothing is known about it
   * @returns "unavailable", without having run `perform`, when the store does not answer. Never rejects.
   */
  settleOnce(quote: Posted, perform: () => Promise<Outcome>): Promise<Outcome>;
  /** The outcome of a quote that may have been posted before, without posting it; null when it never was. */
  firstOutcome(quote: Posted): Promise<Outcome | null>;
}

/**
 * A ledger over the shared store. What this process has settled it remembers itself until the quote expires, so that a store
 * within the process, which is bounded, cannot forget it. One for each process; a test makes two to stand for two.
 */
export function openLedger(): Ledger {
  const here = new Map<string, { outcome: Promise<Outcome>; forgetAtMs: number }>();

  function forgetExpired(): void {
    for (const [id, { forgetAtMs }] of here) {
      if (forgetAtMs > Date.now()) return;
      here.delete(id);
    }
  }

  return {
    settleOnce(quote, perform) {
      const known = here.get(quote.id);
      if (known) return known.outcome;
      forgetExpired();
      const outcome = settle(quote, perform).then((settled) => {
        // What another process settles, or nobody could, is to be asked for again.
        if (!settled.here) here.delete(quote.id);
        return settled.outcome;
      });
      here.set(quote.id, { outcome, forgetAtMs: quote.expiresMs + SETTLE_DEADLINE_MS });
      return outcome;
    },
    async firstOutcome(quote) {
      const known = here.get(quote.id);
      if (known) return known.outcome;
      try {
        return await outcomeElsewhere(quote);
      } catch {
        return { kind: "unavailable" };
      }
    },
  };
}

/** The ledger of this process. */
export const ledger = openLedger();

async function settle(quote: Posted, perform: () => Promise<Outcome>): Promise<{ here: boolean; outcome: Outcome }> {
  try {
    if (!(await store().add(keyOf(quote), entry({ state: "started", atMs: Date.now() }), LEDGER_AGE_MS))) {
      return { here: false, outcome: (await outcomeElsewhere(quote)) ?? unknown(quote) };
    }
  } catch {
    return { here: false, outcome: { kind: "unavailable" } };
  }
  const outcome = await perform().catch(() => unknown(quote));
  try {
    await store().set(keyOf(quote), entry({ state: "done", outcome }), LEDGER_AGE_MS);
  } catch {
    // It costs the other processes the answer, not this one, and nobody a second payment.
  }
  return { here: true, outcome };
}

/** Waits for the outcome of a quote that was claimed elsewhere; null when it was not claimed. */
async function outcomeElsewhere(quote: Posted): Promise<Outcome | null> {
  for (let first = true, giveUpAtMs = 0; ; first = false) {
    const text = await store().get(keyOf(quote));
    if (text === null) return first ? null : unknown(quote);
    const found = entrySchema.parse(JSON.parse(text));
    if (found.state === "done") return found.outcome;
    // The other process's clock may be ahead; wait no longer than from now.
    if (first) giveUpAtMs = Math.min(found.atMs, Date.now()) + SETTLE_DEADLINE_MS;
    if (Date.now() >= giveUpAtMs) return unknown(quote);
    await wait(POLL_EVERY_MS);
  }
}

function keyOf(quote: Posted): string {
  return `quote:${quote.id}`;
}

function entry(value: z.infer<typeof entrySchema>): string {
  return JSON.stringify(value);
}

function unknown(quote: Posted): Outcome {
  return { kind: "unknown", productId: quote.productId };
}
