import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";
import { requestId } from "@storefront/observability/request-id";
import { tracing } from "@storefront/observability/tracing";
import { z } from "zod";
import { CircuitOpen, createCircuitBreakers } from "./circuit-breaker";
import { createConnection, LARGE_BYTES } from "./connection";
import {
  Forbidden,
  outcomeOf,
  reportFailedCall,
  SessionExpired,
  UnusableResponse,
  UpstreamNotFound,
  UpstreamUnavailable,
} from "./failures";
import { isNothing } from "./json";
import type { RawResponse, UpstreamClientOptions } from "./options";
import { ownTexts } from "./own-texts";
import { createPools, PoolExhausted } from "./pools";
import {
  payerOf,
  purposeOf,
  type AnonymousCall,
  type AnonymousContext,
  type Call,
  type Kind,
  type UpstreamContext,
} from "./request";

const READ_RETRY_JITTER_MS = 100;

/** The schema of a response whose data does not matter. */
export const nothing = z.unknown().transform(() => undefined);

export type Transport<Context extends UpstreamContext = UpstreamContext> = ReturnType<typeof createTransport<Context>>;

/** Makes the calls of the upstream: deadlines, pools, breakers, retries, and the meaning of a response. */
export function createTransport<Context extends UpstreamContext>(options: UpstreamClientOptions<Context>) {
  const { readResponse, sessionCheckPath, deadlinesMs } = options;
  const pools = createPools(options.poolSizes);
  const breakers = createCircuitBreakers();
  const timeouts = createAdaptiveTimeout();
  const send = createConnection(options);

  /**
   * Makes one call within one deadline. A read without a usable response is retried once if time is left.
   *
   * @throws Rejection, SessionExpired, UpstreamUnavailable; UpstreamNotFound if the call allows it
   */
  async function call<S extends z.ZodTypeAny>(context: Context, request: Call<S>): Promise<z.output<S>> {
    const deadlineMs = deadlineOf(context, request.kind);
    const startedAtMs = performance.now();
    if (deadlineMs <= 0) {
      throw reportFailedCall(request, new UpstreamUnavailable("no time was left", false), startedAtMs);
    }
    const signal = AbortSignal.timeout(deadlineMs);
    try {
      const read = () => tryTwice(context, request, signal);
      // Payments are always sent, even if the circuit is open.
      if (request.kind !== "read" || purposeOf(context, request) === "money") return await read();
      const provesLittle = context.isGuess === true || deadlineMs < READ_AFTER_HANG_DEADLINE_MS;
      return await breakers.run(context, request, { provesLittle, read });
    } catch (error) {
      const isOwnWait = !context.isBackground && !context.isGuess;
      const waitedInVain = signal.aborted && followsAdaptiveTimeout(request.kind) && isOwnWait;
      if (waitedInVain && deadlineMs > READ_AFTER_HANG_DEADLINE_MS) timeouts.recordTimeout();
      if (error instanceof Forbidden && (await isSessionExpired(context, request.path, signal)))
        throw new SessionExpired();
      // Missing items are not failures, and an open circuit has been logged already.
      if (error instanceof UpstreamUnavailable && !(error instanceof UpstreamNotFound || error instanceof CircuitOpen))
        reportFailedCall(request, error, startedAtMs);
      throw error;
    }
  }

  /** Makes a write whose response has no data that matters. Throws as `call` does. */
  function write(context: Context, path: string, body: Readonly<Record<string, unknown>> = {}): Promise<void> {
    return call(context, { kind: "write", path, body, schema: nothing });
  }

  /**
   * Makes a read without a visitor's token or other data, even if the context has them.
   *
   * @throws Rejection, UpstreamUnavailable; never SessionExpired, because the page for expired sessions makes such
   * reads
   */
  async function anonymousCall<S extends z.ZodTypeAny>(
    { locale, deadlineMs, deadlineAtMs, isBackground, isGuess, forPayment, network }: AnonymousContext,
    request: AnonymousCall<S>,
  ): Promise<z.output<S>> {
    const anonymous = {
      locale,
      deadlineMs,
      deadlineAtMs,
      isBackground,
      isGuess,
      forPayment,
      // Payers of a network share its connections, also for reads without a token.
      network: forPayment === undefined ? undefined : network,
      // A product adds only optional fields to the context, all of them about the visitor.
    } as Context;
    const read = { ...request, kind: "read" } as const;
    const startedAtMs = performance.now();
    try {
      return await call(anonymous, read);
    } catch (error) {
      if (!(error instanceof SessionExpired)) throw error;
      const failure = new UnusableResponse("a session was demanded for a read without one", true);
      throw reportFailedCall(read, failure, startedAtMs);
    }
  }

  function deadlineOf(context: Context, kind: Kind): number {
    const { deadlineMs = Infinity, deadlineAtMs = Infinity, isBackground, forPayment } = context;
    const own = Math.min(deadlineMs, deadlinesMs[kind]);
    if (!followsAdaptiveTimeout(kind)) return own;
    const mayBeShortened = kind === "read" && !isBackground && forPayment === undefined;
    const isShortened = mayBeShortened && timeouts.hasTimedOutRecently();
    const most = isShortened ? Math.min(own, READ_AFTER_HANG_DEADLINE_MS) : own;
    return Math.ceil(Math.min(most, deadlineAtMs - performance.now()));
  }

  async function tryTwice<S extends z.ZodTypeAny>(
    context: Context,
    request: Call<S>,
    signal: AbortSignal,
  ): Promise<z.output<S>> {
    try {
      return await attempt(context, request, signal);
    } catch (error) {
      if (request.kind !== "read" || !(error instanceof UpstreamUnavailable)) throw error;
      if (error instanceof UpstreamNotFound || error instanceof PoolExhausted) throw error;
      // A short failure may affect many reads, which must not all be repeated at the same moment.
      const hasTime = await wait(Math.random() * READ_RETRY_JITTER_MS, true, { signal }).catch(() => false);
      if (!hasTime) throw error;
      return await attempt(context, request, signal);
    }
  }

  function attempt<S extends z.ZodTypeAny>(
    context: Context,
    request: Call<S>,
    signal: AbortSignal,
  ): Promise<z.output<S>> {
    const traces = tracing();
    if (!traces) return exchange(context, request, signal);
    const { path, kind } = request;
    const about = { path, kind, purpose: purposeOf(context, request) };
    return traces.call(about, () => exchange(context, request, signal), outcomeOf);
  }

  async function exchange<S extends z.ZodTypeAny>(
    context: Context,
    request: Call<S>,
    signal: AbortSignal,
  ): Promise<z.output<S>> {
    const { schema, mayBeAbsent } = request;
    const purpose = purposeOf(context, request);
    // Each stranger who signs in counts as one visitor.
    const stranger = purpose === "account" && context.token === undefined ? requestId() : undefined;
    const name = context.isGuess ? "guesses" : (stranger ?? payerOf(context));
    const holder = context.network === undefined ? name : ([context.network, name] as const);
    const response = await pools.run(purpose, holder, () => send(context, request, signal), signal);
    options.onResponse?.(response);
    const { status } = response;
    const { data } = clearResult(context, request, response);
    if (status < 200 || status >= 300) throw new UnusableResponse(`status ${status}`, true);
    if (mayBeAbsent && isNothing(data)) throw new UpstreamNotFound("success without data", true);
    // Parsing the text has already taken a turn of the event loop.
    if (response.text.length > LARGE_BYTES) await nextTurn();
    const read = schema.safeParse(data) as z.SafeParseReturnType<unknown, z.output<S>>;
    if (read.success) return ownTexts(read.data);
    const part = read.error.issues[0]?.path[0];
    // The first step of the path is a name in the schema, but later ones may be keys of the response.
    throw new UnusableResponse(`unreadable answer${typeof part === "string" ? ` at ${part}` : ""}`, true);
  }

  /** @throws SessionExpired, Rejection, UpstreamNotFound, Forbidden, UpstreamUnavailable */
  function clearResult(
    context: Context,
    request: Call<z.ZodTypeAny>,
    { status, text, unreadable = "no envelope" }: RawResponse,
  ): { data: unknown } {
    const { kind, mayBeAbsent } = request;
    if (status >= 300 && status < 400) throw new UnusableResponse(`redirect refused, status ${status}`, true);
    // A gateway may respond with JSON too, but it does not know what happened behind it.
    if (status >= 500) throw new UnusableResponse(`status ${status}`, true);
    if (status === 404 && mayBeAbsent) throw new UpstreamNotFound("status 404", true);
    const response = readResponse(text, { context, request, status });
    if (response) return response;
    // A gateway's 401 or 403 may come after a purchase was charged. The next page detects that the session has ended.
    if (context.token && kind !== "purchase") {
      if (status === 401) throw new SessionExpired();
      if (status === 403) throw new Forbidden("status 403, no envelope", true);
    }
    throw new UnusableResponse(`status ${status}, ${unreadable}`, true);
  }

  /** Tests with another read if the session has expired: a firewall for one path must not sign everybody out. */
  async function isSessionExpired(context: Context, path: string, signal: AbortSignal): Promise<boolean> {
    if (path === sessionCheckPath) return false;
    const check = { kind: "read", path: sessionCheckPath, schema: z.unknown() } as const;
    const startedAtMs = performance.now();
    try {
      await attempt(context, check, signal);
      return false;
    } catch (error) {
      if (error instanceof UpstreamUnavailable) reportFailedCall(check, error, startedAtMs);
      return error instanceof SessionExpired;
    }
  }

  return { call, write, anonymousCall, pools, breakers, timeouts };
}

function followsAdaptiveTimeout(kind: Kind): boolean {
  return kind === "read" || kind === "write";
}

export const READ_AFTER_HANG_DEADLINE_MS = 1_000;
/** How long a timeout is remembered: the time that the next page takes. */
const REMEMBERED_MS = 2_000;

/**
 * Shortens all reads' deadlines for a while after a call has timed out, except those for payments: a form's action may
 * have used almost all of its visitor's time. Background renewals and made-up ids do not count.
 */
function createAdaptiveTimeout() {
  let timedOutAtMs = -Infinity;
  return {
    recordTimeout: () => void (timedOutAtMs = performance.now()),
    hasTimedOutRecently: () => performance.now() - timedOutAtMs < REMEMBERED_MS,
  };
}
