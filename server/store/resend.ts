import { LIMITS } from "~server/limits";
import { sign } from "~server/crypto/keys";
import { accountKey, allPausedUntilMs, claimAll, type Subject } from "~server/store/attempt-limit";
import { withMemoryFallback } from "~server/store/shared";
import { readTimeMs } from "~server/store/stored-time";
import type { Store } from "@storefront/store/store";

/** A request for a code. The store gets only keyed digests of its values. */
export interface CodeRequest {
  /** An account, or an e-mail address together with a client address. It gets one code a minute. */
  key: string;
  /** The step's token. The wait of a minute continues even if the visitor's address changes. */
  step: string;
  /** E-mail addresses or telephone numbers; the account if they are unknown. */
  destinations: readonly string[];
}

export type ResendClaim =
  | {
      allowed: true;
      nextAtMs: number;
      /** Frees the claim; to be called if the upstream refused to send the code. */
      release: () => Promise<void>;
    }
  | ({ allowed: false; secondsLeft: number } & ResendWait);

export interface ResendWait {
  nextAtMs: number;
  /** False if the last code was for another step; it is invalid here. */
  ofThisStep: boolean;
  /** True if the destination has had all its codes. The latest code of this step stays valid. */
  isUsedUp: boolean;
}

const AGE_MS = LIMITS.resend.perMs;

/** Claims the sending of a code, and counts it for its destination before the upstream is called. */
export async function claimResend(request: CodeRequest): Promise<ResendClaim> {
  const [ofStep, ofKey] = storeKeys(request);
  const nextAtMs = Date.now() + AGE_MS;
  const claim = `${nextAtMs} ${sign("limit", request.step)}`;
  const waits = await withMemoryFallback(async (timers) => {
    if (await timers.add(ofStep, claim, AGE_MS)) {
      if (await timers.add(ofKey, claim, AGE_MS)) return null;
      await timers.delete(ofStep);
    }
    // The wait has expired between the two reads.
    return (await runningWait(timers, request)) ?? { nextAtMs: Date.now(), ofThisStep: false, isUsedUp: false };
  });
  if (waits) return refused(waits);
  const code = await claimAll(countedFor(request));
  const free = () => withMemoryFallback((timers) => Promise.all([timers.delete(ofStep), timers.delete(ofKey)]));
  if (code.allowed) {
    return { allowed: true, nextAtMs, release: async () => void (await Promise.all([free(), code.giveBack()])) };
  }
  await free();
  return refused({ nextAtMs: code.untilMs, ofThisStep: false, isUsedUp: true });
}

export async function resendWait(request: CodeRequest): Promise<ResendWait | null> {
  const [waits, usedUpUntilMs] = await Promise.all([
    withMemoryFallback((timers) => runningWait(timers, request)),
    allPausedUntilMs(countedFor(request)),
  ]);
  if (usedUpUntilMs === null) return waits;
  return { nextAtMs: usedUpUntilMs, ofThisStep: waits?.ofThisStep ?? false, isUsedUp: true };
}

const refused = (waits: ResendWait): ResendClaim => ({
  allowed: false,
  ...waits,
  secondsLeft: Math.max(1, Math.ceil((waits.nextAtMs - Date.now()) / 1000)),
});

async function runningWait(timers: Store, request: CodeRequest): Promise<ResendWait | null> {
  const [ofStep, ofKey] = await Promise.all(storeKeys(request).map((name) => timers.get(name)));
  const [nextAtMs, asker] = (ofStep ?? ofKey)?.split(" ") ?? [];
  if (nextAtMs === undefined) return null;
  return { nextAtMs: readTimeMs(nextAtMs), ofThisStep: asker === sign("limit", request.step), isUsedUp: false };
}

function storeKeys({ key, step }: CodeRequest): [ofStep: string, ofKey: string] {
  return [`resend:${sign("limit", `step\n${step}`)}`, `resend:${sign("limit", key)}`];
}

function countedFor({ destinations }: CodeRequest): Subject[] {
  return destinations.flatMap((account) => [
    { what: "codes:hour", account },
    { what: "codes:day", account },
  ]);
}

/**
 * Many providers deliver `a.b+c@` and `ab@` to one mailbox, so a registration's code counts for the mailbox. A sign-
 * in's does not: a stranger who registers `ab+c@` must not block `ab@`.
 */
export function mailboxOf(email: string): string {
  const key = accountKey(email);
  const at = key.indexOf("@");
  const label = key.indexOf("+", 1);
  const name = key.slice(0, label > 0 && label < at ? label : at);
  return `mailbox ${at < 0 ? key : name.replaceAll(".", "") + key.slice(at)}`;
}
