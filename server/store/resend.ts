import { RESEND_AFTER_MS } from "~server/constants";
import { sign } from "~server/crypto/keys";
import { orInProcess } from "~server/store/in-process";

/** Whether a code may be sent now; `nextAtMs` is the time (milliseconds since 1970) at which the next one may. */
export type ResendClaim =
  | { allowed: true; nextAtMs: number }
  | { allowed: false; nextAtMs: number; secondsLeft: number };

/**
 * Claims the sending of a code (behaviour 4.6). Of many at once one is allowed; the others learn the seconds left.
 *
 * @param key whose code: a flow's token, an account; stored as a keyed digest only
 */
export async function claimResend(key: string): Promise<ResendClaim> {
  const name = storeKey(key);
  const nextAtMs = Date.now() + RESEND_AFTER_MS;
  return orInProcess(async (timers) => {
    if (await timers.add(name, String(nextAtMs), RESEND_AFTER_MS)) return { allowed: true, nextAtMs };
    // Gone between the two looks: it ended this very moment, and the visitor may ask again in a second.
    const running = Number((await timers.get(name)) ?? Date.now());
    return { allowed: false, nextAtMs: running, secondsLeft: Math.max(1, Math.ceil((running - Date.now()) / 1000)) };
  });
}

/** Gives a claim back, when the platform refused to send the code. */
export async function releaseResend(key: string): Promise<void> {
  await orInProcess((timers) => timers.delete(storeKey(key)));
}

/** The time (milliseconds since 1970) at which a code may be sent again; null when it may be sent now. */
export async function resendAtMs(key: string): Promise<number | null> {
  const stored = await orInProcess((timers) => timers.get(storeKey(key)));
  return stored === null ? null : Number(stored);
}

function storeKey(key: string): string {
  return `resend:${sign("limit", key)}`;
}
