import type { IncomingMessage } from "node:http";
import type { Logger } from "pino";
import { accessLog, requestWatch, traceRequests } from "@storefront/http-server/access-log";
import type { BodyLimits } from "@storefront/http-server/body-limit";
import { createConnections } from "@storefront/http-server/connections";
import { watchDependencies, type Condition } from "@storefront/http-server/dependencies";
import { BODY_LINGER_MS, type Exchange, type Middleware } from "@storefront/http-server/exchange";
import { identifyRequest, readForwarded } from "@storefront/http-server/forwarded";
import {
  limitHead,
  mediaType,
  MULTIPART,
  normaliseHostAndOrigin,
  redirectToCanonicalPath,
  requireKnownExpectation,
  requireMethodAndBody,
  requireOwnHost,
  requirePostTarget,
  requireSameOrigin,
  requireTarget,
} from "@storefront/http-server/guards";
import { healthCheck, HEALTH_PATHS } from "@storefront/http-server/health-check";
import { createHttpServer, UNREAD_MS, type DrainingServer } from "@storefront/http-server/http-server";
import { shedLoad, watchLoad } from "@storefront/http-server/load-shedding";
import { limitPosts, POST_WAIT_MS } from "@storefront/http-server/posts";
import { limitReads } from "@storefront/http-server/reads";
import type { RenderQueue } from "@storefront/http-server/render-queue";
import type { RouteTable } from "@storefront/remix-runtime/route-table";
import { serveFromCache } from "@storefront/page-cache/steps";
import { securityHeaders } from "@storefront/http-server/security-headers";
import { tracing } from "@storefront/observability/tracing";
import { guarded } from "@storefront/resilience/guarded";
import { staticFiles } from "@storefront/http-server/static-files";
import {
  FORM_READ_MAX_BYTES,
  REQUEST_TIMEOUT_MS,
  STEADY_UPLOAD_BYTES_PER_S,
  STEADY_UPLOAD_TIMEOUT_MS,
  UPLOAD_FORM_MAX_BYTES,
  UPLOAD_REQUEST_TIMEOUT_MS,
} from "~server/forms/constants";
import { BUILD_NAME } from "~server/build-info";
import type { Env } from "~server/env";
import type { Handler } from "@storefront/remix-runtime/app-handler";
import { firstVisitReader, redirectDesktop } from "~server/device/desktop-redirect";
import { errorPage } from "~server/documents/error-page";
import { isForFormerWorker, removeFormerWorker } from "~server/former-worker";
import { readOfflineLanguage } from "~server/i18n/locale";
import type { StorefrontMetrics } from "~server/metrics";
import { lookupLimit } from "~server/page-cache/lookups";
import {
  createPublicPages,
  renderPublicPages,
  respondFromCache,
  type PublicPagesOptions,
} from "~server/page-cache/public-pages";
import { imageProxy } from "~server/pictures/image-proxy";
import { purchaseHealth } from "~server/purchase/purchase-switch";
import { FORM_MAX_BYTES } from "~server/forms/files";
import { countedAs } from "~server/session/owner";
import { sealedSession } from "~server/session/session";
import { receiveWebVitals } from "~server/web-vitals";
import type { Rate } from "~server/limits";

/** Longest pause while a request's body arrives. */
export const BODY_STALL_MS = 10_000;
export const HEADERS_TIMEOUT_MS = 10_000;
/** Share of MAX_IN_FLIGHT for posts of strangers, for those of accounts, and for pages that wait for their account's. */
const SHARE = 1 / 8;

const TIMEOUTS = {
  headersMs: HEADERS_TIMEOUT_MS,
  requestMs: REQUEST_TIMEOUT_MS,
  uploadMs: UPLOAD_REQUEST_TIMEOUT_MS,
  /** Deadline of an upload that is fast enough. */
  steadyUploadMs: STEADY_UPLOAD_TIMEOUT_MS,
  stallMs: BODY_STALL_MS,
  waitMs: POST_WAIT_MS,
  /** How long the sender of a rejected body may take to read the response. */
  lingerMs: BODY_LINGER_MS,
  /** How long a visitor may read nothing of a response. */
  unreadMs: UNREAD_MS,
};
export type Timeouts = typeof TIMEOUTS;

export interface StorefrontOptions {
  handler: Handler;
  /** Queue of renders. Load is shed while renders wait long. New connections are accepted before renders start. */
  renderQueue?: Pick<RenderQueue, "waitedMs" | "yieldTo"> | undefined;
  pages?: Pick<PublicPagesOptions, "cacheable" | "render" | "styles"> | undefined;
  routes: Pick<RouteTable, "shapeOf" | "canonicalPath" | "takesPosts">;
  env: Pick<
    Env,
    | "PUBLIC_ORIGIN"
    | "TRUST_PROXY"
    | "MAIN_SITE_ORIGIN"
    | "DESKTOP_REDIRECT"
    | "MAX_IN_FLIGHT"
    | "MAX_LAG_MS"
    | "KEEP_ALIVE_MS"
    | "WEB_VITALS"
  >;
  probe: () => Promise<Condition>;
  store: () => Promise<Condition>;
  probeDeadlineMs?: number;
  assetsDir: string;
  log: Logger;
  metrics?: StorefrontMetrics | undefined;
  timeouts?: Partial<Timeouts>;
  lookupRate?: Rate | undefined;
}

/** Creates the HTTP server. The step `health` is returned too, so that another port can serve it. */
export function createStorefront(options: StorefrontOptions): DrainingServer & { health: Middleware } {
  const { env, log, metrics } = options;
  const { PUBLIC_ORIGIN: publicOrigin, TRUST_PROXY: trustedHops } = env;
  const timeouts = { ...TIMEOUTS, ...options.timeouts };
  const headers = securityHeaders(publicOrigin);
  const connections = createConnections();
  const { isDraining } = connections;
  options.renderQueue?.yieldTo(connections.isOnlyAccepting);
  const { routes } = options;
  const shapeOf = (pathname: string) => (HEALTH_PATHS.has(pathname) ? pathname : routes.shapeOf(pathname));
  const files = staticFiles(options.assetsDir);
  const watch = requestWatch(log, metrics);
  const pages =
    options.pages && createPublicPages({ ...options.pages, shapeOf, isFile: files.has, headers, publicOrigin, log });
  const load = watchLoad({ inFlight: env.MAX_IN_FLIGHT, lagMs: env.MAX_LAG_MS }, options.renderQueue?.waitedMs);
  const dependencies = watchDependencies(
    { upstream: options.probe, store: options.store, purchases: purchaseHealth },
    options.probeDeadlineMs,
  );
  metrics?.watch(dependencies);
  const share = Math.ceil(env.MAX_IN_FLIGHT * SHARE);
  const firstVisit = firstVisitReader(env);
  const isBypassed = (exchange: Exchange) => firstVisit(exchange.req) !== null || isForFormerWorker(exchange);
  const ownHost = new URL(publicOrigin).host;

  const health = healthCheck({
    dependencies,
    unready: () => (isDraining() ? "draining" : http.server.listening ? undefined : "starting"),
    build: BUILD_NAME,
  });
  const traces = tracing();
  const pipeline: readonly Middleware[] = [
    ...(traces ? [traceRequests(traces, trustedHops, shapeOf)] : []),
    readOfflineLanguage,
    ...(pages ? [serveFromCache({ peek: pages.peek, ownHost, trustedHops, isBypassed, isDraining, watch })] : []),
    connections.track,
    identifyRequest(trustedHops),
    accessLog({ shapeOf, headers, watch, isDraining }),
    limitHead,
    readForwarded(trustedHops, (facts) =>
      log.warn(facts, "TRUST_PROXY does not match the proxies: different visitors may count as one"),
    ),
    requireKnownExpectation,
    requireTarget,
    health,
    connections.takeTurn,
    requireOwnHost(publicOrigin),
    requireMethodAndBody,
    requireSameOrigin(publicOrigin),
    ...(metrics && env.WEB_VITALS ? [receiveWebVitals({ registry: metrics.registry, publicOrigin, shapeOf })] : []),
    redirectToCanonicalPath(routes.canonicalPath),
    requirePostTarget(routes.takesPosts),
    imageProxy.serve,
    normaliseHostAndOrigin(publicOrigin),
    removeFormerWorker,
    redirectDesktop(firstVisit),
    files.serve,
    shedLoad(load, (exchange) => respondFromCache(exchange, pages)),
    renderPublicPages(pages, lookupLimit(publicOrigin, options.lookupRate)),
    limitPosts({
      limitsOf: (exchange) => bodyLimits(exchange, timeouts),
      accountOf,
      inFlight: share,
      waitMs: timeouts.waitMs,
    }),
    limitReads({ accountOf, waiting: share }),
    ({ req, res }) => options.handler(req, res),
  ];

  const http = createHttpServer({
    pipeline,
    connections,
    errorPage,
    headers,
    log,
    headersMs: timeouts.headersMs,
    // Node gets the longest limit, an upload's. `limitPosts` enforces the shorter limit of forms.
    requestMs: timeouts.headersMs + timeouts.steadyUploadMs,
    inactiveMs: timeouts.uploadMs,
    keepAliveMs: env.KEEP_ALIVE_MS,
    unreadMs: timeouts.unreadMs,
  });
  http.server.once("close", guarded(load.close));
  if (pages) http.server.once("close", guarded(pages.close));
  return { ...http, health };
}

async function accountOf({ headers }: IncomingMessage): Promise<string | undefined> {
  const session = await sealedSession(headers.cookie);
  return session && countedAs(session);
}

const UPLOAD_PATH = "/UploadImage";

/** Returns how much of a POST's body is read (and mostly discarded), so that the sender sees the page about size. */
export function bodyLimit(pathname: string, contentType: string | undefined): { maxBytes: number; isUpload: boolean } {
  const isUpload = pathname === UPLOAD_PATH && mediaType(contentType) === MULTIPART;
  return { maxBytes: isUpload ? UPLOAD_FORM_MAX_BYTES : FORM_READ_MAX_BYTES, isUpload };
}

function bodyLimits({ req, target }: Exchange, timeouts: Timeouts): BodyLimits {
  const { maxBytes, isUpload } = bodyLimit(target?.pathname ?? "", req.headers["content-type"]);
  const { stallMs, lingerMs, requestMs, uploadMs, steadyUploadMs } = timeouts;
  const common = { maxBytes, stallMs, lingerMs };
  if (!isUpload) return { ...common, wholeMaxBytes: FORM_MAX_BYTES, deadlineMs: requestMs };
  const steady = { bytesPerS: STEADY_UPLOAD_BYTES_PER_S, deadlineMs: steadyUploadMs };
  return { ...common, wholeMaxBytes: 0, deadlineMs: uploadMs, steady };
}
