import { sign } from "~server/crypto/keys";
import { inProcess, withMemoryFallback } from "~server/store/in-process";
import { sharedRedis, store } from "~server/store/shared";
import type { Store } from "@storefront/store/store";
import { countRateLimited } from "~server/store/rate-limit";

/**
 * After this many wrong attempts within this time the upstream is not called for a further one (behaviour 5.24, 5.25).
 * Anybody can begin `password` and `registration` for any account, so they count account and address together. The
 * others count the account alone, a payment by the upstream's id.
 */
export const WRONG_ATTEMPTS = {
  secondStep: { points: 10, perMs: 15 * 60_000 },
  registration: { points: 10, perMs: 15 * 60_000 },
  payment: { points: 5, perMs: 15 * 60_000 },
  password: { points: 5, perMs: 15 * 60_000 },
} as const;
/** How long an authenticator's code is valid at most, including the time steps on either side of its own. */
export const USED_CODE_AGE_MS = 90_000;

/** What an attempt is about: the code of a second step, of a registration or of a payment, or a password. */
export type Tried = keyof typeof WRONG_ATTEMPTS;

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
 * Claims one attempt before the upstream is called (behaviour 5.25). `WRONG_ATTEMPTS` sets how many slots an account
 * has. An attempt takes one, and a wrong attempt leaves it taken for the whole time. This bounds concurrent attempts as
 * well as wrong ones, and a process that dies frees no slot too early.
 *
 * @param account from the sealed flow or the session, never from a field of a form
 * @param address counted together with the account where anybody can begin for any account (`password`, `registration`)
 */
export async function claimAttempt(what: Tried, account: string, address?: string): Promise<AttemptClaim> {
  const { perMs } = WRONG_ATTEMPTS[what];
  const places = placesOf(what, account, address);
  return withFallback(async (storage): Promise<AttemptClaim> => {
    const taken = await Promise.all(places.map((place) => storage.get(place)));
    const endsMs = Date.now() + perMs;
    for (const place of places.filter((_, n) => taken[n] === null)) {
      if (!(await storage.add(place, String(endsMs), perMs))) continue;
      // The upstream has responded by now: a failing store must not turn its response into an error.
      return { allowed: true, giveBack: () => storage.delete(place).catch(() => undefined) };
    }
    countRateLimited(`tries:${what}`);
    // Null only when a slot has just become free.
    return { allowed: false, untilMs: (await firstFreeMs(storage, places)) ?? Date.now() + 1_000 };
  });
}

/** When (milliseconds since 1970) the next attempt is allowed, for pages to show; null when one is allowed now. */
export function pausedUntilMs(what: Tried, account: string, address?: string): Promise<number | null> {
  return withFallback((storage) => firstFreeMs(storage, placesOf(what, account, address)));
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
 * @param ask calls the upstream; not called while the account is paused
 * @param isWrong whether the error that `ask` threw means a wrong code or password
 * @returns the result of `ask`, or when (milliseconds since 1970) the pause ends
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
 * letters, blanks, and separators in a telephone number.
 */
export function accountKey(account: string): string {
  const folded = account
    .normalize("NFKC")
    .replace(/[\s\p{Cf}\p{DI}]/gu, "")
    .toLowerCase();
  return /^[+\d().\-/]+$/.test(folded) ? folded.replace(/\D/g, "") : folded;
}

/**
 * Keyed digests, so that the store learns no account or address. Each kind has its own, so that a flood of one does not
 * evict another.
 */
function placesOf(what: Tried, account: string, address = ""): string[] {
  // People spell an account in several ways, the upstream an id in one: two that look alike are two accounts.
  const subject = sign("limit", `${what}\n${address}\n${what === "payment" ? account : accountKey(account)}`);
  return Array.from({ length: WRONG_ATTEMPTS[what].points }, (_, n) => `tries-${what}:${subject}:${n}`);
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
