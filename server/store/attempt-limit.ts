import { LRUCache } from "lru-cache";
import { sign } from "~server/crypto/keys";
import { LIMITS } from "~server/limits";
import { normalized } from "~server/normalized";
import { inProcess, withMemoryFallback, store } from "~server/store/shared";
import type { Store } from "@storefront/store/store";
import { countRateLimited } from "~server/store/rate-limit";
import { readTimeMs } from "~server/store/stored-time";

/** Longest validity of an authenticator code, including one time step on either side. */
export const USED_CODE_AGE_MS = 90_000;

/** Anybody can begin a sign-in or registration for any account, so these count account and address together. */
export type Tried = Extract<keyof typeof LIMITS, `tries:${string}` | `codes:${string}`>;

export interface Subject {
  what: Tried;
  /** An account from the encrypted flow or the session, never from a form field; a step's token; or a destination. */
  account: string;
  address?: string;
}

/** Limits whose subjects are ids or tokens; these differ if their case differs. */
const EXACT: readonly Tried[] = ["tries:payment", "tries:refusedPayment", "tries:binding", "tries:registrationStep"];

/** `untilMs`: the time from which another attempt is allowed. */
export type AttemptClaim =
  | {
      allowed: true;
      /** Call this unless the upstream rejected the attempt as wrong. */
      giveBack: () => Promise<void>;
    }
  | { allowed: false; untilMs: number };

/**
 * Claims one of an account's slots before the upstream is called. A wrong attempt occupies it until the limit's time is
 * over; a process that dies frees no slot too early.
 */
export async function claimAttempt(what: Tried, account: string, address?: string): Promise<AttemptClaim> {
  const { perMs } = LIMITS[what];
  const places = placesOf(what, account, address);
  return withMemoryFallback(async (storage): Promise<AttemptClaim> => {
    const taken = await Promise.all(places.map((place) => storage.get(place)));
    const endsMs = Date.now() + perMs;
    for (const place of places.filter((_, n) => taken[n] === null)) {
      if (!(await storage.add(place, String(endsMs), perMs))) continue;
      // The upstream has responded already, so a failing store must not cause an error.
      return { allowed: true, giveBack: () => storage.delete(place).catch(() => undefined) };
    }
    countRateLimited(what);
    // Null means that a slot has just become free.
    return { allowed: false, untilMs: (await firstFreeMs(storage, places)) ?? Date.now() + 1_000 };
  });
}

export async function claimAll(subjects: readonly Subject[]): Promise<AttemptClaim> {
  const claims: (() => Promise<void>)[] = [];
  const giveBack = async () => void (await Promise.all(claims.map((giveBackOne) => giveBackOne())));
  for (const { what, account, address } of subjects) {
    const claim = await claimAttempt(what, account, address);
    if (!claim.allowed) {
      await giveBack();
      return claim;
    }
    claims.push(claim.giveBack);
  }
  return { allowed: true, giveBack };
}

/** Returns the time from which another attempt is allowed; null if one is allowed now. */
export function pausedUntilMs(what: Tried, account: string, address?: string): Promise<number | null> {
  return withMemoryFallback((storage) => firstFreeMs(storage, placesOf(what, account, address)));
}

/** Returns the time at which the last of several pauses ends; null if there is none. */
export async function allPausedUntilMs(subjects: readonly Subject[]): Promise<number | null> {
  const untilMs = await Promise.all(subjects.map((of) => pausedUntilMs(of.what, of.account, of.address)));
  return Math.max(...untilMs.map(Number)) || null;
}

/** Frees the slots of earlier wrong attempts; to be called after a successful attempt. */
export async function forgetAttempts(what: Tried, account: string, address?: string): Promise<void> {
  const places = placesOf(what, account, address);
  const forget = (storage: Store) => Promise.all(places.map((place) => storage.delete(place)));
  await forget(inProcess);
  await forget(store()).catch(() => undefined);
}

/** Claims an attempt, calls `ask` and counts an error that `isWrong` accepts. Success clears earlier wrong attempts. */
export async function singleAttempt<T>(
  subjects: Subject | readonly Subject[],
  ask: () => Promise<T>,
  isWrong: (error: unknown) => boolean,
): Promise<{ value: T } | { pausedUntilMs: number }> {
  const all = [subjects].flat();
  const claim = await claimAll(all);
  if (!claim.allowed) return { pausedUntilMs: claim.untilMs };
  let value: T;
  try {
    value = await ask();
  } catch (error) {
    if (!isWrong(error)) await claim.giveBack();
    throw error;
  }
  await Promise.all(all.map(({ what, account, address }) => forgetAttempts(what, account, address)));
  return { value };
}

/** Stores that an account has used a code, for as long as the code is valid (behaviour 5.31). Never rejects. */
export async function noteUsedCode(account: string, code: string): Promise<void> {
  await withMemoryFallback((storage) => storage.set(usedCodeKey(account, code), "1", USED_CODE_AGE_MS)).catch(
    () => undefined,
  );
}

/** True if an account has used a code; false also if the store cannot be read. Never rejects. */
export async function isUsedCode(account: string, code: string): Promise<boolean> {
  return withMemoryFallback((storage) => storage.get(usedCodeKey(account, code))).then(
    (noted) => noted !== null,
    () => false,
  );
}

/** Keyed with our secret: a code has so few digits that a plain digest would reveal it. */
const usedCodeKey = (account: string, code: string) =>
  `used-code:${sign("limit", `used-code\n${code}\n${accountKey(account)}`)}`;

/** Longer than any account that a form accepts. */
const ACCOUNT_KEY_MAX_LENGTH = 256;
const PLAIN = ["", ...Array.from("abcdefghijklmnopqrstuvwxyz0123456789"), "ae", "oe", "ss"];
const collator = new Intl.Collator("en", { sensitivity: "base" });
const plainOf = new LRUCache<string, string>({
  max: 1_000,
  memoMethod: (letter) => PLAIN.find((plain) => collator.compare(plain, letter) === 0) ?? letter,
});

/**
 * Merges the spellings of an account: width, case, spaces, accents and rings; in telephone numbers also separators,
 * leading zeros and mainland China's area code.
 */
export function accountKey(account: string): string {
  const folded = normalized(account, "NFKD")
    .replace(/[\s\p{C}\p{DI}\p{M}]/gu, "")
    .toLowerCase()
    .slice(0, ACCOUNT_KEY_MAX_LENGTH)
    .replace(/[^\0-\x7f]/gu, (letter) => plainOf.memo(letter));
  if (!/^[+\d().\-/]+$/.test(folded)) return folded;
  return folded.replace(/\D/g, "").replace(/^0*860?(?=1[3-9]\d{9}$)|^0+(?=\d)/, "");
}

/** Returns the keys of a subject's slots, keyed digests. Each kind of limit has its own, so no flood evicts another. */
function placesOf(what: Tried, account: string, address = ""): string[] {
  // An account has several spellings, but ids that look alike are different ids.
  const subject = sign("limit", `${what}\n${address}\n${EXACT.includes(what) ? account : accountKey(account)}`);
  return Array.from({ length: LIMITS[what].points }, (_, n) => `${what.replace(":", "-")}:${subject}:${n}`);
}

async function firstFreeMs(storage: Store, places: readonly string[]): Promise<number | null> {
  const taken = await Promise.all(places.map((place) => storage.get(place)));
  const ends = taken.flatMap((text) => (text === null ? [] : readTimeMs(text)));
  return ends.length < taken.length ? null : Math.min(...ends);
}
