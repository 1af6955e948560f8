import { RESEND_AFTER_MS } from "~server/specification";
import { sign } from "~server/crypto/keys";
import { withMemoryFallback } from "~server/store/in-process";
import type { Store } from "@storefront/store/store";

/** Whether a code may be sent now; `nextAtMs` is the time (milliseconds since 1970) at which the next one may. */
export type ResendClaim = { allowed: true; nextAtMs: number } | ({ allowed: false; secondsLeft: number } & ResendWait);

/** When a code of an account may be requested again, and whether this step requested the last one. */
export interface ResendWait {
  nextAtMs: number;
  /** False where another step asked for it: its code is none for this one. */
  ofThisStep: boolean;
}

/**
 * Claims the sending of a code (behaviour 4.6). Of concurrent claims one is allowed; the others get the seconds left.
 *
 * @param key an account, or an e-mail with an address; stored as a keyed digest only
 * @param step the token of the requesting step: its minute goes on when the visitor's address changes
 */
export async function claimResend(key: string, step: string): Promise<ResendClaim> {
  const [ofStep, ofKey] = storeKeys(key, step);
  const nextAtMs = Date.now() + RESEND_AFTER_MS;
  const claim = `${nextAtMs} ${sign("limit", step)}`;
  return withMemoryFallback(async (timers) => {
    if (await timers.add(ofStep, claim, RESEND_AFTER_MS)) {
      if (await timers.add(ofKey, claim, RESEND_AFTER_MS)) return { allowed: true, nextAtMs };
      await timers.delete(ofStep);
    }
    // It expired between the two reads: the visitor may request again in a second.
    const running = (await runningWait(timers, key, step)) ?? { nextAtMs: Date.now(), ofThisStep: false };
    const secondsLeft = Math.max(1, Math.ceil((running.nextAtMs - Date.now()) / 1000));
    return { allowed: false, ...running, secondsLeft };
  });
}

/** Gives a claim back when the upstream refused to send the code. */
export async function releaseResend(key: string, step: string): Promise<void> {
  await withMemoryFallback(async (timers) => {
    await Promise.all(storeKeys(key, step).map((name) => timers.delete(name)));
  });
}

/** When a code may be sent again to a step of an account; null when it may be sent now. */
export async function resendWait(key: string, step: string): Promise<ResendWait | null> {
  return withMemoryFallback((timers) => runningWait(timers, key, step));
}

async function runningWait(timers: Store, key: string, step: string): Promise<ResendWait | null> {
  const [ofStep, ofKey] = await Promise.all(storeKeys(key, step).map((name) => timers.get(name)));
  const [nextAtMs, asker] = (ofStep ?? ofKey)?.split(" ") ?? [];
  return nextAtMs === undefined ? null : { nextAtMs: Number(nextAtMs), ofThisStep: asker === sign("limit", step) };
}

function storeKeys(key: string, step: string): [ofStep: string, ofKey: string] {
  return [`resend:${sign("limit", `step\n${step}`)}`, `resend:${sign("limit", key)}`];
}
