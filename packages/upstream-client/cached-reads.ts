import { LosslessNumber } from "lossless-json";
import type { z } from "zod";
import { registerGauge } from "@storefront/observability/gauges";
import { withDeadline } from "@storefront/resilience/deadline";
import { createNegativeCache } from "@storefront/resilience/negative-cache";
import type { AnonymousCall, AnonymousCallFunctions, AnonymousContext, PublicContext } from "./anonymous-call";
import { currentDependencies, type CacheDependencies } from "./cache-dependencies";
import { Rejection, UpstreamNotFound, UpstreamUnavailable } from "./failures";
import { lookUp } from "./lookups";
import type { CacheOptions } from "./options";
import { forPayment } from "./request";
import { createResponseCache, type CachedResponse } from "./response-cache";

/** The number of failed reads that are remembered. */
export const FAILURES_MAX = 1_000;

/** A cached call. The path and the body are the key, beside the locale: a path has one schema. */
export type CachedCall<S extends z.ZodTypeAny> = AnonymousCall<S> & {
  /** Whether a response is cached: empty responses that any address can request must not push others out. */
  isCacheable?: (value: z.output<S>) => boolean;
};

/** How old a response may be, and how long it is waited for. */
export interface ReadOptions {
  /** Ask the upstream now, and give nothing that is cached; the response is cached for others. */
  fresh?: boolean | undefined;
  /** "fresh": for what decides about money. A response that is no longer fresh is never given. */
  maxAge?: "fresh" | undefined;
  /**
   * For data that a page can do without: how long it waits where there is no response to show, in ms; after a failure
   * not at all. The call goes on, for later requests.
   */
  waitMs?: number | undefined;
  /** The id comes from an address and may not exist: a visitor with too many misses has to wait (`lookUp`). */
  isGuess?: boolean | undefined;
}

/** The result of a cached read. */
export interface CachedRead<T> {
  value: T;
  /** It is stale: the upstream may have other data by now. */
  isOlder?: boolean;
  /** Set when it is the last good one, served because the upstream failed. */
  asOf?: Date | undefined;
}

export function createCachedReads(anonymousCall: AnonymousCallFunctions, options: CacheOptions) {
  const responses = createResponseCache(options);
  // They have a cache of their own, so that ten thousand addresses that fail push no good response out.
  const failures = createNegativeCache<Rejection | UpstreamUnavailable>({ max: FAILURES_MAX, ...options });
  const underWay = new Map<string, Promise<CachedResponse>>();
  registerGauge("failed reads", failures.size);
  registerGauge("reads under way", () => underWay.size);

  /**
   * A public read: coalesced (one call of the upstream for any number of concurrent visitors), cached per call, input
   * and locale. A stale response is returned immediately and renewed in the background; `asOf` is set when the last
   * renewal has failed. A visitor waits only where there is none, and less after a failure. What is cached has passed
   * its schema and is frozen, since visitors share it.
   *
   * @throws Rejection, UpstreamUnavailable when there is no good response that may be shown; UpstreamNotFound, and
   *   Rejection in words, whatever is cached; TooManyLookups for a guess
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
      // Only now: what the response became while it was waited for is what the page shows.
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
    // A request after a failure waits less: it will most often fail again.
    const retryMs = waitMs === undefined ? options.retryWaitMs : 0;
    const ms = isPatient ? undefined : failed ? retryMs : waitMs;
    // A rendering that revalidates a cached page delays no visitor either.
    const isBackground = scope?.waits || shown !== undefined || ms === 0;
    // All payers share its response, so that none waits for another's turn, nor for that of another list.
    const asking = maxAge === "fresh" ? forPayment(context, request.path) : context;
    const renewal = () => renewalOf(key, { ...asking, isBackground, isGuess }, request);
    if (shown && !scope?.waits) {
      if (!failed?.isRecent) void renewal();
      return { ...given(shown), isOlder: true, asOf: failed && new Date(shown.askedMs) };
    }
    try {
      if (failed?.isRecent) throw failed.error;
      return given(await waitFor(renewal(), ms, failed?.error));
    } catch (error) {
      if (winsOverTheLast(error) || !shown) throw error;
      return { ...given(shown), isOlder: true, asOf: new Date(shown.askedMs) };
    }
  }

  /** The renewal of a response, for all concurrent requests. */
  function renewalOf(
    key: string,
    context: AnonymousContext,
    request: CachedCall<z.ZodTypeAny>,
  ): Promise<CachedResponse> {
    // A read for a payment does not join one that may wait behind others.
    const way = context.forPayment ? `money ${key}` : key;
    const begun = underWay.get(way);
    if (begun) return begun;
    const renewal = renew(key, context, request).finally(() => {
      if (underWay.get(way) === renewal) underWay.delete(way);
    });
    // No request may be waiting for it any more; the call has reported the failure.
    renewal.catch(() => undefined);
    underWay.set(way, renewal);
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
      // Others may wait for the same response, and have more time than the first request.
      const asked = (): Promise<unknown> => anonymousCall({ ...context, deadlineAtMs: undefined }, request);
      const value = await (context.isGuess ? lookUp(asked, isCacheable) : asked());
      if (responses.isCurrent(sent)) failures.evict(key);
      return responses.set(key, value, sent, isCacheable(value));
    } catch (error) {
      if (!responses.isCurrent(sent)) throw error;
      if (winsOverTheLast(error)) responses.evict(key);
      if (error instanceof UpstreamNotFound) failures.evict(key);
      else if (error instanceof Rejection || error instanceof UpstreamUnavailable) failures.note(key, error);
      throw error;
    }
  }

  /**
   * Forgets responses and failures, for tests that change the upstream under the cache.
   *
   * @param path a part of the path of the calls whose responses are forgotten; all are unless it is given
   */
  function forgetReads(path = ""): void {
    responses.evictAll(path);
    failures.evictAll(path);
    for (const key of underWay.keys()) if (key.includes(path)) underWay.delete(key);
  }

  /** Settles when the renewals that are under way have ended, for tests. */
  async function endOfRenewals(): Promise<void> {
    await Promise.allSettled(underWay.values());
  }

  return { cachedRead, forgetReads, endOfRenewals };
}

/** A number of the upstream and its text request the same. */
function asText(_name: string, value: unknown): unknown {
  return value instanceof LosslessNumber ? value.value : value;
}

/** The last good response is for an outage: a rejection in words takes precedence. */
function winsOverTheLast(error: unknown): boolean {
  return error instanceof UpstreamNotFound || (error instanceof Rejection && error.isInWords);
}

/**
 * Waits for a renewal.
 *
 * @param ms for no longer than that
 * @throws what it throws; afterwards the failure before it, or UpstreamUnavailable
 */
async function waitFor(
  renewal: Promise<CachedResponse>,
  ms: number | undefined,
  failure: Error = new UpstreamUnavailable("not waited for any longer", true),
): Promise<CachedResponse> {
  if (ms === undefined) return renewal;
  if (ms <= 0) throw failure;
  return withDeadline(renewal, ms, () => {
    throw failure;
  });
}
