import { RESEND_AFTER_MS } from "~server/constants";
import { sign } from "~server/session/keys";
import { memoryStore } from "~server/store/memory";
import { store, type Store } from "~server/store/store";

/** Whether a code may be sent now; `nextAtMs` is the time (milliseconds since 1970) at which the next one may. */
export type ResendClaim =
  { allowed: true; nextAtMs: number } | { allowed: false; nextAtMs: number; secondsLeft: number };

/** Counts for this process when Redis does not answer: nobody should be unable to sign in for that. */
const inProcess = memoryStore();

/**
 * Claims the sending of a code (spec section 4, "Resend timer"; rulings: kept on the server). Of many at once one is
 * allowed; the others learn the seconds left.
 *
 * @param key whose code: a flow's token, an account; stored as a keyed digest only
 */
export async function claimResend(key: string): Promise<ResendClaim> {
  const name = storeKey(key);
  const nextAtMs = Date.now() + RESEND_AFTER_MS;
  return withFallback(async (timers) => {
    if (await timers.add(name, String(nextAtMs), RESEND_AFTER_MS)) return { allowed: true, nextAtMs };
    // Gone between the two looks: it ended this very moment, and the visitor may ask again in a second.
    const running = Number((await timers.get(name)) ?? Date.now());
    return { allowed: false, nextAtMs: running, secondsLeft: Math.max(1, Math.ceil((running - Date.now()) / 1000)) };
  });
}

/** Gives a claim back, when the platform refused to send the code. */
export async function releaseResend(key: string): Promise<void> {
  await withFallback((timers) => timers.delete(storeKey(key)));
}

/** The time (milliseconds since 1970) at which a code may be sent again; null when it may be sent now. */
export async function resendAtMs(key: string): Promise<number | null> {
  const stored = await withFallback((timers) => timers.get(storeKey(key)));
  return stored === null ? null : Number(stored);
}

function storeKey(key: string): string {
  return `resend:${sign("limit", key)}`;
}

async function withFallback<T>(ask: (timers: Store) => Promise<T>): Promise<T> {
  try {
    return await ask(store());
  } catch {
    return ask(inProcess);
  }
}
