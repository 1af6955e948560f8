import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import {
  BODY_LINGER_MS,
  BODY_STALL_MS,
  HEADERS_TIMEOUT_MS,
  REQUEST_TIMEOUT_MS,
  UPLOAD_REQUEST_TIMEOUT_MS,
} from "~server/constants";
import type { Env } from "~server/env";
import type { Handler } from "~server/http/app";
import { limitBody } from "~server/http/body-limit";
import { watchDependencies } from "~server/http/dependencies";
import { desktopRedirect, mainSite, type Visit } from "~server/http/desktop-redirect";
import { clientAddressOf, takeForwarded, takeRequestId } from "~server/http/forwarded";
import {
  bodyLimit,
  checkHeaderLines,
  checkMethodAndBody,
  checkSpelling,
  isCrossSite,
  isOwnHost,
  isPrefetch,
  isPreload,
  normaliseHeaders,
  readTarget,
} from "~server/http/guards";
import { HEALTH_PATHS, healthAnswers } from "~server/http/health";
import { createHttpServer, type DrainingServer, type Expectation } from "~server/http/http-server";
import type { Metrics } from "~server/http/metrics";
import { followRequest, requestWatch } from "~server/http/access-log";
import { staticFiles } from "~server/http/assets";
import { answerAtOnce, sendReady } from "~server/http/kept-pages";
import { takeOfflineLanguage } from "~server/http/offline-language";
import { sendRefusal, type Refusal } from "~server/http/refusal";
import { watchLoad } from "~server/http/shedding";
import { shapeReader, spellingReader, UNKNOWN_SHAPE } from "~server/http/route-shape";
import { securityHeaders } from "~server/http/security-headers";
import { lookupLimit, type Lookups } from "~server/page-cache/lookups";
import { createPageCache, type PageCacheOptions } from "~server/page-cache/page-cache";
import { REQUEST_ID_HEADER } from "~server/request-id";
import { isPicturePath, sendPicture } from "~server/pictures/answer";
import type { Condition } from "~server/store/health";
import type { Rate } from "~server/store/limits";
import { sheddings } from "~server/tallies";
import { withLookups } from "~server/upstream/lookups";

/** Time limits of a request, each with its constant as the default. */
export interface Timeouts {
  headersMs: number;
  requestMs: number;
  uploadMs: number;
  /** Without a byte of a body. */
  stallMs: number;
  /** For the sender of a body that was given up, after its answer. */
  lingerMs: number;
}

export interface StorefrontOptions {
  /** Answers whatever the guards let through: Remix. */
  handler: Handler;
  /** The pages that are kept, and who renders them; undefined when none are. */
  pages?: Pick<PageCacheOptions, "declared" | "render" | "styles"> | undefined;
  /** Path patterns of the app, for logs and metrics; see `routePatterns`. */
  routes: readonly string[];
  env: Pick<
    Env,
    "PUBLIC_ORIGIN" | "TRUST_PROXY" | "MAIN_SITE_ORIGIN" | "DESKTOP_REDIRECT" | "MAX_IN_FLIGHT" | "MAX_LAG_MS"
  >;
  /** Whether the platform answers; told by `/readyz` and the metrics. */
  probe: () => Promise<boolean>;
  /** How the store is; told beside it. */
  store: () => Promise<Condition>;
  /** How long `/readyz` waits for the two; PROBE_DEADLINE_MS by default. */
  probeDeadlineMs?: number;
  /** The folder of static files. */
  assetsDir: string;
  /** Files of builds before, by name (`earlierFiles`). */
  earlierAssets?: ReadonlyMap<string, string> | undefined;
  log: Logger;
  metrics?: Metrics | undefined;
  timeouts?: Partial<Timeouts>;
  /** How much may be looked for in vain; VAIN_LOOKUPS by default. */
  lookupRate?: Rate | undefined;
}

/**
 * The HTTP server: node:http → pages that are kept → health → guards → pictures → desktop redirect → static files →
 * pages that are kept from now on → the app. With too much to do nothing more is rendered.
 *
 * @param options what it serves and for whom
 * @throws Error when the folder of static files cannot be read
 */
export function createStorefront(options: StorefrontOptions): DrainingServer {
  const { env, log, metrics } = options;
  const timeouts: Timeouts = {
    headersMs: HEADERS_TIMEOUT_MS,
    requestMs: REQUEST_TIMEOUT_MS,
    uploadMs: UPLOAD_REQUEST_TIMEOUT_MS,
    stallMs: BODY_STALL_MS,
    lingerMs: BODY_LINGER_MS,
    ...options.timeouts,
  };
  const headers = securityHeaders(env.PUBLIC_ORIGIN);
  const shapeOf = shapeReader([...options.routes, ...HEALTH_PATHS]);
  const spellingOf = spellingReader(options.routes);
  const firstVisit = desktopRedirect(env);
  const leadsAway = mainSite(env) !== null;
  const files = staticFiles(options.assetsDir, options.earlierAssets);
  const watch = requestWatch(log, metrics);
  const identify = (req: IncomingMessage) => takeRequestId(req, env.TRUST_PROXY);
  const pages =
    options.pages &&
    createPageCache({ ...options.pages, shapeOf, isFile: files.has, headers, publicOrigin: env.PUBLIC_ORIGIN, log });
  const atOnce =
    pages &&
    answerAtOnce({
      ...{ pages, identify, watch },
      ownHost: new URL(env.PUBLIC_ORIGIN).host,
      trustedHops: env.TRUST_PROXY,
      isFirstVisit: (req) => leadsAway && firstVisit(visitOf(req)) !== null,
    });
  // The longest time, the upload's, is the connection's; a form's shorter one is held where its body is read.
  const http: DrainingServer = createHttpServer({
    answer,
    identify,
    atOnce: (req, res) => {
      takeOfflineLanguage(req);
      return atOnce !== undefined && !http.isDraining() && atOnce(req, res);
    },
    headers,
    headersMs: timeouts.headersMs,
    requestMs: timeouts.uploadMs,
    log,
  });
  const lookupsOf = lookupLimit(env.PUBLIC_ORIGIN, options.lookupRate);
  const load = watchLoad({ inFlight: env.MAX_IN_FLIGHT, lagMs: env.MAX_LAG_MS });
  http.server.once("close", load.close);
  if (pages) http.server.once("close", pages.close);
  const platform = async () => ({ ok: await options.probe() });
  const dependencies = watchDependencies({ platform, store: options.store }, options.probeDeadlineMs);
  metrics?.watch(dependencies);
  const answerHealth = healthAnswers({ dependencies, isDraining: http.isDraining });

  function guard(req: IncomingMessage, host: string | undefined): Refusal | null {
    if (!isOwnHost(host, env.PUBLIC_ORIGIN)) return { status: 421, closes: true };
    const refusal = checkMethodAndBody({ method: req.method, headers: req.headers });
    if (refusal) return refusal;
    return req.method === "POST" && isCrossSite(req.headers, env.PUBLIC_ORIGIN) ? { status: 403, closes: true } : null;
  }

  /** Marks a first navigation; true when it has been answered: it was sent to the main site. */
  function redirected(req: IncomingMessage, res: ServerResponse): boolean {
    const visit = firstVisit(visitOf(req));
    if (visit && isPreload(req)) {
      sendNothing(res);
      return true;
    }
    if (visit) res.setHeader("Set-Cookie", visit.cookie);
    if (visit?.location === undefined) return false;
    res.writeHead(302, { Location: visit.location, "Cache-Control": "no-store", "Content-Length": 0 }).end();
    return true;
  }

  async function answer(req: IncomingMessage, res: ServerResponse, expected: Expectation): Promise<void> {
    const target = readTarget(req.url);
    const shape = target ? shapeOf(target.pathname) : UNKNOWN_SHAPE;
    followRequest(req, res, { shape, headers, watch, closing: http.isDraining });
    const unreadable = checkHeaderLines(req);
    if (unreadable) return sendRefusal(req, res, unreadable);
    const host = takeForwarded(req, env.TRUST_PROXY);
    if (expected === "unknown") return sendRefusal(req, res, { status: 417, closes: true });
    if (!target) return sendRefusal(req, res, { status: 400, closes: true });
    if (HEALTH_PATHS.has(target.pathname)) return answerHealth(target.pathname, req, res);
    const refusal = guard(req, host) ?? checkSpelling(req.method, target, spellingOf(target.pathname));
    if (refusal) return sendRefusal(req, res, refusal);
    // Before Remix: a page shows many of them, and they are nobody's.
    if (req.method !== "POST" && isPicturePath(target.pathname)) return sendPicture(req, res, target.pathname);
    normaliseHeaders(req.headers, env.PUBLIC_ORIGIN);
    if (redirected(req, res)) return;
    if (files.answer(req, res)) return;
    // A form holds what somebody has typed, and whoever sends theirs slowly must not close the shop to others.
    if (req.method === "POST") return workOn(req, res, target.pathname, expected);
    const tooMuch = load.tooMuch();
    if (!tooMuch) return load.during(() => workOn(req, res, target.pathname, expected));
    // What could not be answered at once (HTTP/1.0, a first visit) may be kept all the same.
    const kept = pages?.kept(req);
    if (kept) return sendReady(req, res, kept, requestIdOf(res));
    sheddings.counts[tooMuch] += 1;
    sendRefusal(req, res, { status: 503, headers: { "Retry-After": "5" } });
  }

  /** Answers with what takes work. */
  function workOn(req: IncomingMessage, res: ServerResponse, pathname: string, expected: Expectation): Promise<void> {
    const lookups = lookupsOf(req, clientAddressOf(req));
    return withLookups(lookups, () => render(req, res, { pathname, expected, lookups }));
  }

  async function render(
    req: IncomingMessage,
    res: ServerResponse,
    { pathname, expected, lookups }: { pathname: string; expected: Expectation; lookups: Lookups },
  ): Promise<void> {
    const page = await pages?.made(req, lookups);
    if (page === "limited") return sendRefusal(req, res, { status: 429, headers: { "Retry-After": "60" } });
    if (!page && isPreload(req)) return sendNothing(res);
    if (!page && isPrefetch(req)) return sendRefusal(req, res, { status: 503 });
    if (page) return sendReady(req, res, page, requestIdOf(res));

    if (req.method === "POST") {
      const { maxBytes, upload } = bodyLimit(pathname, req.headers["content-type"]);
      const deadlineMs = upload ? timeouts.uploadMs : timeouts.requestMs;
      limitBody(req, res, { ...timeouts, maxBytes, deadlineMs });
      // Who asks first and would send too much is not told to begin; the app refuses it by its declared length.
      if (expected === "continue" && Number(req.headers["content-length"] ?? 0) <= maxBytes) res.writeContinue();
    }
    await options.handler(req, res);
    if (res.statusCode === 404) await pages?.missed(req, lookups);
  }

  return http;
}

const requestIdOf = (res: ServerResponse): string => String(res.getHeader(REQUEST_ID_HEADER));

/** For who asks again in any case. */
const sendNothing = (res: ServerResponse) => void res.writeHead(204, { "Cache-Control": "no-store" }).end();

const visitOf = ({ method, url, headers }: IncomingMessage): Visit => ({
  ...{ method, headers },
  search: readTarget(url)?.search ?? "",
});
