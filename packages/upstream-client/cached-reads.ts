import { LosslessNumber } from "lossless-json";
import type { z } from "zod";
import { registerGauge } from "@storefront/observability/metrics";
import { withDeadline } from "@storefront/resilience/deadline";
import { createNegativeCache } from "@storefront/resilience/negative-cache";
import { ownTurn } from "@storefront/resilience/shared-turns";
import { sharedWork } from "@storefront/resilience/shared-work";
import { currentDependencies, type CacheDependencies } from "./cache-dependencies";
import { Rejection, UpstreamNotFound, UpstreamUnavailable } from "./failures";
import { lookUp } from "./lookups";
import type { CacheOptions } from "./options";
import { forPayment, type AnonymousCall, type AnonymousContext, type PublicContext } from "./request";
import { createResponseCache, type CachedResponse } from "./response-cache";
import type { Transport } from "./transport";

const FAILURES_MAX = 1_000;

/** A cached call. Locale, path and body are its key, because a path has only one schema. */
export type CachedCall<S extends z.ZodTypeAny> = AnonymousCall<S> & {
  /** Returns false for a response that is not worth its memory, because anybody can request empty ones. */
  isCacheable?: (value: z.output<S>) => boolean;
};

export interface ReadOptions {
  /** If true, the upstream is called now; the response is cached for others. */
  fresh?: boolean | undefined;
  /** "fresh" never returns a stale response; used for decisions about money. */
  maxAge?: "fresh" | undefined;
  /** For optional data: the wait if nothing is cached, or 0 after a failure. The call continues afterwards. */
  waitMs?: number | undefined;
  /** True if the id comes from an address and may not exist (`lookUp`). */
  isGuess?: boolean | undefined;
}

export interface CachedRead<T> {
  value: T;
  /** True if the response is stale, so that the upstream may have other data by now. */
  isOlder?: boolean;
  /** The time of the last good response, if it is served because the upstream failed. */
  asOf?: Date | undefined;
}

export function createCachedReads(anonymousCall: Transport["anonymousCall"], options: CacheOptions) {
  const responses = createResponseCache(options);
  // Failures are stored separately, so that ten thousand failing addresses evict no good response.
  const failures = createNegativeCache<Rejection | UpstreamUnavailable>({ max: FAILURES_MAX, ...options });
  const underWay = new Map<string, Promise<CachedResponse>>();
  registerGauge("failed reads", failures.size);
  registerGauge("reads under way", () => underWay.size);

  /**
   * Makes a public read, shared by locale, path and body. A stale response is returned at once and renewed in the
   * background. Responses have passed their schema and are frozen, because visitors share them.
   *
   * @throws Rejection, UpstreamUnavailable if no good response is cached; UpstreamNotFound, and a Rejection with a
   * reason, even if one is; TooManyLookups for a guess
   */
  async function cachedRead<S extends z.ZodTypeAny>(
    context: PublicContext,
    request: CachedCall<S>,
    how: ReadOptions = {},
  ): Promise<CachedRead<z.output<S>>> {
    const key = JSON.stringify([context.locale, request.path, request.body], asText);
    const scope = currentDependencies();
    try {
      return await read(key, context, request, how, scope);
    } finally {
      // The key is noted only now, because the page shows the response that it waited for.
      scope?.keys.add(key);
    }
  }

  async function read<S extends z.ZodTypeAny>(
    key: string,
    context: PublicContext,
    request: CachedCall<S>,
    { fresh, maxAge, waitMs, isGuess }: ReadOptions,
    scope: CacheDependencies | undefined,
  ): Promise<CachedRead<z.output<S>>> {
    const given = ({ value }: CachedResponse) => ({ value: value as z.output<S> });
    if (fresh) return given(await renew(key, forPayment(context), request));
    const last = responses.get(key);
    if (last && responses.isFresh(last)) return given(last);
    const shown = maxAge !== "fresh" && last && responses.isShowable(last) ? last : undefined;
    const failed = failures.get(key);
    const isPatient = maxAge === "fresh" || scope?.waits;
    // After a failure we wait less, because the next call is likely to fail too.
    const retryMs = waitMs === undefined ? options.retryWaitMs : 0;
    const ms = isPatient ? undefined : failed ? retryMs : waitMs;
    // When a cached page is revalidated, no visitor waits either.
    const isBackground = scope?.waits || shown !== undefined || ms === 0;
    // All payers share the response, so the call belongs to its path and not to one payer.
    const asking = maxAge === "fresh" ? { ...forPayment(context, request.path), network: undefined } : context;
    const renewal = () => renewalOf(key, { ...asking, isBackground, isGuess }, request);
    if (shown && !scope?.waits) {
      if (!failed?.isRecent) void renewal();
      return { ...given(shown), isOlder: true, asOf: failed && new Date(shown.askedMs) };
    }
    try {
      if (failed?.isRecent) throw failed.error;
      const renewed = waitFor(renewal(), ms, failed?.error);
      await renewed.then(ownTurn, ownTurn);
      return given(await renewed);
    } catch (error) {
      if (winsOverTheLast(error) || !shown) throw error;
      return { ...given(shown), isOlder: true, asOf: new Date(shown.askedMs) };
    }
  }

  function renewalOf(
    key: string,
    context: AnonymousContext,
    request: CachedCall<z.ZodTypeAny>,
  ): Promise<CachedResponse> {
    // A read for a payment must not join a read that may wait behind others.
    const way = context.forPayment ? `money ${key}` : key;
    const renewal = sharedWork(underWay, way, () => renew(key, context, request));
    // If nobody waits any more, the rejection must not be unhandled. The call has already reported it.
    renewal.catch(() => undefined);
    return renewal;
  }

  async function renew(
    key: string,
    context: AnonymousContext,
    request: CachedCall<z.ZodTypeAny>,
  ): Promise<CachedResponse> {
    const sent = responses.noteRequest();
    const isCacheable = (value: unknown) => request.isCacheable?.(value) ?? true;
    try {
      // Others may be waiting for the same response with more time than the first, so the deadline is dropped.
      const asked = (): Promise<unknown> => anonymousCall({ ...context, deadlineAtMs: undefined }, request);
      const value = await (context.isGuess ? lookUp(asked, isCacheable) : asked());
      failures.evict(key);
      return responses.set(key, value, sent, isCacheable(value));
    } catch (error) {
      if (winsOverTheLast(error)) responses.evict(key);
      if (error instanceof UpstreamNotFound) failures.evict(key);
      else if (error instanceof Rejection || error instanceof UpstreamUnavailable) failures.note(key, error);
      throw error;
    }
  }

  return { cachedRead, readsUnderWay: (): Promise<unknown>[] => [...underWay.values()] };
}

/** Serialises a `LosslessNumber` like its text, because both make the same request. */
function asText(_name: string, value: unknown): unknown {
  return value instanceof LosslessNumber ? value.value : value;
}

/** Returns true for errors that no cached response hides: the item is missing, or the rejection has a reason. */
function winsOverTheLast(error: unknown): boolean {
  return error instanceof UpstreamNotFound || (error instanceof Rejection && error.isInWords);
}

/** Waits at most `ms` for a renewal, then throws the previous failure or UpstreamUnavailable. */
async function waitFor(
  renewal: Promise<CachedResponse>,
  ms: number | undefined,
  failure: Error = new UpstreamUnavailable("no longer waiting", true),
): Promise<CachedResponse> {
  if (ms === undefined) return renewal;
  if (ms <= 0) throw failure;
  return withDeadline(renewal, ms, () => {
    throw failure;
  });
}
