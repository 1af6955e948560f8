import { LosslessNumber } from "lossless-json";
import type { z } from "zod";
import { PUBLIC_RETRY_PATIENCE_MS } from "~server/constants";
import { tellsHowMany } from "~server/held";
import { anonymousCall, type Asking, type PublicCaller } from "./anonymous-call";
import { failureOf, forgetFailure, forgetFailures, noteFailure } from "./failed-reads";
import {
  ask,
  dropAnswer,
  forgetAnswers,
  isAwaited,
  isFresh,
  isShowable,
  keepAnswer,
  lastAnswer,
  type Kept,
} from "./kept-answers";
import { lookUp } from "./lookups";
import { currentReadScope, type ReadScope } from "./read-scope";
import { forgetProductIds } from "./sent-ids";
import { Absent, forMoney, Refused, Unavailable, type Call } from "./transport";

/** What is asked for. The path and the body are the key, beside the locale: a path has one schema. */
type PublicCall<S extends z.ZodTypeAny> = Omit<Call<S>, "kind" | "form"> & {
  /** Whether an answer is kept: what any address can ask for, and is empty, must not push others out. */
  isKept?: (value: z.output<S>) => boolean;
};

/** How old an answer may be, and how long it is waited for. */
export interface ReadOptions {
  /** Ask the platform now, and give nothing that is kept; the answer is kept for others. */
  fresh?: boolean | undefined;
  /** "fresh": at most 30 s old, for what decides about money. An older answer is never given. */
  maxAge?: "fresh" | undefined;
  /**
   * For what a page can do without: how long it waits where there is no answer to show; after a failure not at all. The
   * question goes on, for those who come later.
   */
  patienceMs?: number | undefined;
  /** An address names it, and nothing says that there is it: who asks for much in vain is told to wait (`lookUp`). */
  isGuess?: boolean | undefined;
}

/** A public answer. */
export interface Public<T> {
  value: T;
  /** It is older than 30 s: the platform may say something else by now. */
  isOlder?: boolean;
  /** Set when it is the last good one, served because the platform failed. */
  asOf?: Date | undefined;
}

type Guessing = Asking & Pick<ReadOptions, "isGuess">;

const underWay = new Map<string, Promise<Kept>>();
tellsHowMany("reads under way", () => underWay.size);

/**
 * A public read (behaviour 3.35, 13.14, 13.15): coalesced (one call of the platform for any number of visitors at
 * once), cached per call, input and locale. An answer is fresh for 30 s. An older one, of up to 5 min, is given at
 * once, while it is renewed behind the visitor's back; `asOf` says that the last renewal has failed. Only where there
 * is none does a visitor wait, and less after a failure. What is kept has passed its schema and is frozen, since
 * visitors share it.
 *
 * @throws Refused, Unavailable when there is no good answer of the last 5 min; Absent, whatever was answered before;
 *   TooManyLookups for a guess
 */
export async function publicCall<S extends z.ZodTypeAny>(
  caller: PublicCaller,
  wanted: PublicCall<S>,
  options: ReadOptions = {},
): Promise<Public<z.output<S>>> {
  const key = JSON.stringify([caller.locale, wanted.path, wanted.body], asText);
  const scope = currentReadScope();
  try {
    return await read(key, caller, wanted, options, scope);
  } finally {
    // Only now: what the answer became while it was waited for is what the page shows.
    scope?.keys.add(key);
  }
}

async function read<S extends z.ZodTypeAny>(
  key: string,
  caller: PublicCaller,
  wanted: PublicCall<S>,
  { fresh, maxAge, patienceMs, isGuess }: ReadOptions,
  scope: ReadScope | undefined,
): Promise<Public<z.output<S>>> {
  const given = ({ value }: Kept) => ({ value: value as z.output<S> });
  if (fresh) return given(await renew(key, forMoney(caller), wanted));
  const last = lastAnswer(key);
  if (last && isFresh(last)) return given(last);
  const shown = maxAge !== "fresh" && last && isShowable(last) ? last : undefined;
  const failed = failureOf(key);
  const isPatient = maxAge === "fresh" || scope?.waits;
  // Who comes after a failure waits less: it will most often fail again.
  const retryMs = patienceMs === undefined ? PUBLIC_RETRY_PATIENCE_MS : 0;
  const ms = isPatient ? undefined : failed ? retryMs : patienceMs;
  // A rendering for the page cache is made behind the visitor's back as well.
  const nobodyWaits = scope?.waits || shown !== undefined || ms === 0;
  const asking = maxAge === "fresh" ? forMoney(caller) : caller;
  const renewal = () => renewalOf(key, { ...asking, nobodyWaits, isGuess }, wanted);
  if (shown && !scope?.waits) {
    if (!failed?.isRecent) void renewal();
    return { ...given(shown), isOlder: true, asOf: failed && new Date(shown.askedMs) };
  }
  try {
    if (failed?.isRecent) throw failed.error;
    return given(await within(renewal(), ms, failed?.error));
  } catch (error) {
    if (error instanceof Absent || !shown) throw error;
    return { ...given(shown), isOlder: true, asOf: new Date(shown.askedMs) };
  }
}

/** A number of the platform and its text ask for the same. */
function asText(_name: string, value: unknown): unknown {
  return value instanceof LosslessNumber ? value.value : value;
}

/** The renewal of an answer, for all who ask for it at the same time. */
function renewalOf(key: string, caller: Guessing, wanted: PublicCall<z.ZodTypeAny>): Promise<Kept> {
  // What a payment needs does not join a read that may wait behind others.
  const way = caller.forMoney ? `money ${key}` : key;
  const begun = underWay.get(way);
  if (begun) return begun;
  const renewal = renew(key, caller, wanted).finally(() => {
    if (underWay.get(way) === renewal) underWay.delete(way);
  });
  // Nobody may be left to hear that it has failed; the call has reported it.
  renewal.catch(() => undefined);
  underWay.set(way, renewal);
  return renewal;
}

async function renew(key: string, { isGuess, ...caller }: Guessing, wanted: PublicCall<z.ZodTypeAny>): Promise<Kept> {
  const question = ask();
  const isKept = (value: unknown) => wanted.isKept?.(value) ?? true;
  try {
    // Others may wait for the same answer, and have more time than who asked first.
    const asked = (): Promise<unknown> => anonymousCall({ ...caller, deadlineAtMs: undefined }, wanted);
    const value = await (isGuess ? lookUp(asked, isKept) : asked());
    if (isAwaited(question)) forgetFailure(key);
    return keepAnswer(key, value, question, isKept(value));
  } catch (error) {
    if (isAwaited(question) && error instanceof Absent) {
      forgetFailure(key);
      dropAnswer(key);
    } else if (isAwaited(question) && (error instanceof Refused || error instanceof Unavailable)) {
      noteFailure(key, error);
    }
    throw error;
  }
}

/**
 * Waits for a renewal.
 *
 * @param ms for no longer than that
 *
 * @throws what it throws; afterwards the failure before it, or Unavailable
 */
async function within(
  renewal: Promise<Kept>,
  ms: number | undefined,
  failure: Error = new Unavailable("not waited for any longer", true),
): Promise<Kept> {
  if (ms === undefined) return renewal;
  if (ms <= 0) throw failure;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(failure), ms);
  });
  return Promise.race([renewal, late]).finally(() => clearTimeout(timer));
}

/**
 * Forgets public answers and what was learnt from them, for tests that change the platform under the cache.
 *
 * @param path a part of the path of the calls whose answers are forgotten; all answers are unless it is given
 */
export function forgetPublicReads(path = ""): void {
  forgetProductIds();
  forgetAnswers(path);
  forgetFailures(path);
  for (const key of underWay.keys()) if (key.includes(path)) underWay.delete(key);
}

/** Settles when the renewals that are under way have ended, for tests. */
export async function endOfRenewals(): Promise<void> {
  await Promise.allSettled(underWay.values());
}
