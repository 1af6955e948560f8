import type { ServerBuild } from "@remix-run/node";
import { realpathSync } from "node:fs";
import { getDefaultAutoSelectFamilyAttemptTimeout, setDefaultAutoSelectFamilyAttemptTimeout } from "node:net";
import { setFlagsFromString } from "node:v8";
import { fileURLToPath } from "node:url";
import { BUILD } from "~server/build-info";
import { setContent } from "~server/content/content";
import { ContentError, readContent } from "~server/content/read-content";
import { env, EnvironmentError, variable } from "~server/env";
import { DEFAULT_LOCALE, LOCALES } from "~server/i18n/locale";
import { appHandler } from "@storefront/remix-runtime/app-handler";
import { crashPage } from "~server/documents/error-page";
import { clientAddressOf } from "@storefront/http-server/forwarded";
import { log, writeFatal } from "@storefront/observability/log";
import { startTracing, tracing } from "@storefront/observability/tracing";
import { serveMetrics } from "@storefront/http-server/metrics";
import { createMetrics } from "~server/metrics";
import { createRenderQueue } from "@storefront/http-server/render-queue";
import { appOf } from "@storefront/remix-runtime/route-builds";
import { routeTable } from "@storefront/remix-runtime/route-table";
import { refuseSlowCiphers } from "@storefront/resilience/fast-ciphers";
import { limitAddresses } from "@storefront/resilience/few-addresses";
import { drainOnSignals } from "@storefront/http-server/graceful-shutdown";
import { FIRST_PAGES } from "~server/documents/first-pages";
import { sharedSheets } from "@storefront/critical-css/shared-file";
import { readStyleSheets } from "@storefront/critical-css/style-sheets";
import { createStorefront } from "~server/pipeline";
import { cacheablePages } from "~server/page-cache/cacheable";
import { watchPurchaseStop } from "~server/purchase/purchase-switch";
import { storeHealth, watchStore } from "~server/store/health";
import { closeStore, openStore } from "~server/store/shared";
import { probe, publicInfo } from "~server/upstream/captcha";
import { type PublicContext, within } from "~server/upstream/client";
import { market } from "~server/upstream/market";
import { recallSite, shownSite } from "~server/content/site";

/** How long a start waits for the reads that every page relies on. */
const START_READS_MS = 2_000;
/** How long a shutdown waits for requests in flight. */
export const DRAIN_DEADLINE_MS = 25_000;

/** True if node runs this module, false if another program such as remix-serve imports it. */
export function isMain(moduleUrl: string): boolean {
  const started = process.argv[1];
  return started !== undefined && realpathSync(started) === fileURLToPath(moduleUrl);
}

/** Serves the app until a signal ends the process. If it cannot start, prints the reason and exits with 1. */
export async function start(build: ServerBuild, assetsDir: string, startReadsMs?: number): Promise<void> {
  try {
    await serve(build, assetsDir, startReadsMs);
  } catch (error) {
    fail("The storefront cannot start", error);
  }
}

/** Runs an operator's command, prints its output and ends the process, with 1 if it failed. */
export async function runCommand(command: () => Promise<string>): Promise<void> {
  try {
    process.stdout.write(`${await command()}\n`);
    await closeStore();
  } catch (error) {
    fail("Not done", error);
  }
}

function fail(what: string, error: unknown): never {
  const message = error instanceof Error ? error.message : String(error);
  const isComplete = error instanceof EnvironmentError || error instanceof ContentError;
  writeFatal(isComplete ? `${message}\n` : `${what}: ${message}\n`, variable("JOURNAL_STREAM"));
  process.exit(1);
}

/** Fills the caches that every page needs. Ignores failures, because pages read again. */
export async function readAtStart(mostMs: number = START_READS_MS): Promise<void> {
  const patience = { waitMs: mostMs };
  await Promise.allSettled([
    recallSite(),
    ...LOCALES.flatMap((locale) => [shownSite({ locale }, patience), market({ locale }, patience)]),
    publicInfo(within<PublicContext>({ locale: DEFAULT_LOCALE }, mostMs)),
  ]);
}

/** By default the heap grows to three times its live size, and pretenuring puts parts of pages into the old space. */
const HEAP_FLAGS = ["--heap-growing-percent=60", "--no-allocation-site-pretenuring"];

/** Node gives up on each address but the last after 250 ms, too soon for another continent; a connection has 1 s. */
const ADDRESS_ATTEMPT_MS = 500;

async function serve(build: ServerBuild, assetsDir: string, startReadsMs?: number): Promise<void> {
  for (const flag of HEAP_FLAGS) setFlagsFromString(flag);
  setDefaultAutoSelectFamilyAttemptTimeout(Math.max(ADDRESS_ATTEMPT_MS, getDefaultAutoSelectFamilyAttemptTimeout()));
  limitAddresses();
  refuseSlowCiphers();
  const settings = env();
  // A faulty folder must stop the start, not break a page later.
  const { CONTENT_DIR: dir } = settings;
  if (dir !== undefined) setContent(readContent(dir));
  if (settings.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined) {
    await startTracing({
      name: "storefront",
      version: BUILD.version,
      ratio: settings.OTEL_TRACES_SAMPLER_ARG,
      propagates: settings.OTEL_PROPAGATE,
    });
  }
  // An unwritable file stops the start; an unresponsive Redis only stops purchases.
  await openStore();
  const endWatch = watchStore();
  const endStopWatch = await watchPurchaseStop();
  const routes = routeTable(build.routes);
  const metrics = settings.METRICS_PORT === undefined ? undefined : createMetrics();
  metrics?.expectRoutes(routes.shapes);
  const styles = readStyleSheets(assetsDir, sharedSheets(build.assets.routes, FIRST_PAGES));
  const renderQueue = createRenderQueue();
  const app = appOf(build, crashPage, renderQueue, routes);
  const storefront = createStorefront({
    handler: appHandler({
      app,
      publicOrigin: settings.PUBLIC_ORIGIN,
      contextOf: (req) => ({ clientAddress: clientAddressOf(req), styles, manifest: build.assets }),
    }),
    renderQueue,
    pages: settings.PAGE_CACHE ? { cacheable: cacheablePages(build), render: app, styles } : undefined,
    routes,
    env: settings,
    probe,
    store: storeHealth,
    assetsDir,
    log: log(),
    metrics,
  });
  if (metrics && settings.METRICS_PORT !== undefined) {
    const { METRICS_HOST: host, METRICS_PORT: port } = settings;
    await serveMetrics(metrics, port, { host, health: storefront.health });
  }
  drainOnSignals(async (isAwaited) => {
    const finished = await storefront.drain(DRAIN_DEADLINE_MS, isAwaited ? settings.DRAIN_DELAY_MS : 0);
    endWatch();
    endStopWatch();
    await closeStore();
    await tracing()?.stop();
    return finished;
  }, log());
  await readAtStart(startReadsMs);
  const { address, port } = await storefront.listen(settings.PORT, settings.HOST);
  log().info({ address, port, origin: settings.PUBLIC_ORIGIN, ...BUILD, node: process.versions.node }, "listening");
  // Some process managers wait for this message.
  process.send?.("ready");
}
