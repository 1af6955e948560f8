import { sign } from "~server/crypto/keys";
import { LIMITS } from "~server/limits";
import { normalized } from "~server/normalized";
import { inProcess, withMemoryFallback } from "~server/store/in-process";
import { sharedRedis, store } from "~server/store/shared";
import type { Store } from "@storefront/store/store";
import { countRateLimited } from "~server/store/rate-limit";

/** How long an authenticator's code is valid at most, including the time steps on either side of its own. */
export const USED_CODE_AGE_MS = 90_000;

/**
 * What an attempt is about (behaviour 5.24, 5.25): a row of the table of limits. Anybody can begin a sign-in and a
 * registration for any account, so these count account and address together.
 */
export type Tried = Extract<keyof typeof LIMITS, `tries:${string}` | `codes:${string}`>;

/** What an attempt counts for. */
export interface Subject {
  what: Tried;
  /** From the sealed flow or the session, never from a field of a form; or a step's token, or a destination. */
  account: string;
  address?: string;
}

/** These are exact: an id or a token in another case is another one. */
const EXACT: readonly Tried[] = ["tries:payment", "tries:binding", "tries:registrationStep"];

/** An allowed attempt, or when (milliseconds since 1970) the next one is allowed. */
export type AttemptClaim =
  | {
      allowed: true;
      /**
       * Call it when the upstream did not reject the attempt as wrong. An attempt that is not given back counts as
       * wrong.
       */
      giveBack: () => Promise<void>;
    }
  | { allowed: false; untilMs: number };

/**
 * Claims one attempt before the upstream is called (behaviour 5.25). The table of limits sets how many slots an account
 * has. An attempt takes one, and a wrong attempt leaves it taken for the whole time. This bounds concurrent attempts as
 * well as wrong ones, and a process that dies frees no slot too early.
 *
 * @param account from the sealed flow or the session, never from a field of a form
 * @param address counted together with the account where anybody can begin for any account (`tries:password`,
 *   `tries:registration`)
 */
export async function claimAttempt(what: Tried, account: string, address?: string): Promise<AttemptClaim> {
  const { perMs } = LIMITS[what];
  const places = placesOf(what, account, address);
  return withFallback(async (storage): Promise<AttemptClaim> => {
    const taken = await Promise.all(places.map((place) => storage.get(place)));
    const endsMs = Date.now() + perMs;
    for (const place of places.filter((_, n) => taken[n] === null)) {
      if (!(await storage.add(place, String(endsMs), perMs))) continue;
      // The upstream has responded by now: a failing store must not turn its response into an error.
      return { allowed: true, giveBack: () => storage.delete(place).catch(() => undefined) };
    }
    countRateLimited(what);
    // Null only when a slot has just become free.
    return { allowed: false, untilMs: (await firstFreeMs(storage, places)) ?? Date.now() + 1_000 };
  });
}

/** Claims an attempt that counts for several: all of them or none. */
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

/** When (milliseconds since 1970) the next attempt is allowed, for pages to show; null when one is allowed now. */
export function pausedUntilMs(what: Tried, account: string, address?: string): Promise<number | null> {
  return withFallback((storage) => firstFreeMs(storage, placesOf(what, account, address)));
}

/** When the last of several pauses ends; null when an attempt is allowed now. */
export async function allPausedUntilMs(subjects: readonly Subject[]): Promise<number | null> {
  const untilMs = await Promise.all(subjects.map((of) => pausedUntilMs(of.what, of.account, of.address)));
  return Math.max(...untilMs.map(Number)) || null;
}

/** Forgets the wrong attempts after a successful one. */
export async function forgetAttempts(what: Tried, account: string, address?: string): Promise<void> {
  const places = placesOf(what, account, address);
  const forget = (storage: Store) => Promise.all(places.map((place) => storage.delete(place)));
  await forget(inProcess);
  if (isShared()) await forget(store()).catch(() => undefined);
}

/**
 * Makes one attempt: claims it, calls the upstream, and counts the result. Success forgets the wrong attempts before
 * it. Any other failure, such as a lost connection, does not count.
 *
 * @param subjects what it counts for: it is allowed where each of them allows it
 * @param ask calls the upstream; not called during a pause
 * @param isWrong whether the error that `ask` threw means a wrong code or password
 * @returns the result of `ask`, or when (milliseconds since 1970) the pause ends
 */
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

/**
 * Remembers, for as long as it is valid, that an account has used an authenticator's code (behaviour 5.31). Never
 * rejects.
 *
 * @param account what the visitor has signed in with, or the session's id where the session does not name it
 */
export async function noteUsedCode(account: string, code: string): Promise<void> {
  await withFallback((storage) => storage.set(usedCodeKey(account, code), "1", USED_CODE_AGE_MS)).catch(
    () => undefined,
  );
}

/** Whether this shop has seen the account use a code. Never rejects: false where the store cannot be read. */
export async function isUsedCode(account: string, code: string): Promise<boolean> {
  return withFallback((storage) => storage.get(usedCodeKey(account, code))).then(
    (noted) => noted !== null,
    () => false,
  );
}

/** The store learns neither code nor account: a code has so few digits that a digest without a key would reveal it. */
const usedCodeKey = (account: string, code: string) =>
  `used-code:${sign("limit", `used-code\n${code}\n${accountKey(account)}`)}`;

/**
 * Normalises the spellings of one account, so that another spelling does not start a new count: full-width and capital
 * letters, accents, which many databases ignore, blanks, and separators and leading zeros of a telephone number. One of
 * mainland China, whose form tells it, counts without its area code; elsewhere a number without one may be that of any
 * country.
 */
export function accountKey(account: string): string {
  const folded = normalized(account, "NFKD")
    .replace(/[\s\p{Cf}\p{DI}\p{M}]/gu, "")
    .toLowerCase();
  if (!/^[+\d().\-/]+$/.test(folded)) return folded;
  return folded.replace(/\D/g, "").replace(/^0*860?(?=1[3-9]\d{9}$)|^0+(?=\d)/, "");
}

/**
 * Keyed digests, so that the store learns no account or address. Each kind has its own, so that a flood of one does not
 * evict another.
 */
function placesOf(what: Tried, account: string, address = ""): string[] {
  // People spell an account in several ways, the upstream an id in one: two that look alike are two accounts.
  const subject = sign("limit", `${what}\n${address}\n${EXACT.includes(what) ? account : accountKey(account)}`);
  return Array.from({ length: LIMITS[what].points }, (_, n) => `${what.replace(":", "-")}:${subject}:${n}`);
}

async function firstFreeMs(storage: Store, places: readonly string[]): Promise<number | null> {
  const taken = await Promise.all(places.map((place) => storage.get(place)));
  return taken.includes(null) ? null : Math.min(...taken.map(Number));
}

/** Whether the shared store is reachable now: without a connection to Redis each read would only wait. */
function isShared(): boolean {
  const redis = sharedRedis();
  return redis === null || redis.status === "ready";
}

async function withFallback<T>(ask: (storage: Store) => Promise<T>): Promise<T> {
  if (!isShared()) return ask(inProcess);
  return withMemoryFallback(ask);
}
