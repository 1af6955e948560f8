import { RESEND_AFTER_MS } from "~server/constants";
import { sign } from "~server/crypto/keys";
import { orInProcess } from "~server/store/in-process";

/** Whether a code may be sent now; `nextAtMs` is the time (milliseconds since 1970) at which the next one may. */
export type ResendClaim = { allowed: true; nextAtMs: number } | ({ allowed: false; secondsLeft: number } & ResendWait);

/** When one code of an account may be asked for again, and whether the last one was asked for by this step. */
export interface ResendWait {
  nextAtMs: number;
  /** False where another step asked for it: its code is none for this one (behaviour 4.7). */
  ofThisStep: boolean;
}

/**
 * Claims the sending of a code (behaviour 4.6). Of many at once one is allowed; the others learn the seconds left.
 *
 * @param key whose code: an account; stored as a keyed digest only
 * @param step the token of the step that asks; a digest of it is kept with the time
 */
export async function claimResend(key: string, step: string): Promise<ResendClaim> {
  const name = storeKey(key);
  const nextAtMs = Date.now() + RESEND_AFTER_MS;
  return orInProcess(async (timers) => {
    if (await timers.add(name, `${nextAtMs} ${sign("limit", step)}`, RESEND_AFTER_MS))
      return { allowed: true, nextAtMs };
    // Gone between the two looks: it ended this very moment, and the visitor may ask again in a second.
    const running = waitOf(await timers.get(name), step) ?? { nextAtMs: Date.now(), ofThisStep: false };
    const secondsLeft = Math.max(1, Math.ceil((running.nextAtMs - Date.now()) / 1000));
    return { allowed: false, ...running, secondsLeft };
  });
}

/** Gives a claim back, when the platform refused to send the code. */
export async function releaseResend(key: string): Promise<void> {
  await orInProcess((timers) => timers.delete(storeKey(key)));
}

/** When a code may be sent again to a step of an account; null when it may be sent now. */
export async function resendWait(key: string, step: string): Promise<ResendWait | null> {
  return waitOf(await orInProcess((timers) => timers.get(storeKey(key))), step);
}

function waitOf(stored: string | null, step: string): ResendWait | null {
  if (stored === null) return null;
  const [nextAtMs, asker] = stored.split(" ");
  return { nextAtMs: Number(nextAtMs), ofThisStep: asker === sign("limit", step) };
}

function storeKey(key: string): string {
  return `resend:${sign("limit", key)}`;
}
