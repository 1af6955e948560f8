import { sign } from "~server/crypto/keys";
import { inProcess, withMemoryFallback } from "~server/store/in-process";
import { sharedRedis, store } from "~server/store/shared";
import type { Store } from "@storefront/store/store";
import { countRateLimited } from "~server/store/rate-limit";

/**
 * After how many wrong answers, within what time, the platform is not asked about a further one (behaviour 5.24, 5.25).
 * `password` and `registration`, which anybody can begin for any account, count it together with an address; the others
 * count the account alone.
 */
export const WRONG_ATTEMPTS = {
  secondStep: { points: 10, perMs: 15 * 60_000 },
  registration: { points: 10, perMs: 15 * 60_000 },
  payment: { points: 5, perMs: 15 * 60_000 },
  password: { points: 5, perMs: 15 * 60_000 },
} as const;
/** An authenticator's code is valid for so long at most, with the time steps on either side of its own. */
export const USED_CODE_AGE_MS = 90_000;

/** What can be answered wrongly: the code of a second step, of a registration or of a payment, or a password. */
export type Tried = keyof typeof WRONG_ATTEMPTS;

/** A try that may be made; or when (milliseconds since 1970) the next one may. */
export type AttemptClaim =
  | {
      allowed: true;
      /** To be called when the answer was not refused as wrong; what is never given back counts as a wrong one. */
      giveBack: () => Promise<void>;
    }
  | { allowed: false; untilMs: number };

/**
 * Claims one try before the platform is asked (behaviour 5.25). An account has as many places as `WRONG_TRIES` says; a
 * try takes one, and a wrong answer leaves it taken for the whole time. So of any number of tries at once no more than
 * that many are allowed, no more than that many wrong ones fit into any stretch of that time, and a process that dies
 * frees nothing too early.
 *
 * @param account whose: what the sealed flow or the session says, never a field of a form
 * @param address counted together with the account where anybody can begin for any account (`password`, `registration`)
 */
export async function claimAttempt(what: Tried, account: string, address?: string): Promise<AttemptClaim> {
  const { perMs } = WRONG_ATTEMPTS[what];
  const places = placesOf(what, account, address);
  return withFallback(async (kept): Promise<AttemptClaim> => {
    const taken = await Promise.all(places.map((place) => kept.get(place)));
    const endsMs = Date.now() + perMs;
    for (const place of places.filter((_, n) => taken[n] === null)) {
      if (!(await kept.add(place, String(endsMs), perMs))) continue;
      // What was asked has been answered: a store that fails now must not turn the answer into an error.
      return { allowed: true, giveBack: () => kept.delete(place).catch(() => undefined) };
    }
    countRateLimited(`tries:${what}`);
    // Null only when one has become free this very moment.
    return { allowed: false, untilMs: (await firstFreeMs(kept, places)) ?? Date.now() + 1_000 };
  });
}

/** When (milliseconds since 1970) the next try may be made; null when one may be made now. For pages to say so. */
export function pausedUntilMs(what: Tried, account: string, address?: string): Promise<number | null> {
  return withFallback((kept) => firstFreeMs(kept, placesOf(what, account, address)));
}

/** Forgets the wrong answers, after a right one. */
export async function forgetAttempts(what: Tried, account: string, address?: string): Promise<void> {
  const places = placesOf(what, account, address);
  const forget = (kept: Store) => Promise.all(places.map((place) => kept.delete(place)));
  await forget(inProcess);
  if (isShared()) await forget(store()).catch(() => undefined);
}

/**
 * Makes one try: claims it, asks, and counts the answer. A right answer forgets the wrong ones before it; what fails
 * otherwise, such as a connection, counts nothing.
 *
 * @param ask asks the platform; not called while the account is paused
 * @param isWrong whether what `ask` threw says that the answer was wrong
 * @returns what `ask` gave, or until when (milliseconds since 1970) nothing is asked
 * @throws what `ask` throws
 */
export async function singleAttempt<T>(
  { what, account, address }: { what: Tried; account: string; address?: string },
  ask: () => Promise<T>,
  isWrong: (error: unknown) => boolean,
): Promise<{ value: T } | { pausedUntilMs: number }> {
  const claim = await claimAttempt(what, account, address);
  if (!claim.allowed) return { pausedUntilMs: claim.untilMs };
  let value: T;
  try {
    value = await ask();
  } catch (error) {
    if (!isWrong(error)) await claim.giveBack();
    throw error;
  }
  await forgetAttempts(what, account, address);
  return { value };
}

/**
 * Remembers, for as long as it is valid, that an account has used an authenticator's code (behaviour 5.31). Never
 * rejects.
 *
 * @param account what the visitor has signed in with, or the id of a session that does not say it
 */
export async function noteUsedCode(account: string, code: string): Promise<void> {
  await withFallback((kept) => kept.set(usedCodeKey(account, code), "1", USED_CODE_AGE_MS)).catch(() => undefined);
}

/** Whether this shop has seen the account use a code. Never rejects: what cannot be read has not been seen. */
export async function isUsedCode(account: string, code: string): Promise<boolean> {
  return withFallback((kept) => kept.get(usedCodeKey(account, code))).then(
    (noted) => noted !== null,
    () => false,
  );
}

/** The store learns neither: a code has so few digits that a digest without a key would tell it. */
const usedCodeKey = (account: string, code: string) =>
  `used-code:${sign("limit", `used-code\n${code}\n${accountKey(account)}`)}`;

/**
 * One spelling for the ways in which people and strangers may write the same account, so that another spelling is no
 * fresh start: full-width and capital letters, blanks, and what stands between the digits of a telephone number.
 */
export function accountKey(account: string): string {
  const folded = account
    .normalize("NFKC")
    .replace(/[\s\p{Cf}\p{DI}]/gu, "")
    .toLowerCase();
  return /^[+\d().\-/]+$/.test(folded) ? folded.replace(/\D/g, "") : folded;
}

/** Keyed digests, so that the store learns no account or address; kinds apart: a flood of one pushes out no other. */
function placesOf(what: Tried, account: string, address = ""): string[] {
  const whose = sign("limit", `${what}\n${address}\n${accountKey(account)}`);
  return Array.from({ length: WRONG_ATTEMPTS[what].points }, (_, n) => `tries-${what}:${whose}:${n}`);
}

async function firstFreeMs(kept: Store, places: readonly string[]): Promise<number | null> {
  const taken = await Promise.all(places.map((place) => kept.get(place)));
  return taken.includes(null) ? null : Math.min(...taken.map(Number));
}

/** Whether the shared store can be asked now: while Redis is not reached, each question would wait in vain. */
function isShared(): boolean {
  const redis = sharedRedis();
  return redis === null || redis.status === "ready";
}

async function withFallback<T>(ask: (kept: Store) => Promise<T>): Promise<T> {
  if (!isShared()) return ask(inProcess);
  return withMemoryFallback(ask);
}
