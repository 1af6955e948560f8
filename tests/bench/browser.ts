import { chromium, type Browser, type BrowserContext } from "@playwright/test";
import { launchOptions } from "../support/chromium";
import type { Ground } from "./ground";
import { CHROME_HEADERS, PUBLIC_PAGES } from "./pages";
import type { Wanted } from "./side-by-side";
import { median } from "./statistics";
import { startStorefronts } from "./storefronts";

/** A page in Chromium over a slow line, on a slow processor. */
export interface Visited {
  page: string;
  path: string;
  visit: "first" | "returning";
  requests: number;
  /** Over the wire, heads of the responses included. */
  kilobytes: number;
  /** Of these, the document and style sheets. */
  firstKilobytes: number;
  fcpMs: number;
  lcpMs: number;
}

type Facts = Omit<Visited, "page" | "path" | "visit">;

const PAGES = PUBLIC_PAGES.filter(({ name }) => name !== "Notice");
const VISITS = 5;
const LINE = { latency: 400, downloadThroughput: 50 * 1000, uploadThroughput: 50 * 1000, offline: false };
const SLOWER = 6;
/** A cheap phone. */
const TELEPHONE = { viewport: { width: 360, height: 640 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

/** Runs in the page: both paints in ms since the navigation began. */
const PAINTS = `new Promise((done) => {
  const fcp = performance.getEntriesByName("first-contentful-paint")[0];
  new PerformanceObserver((list) => {
    const last = list.getEntries().at(-1);
    done({ fcpMs: fcp ? fcp.startTime : NaN, lcpMs: last ? last.startTime : NaN });
  }).observe({ type: "largest-contentful-paint", buffered: true });
})`;

/** Opens a page in a new tab, and adds up what went over the wire until nothing more came. */
async function visit(context: BrowserContext, url: string): Promise<Facts> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", LINE);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  const kinds = new Map<string, string>();
  const wire = new Map<string, number>();
  const cached = new Set<string>();
  session.on("Network.requestWillBeSent", ({ requestId, type, request }) => {
    // Nothing waits for a sheet of no medium, which is fetched for the next page.
    const isForLater = type === "Stylesheet" && request.initialPriority === "VeryLow";
    if (/^https?:/.test(request.url)) kinds.set(requestId, isForLater ? "Other" : (type ?? "Other"));
  });
  session.on("Network.requestServedFromCache", ({ requestId }) => void cached.add(requestId));
  session.on("Network.responseReceived", ({ requestId, response }) => {
    if (response.fromDiskCache) cached.add(requestId);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => wire.set(requestId, encodedDataLength));
  await page.goto(url, { waitUntil: "networkidle" });
  const paints = (await page.evaluate(PAINTS)) as { fcpMs: number; lcpMs: number };
  await page.close();
  const sent = [...kinds].filter(([id]) => !cached.has(id));
  const bytesOf = (wanted: (kind: string) => boolean) =>
    sent.reduce((sum, [id, kind]) => sum + (wanted(kind) ? (wire.get(id) ?? 0) : 0), 0) / 1000;
  return {
    requests: sent.length,
    kilobytes: bytesOf(() => true),
    firstKilobytes: bytesOf((kind) => kind === "Document" || kind === "Stylesheet"),
    ...paints,
  };
}

/** A first visit and one that comes back, each with the browser's cache as it then is. */
async function visits(browser: Browser, origin: string, path: string): Promise<[first: Facts, returning: Facts]> {
  const context = await browser.newContext({
    ...TELEPHONE,
    userAgent: CHROME_HEADERS["User-Agent"] ?? "",
    locale: "en-US",
  });
  const first = await visit(context, origin + path);
  const returning = await visit(context, origin + path);
  await context.close();
  return [first, returning];
}

const middleOf = (all: readonly Facts[]): Facts => ({
  requests: median(all.map(({ requests }) => requests)),
  kilobytes: median(all.map(({ kilobytes }) => kilobytes)),
  firstKilobytes: median(all.map(({ firstKilobytes }) => firstKilobytes)),
  fcpMs: median(all.map(({ fcpMs }) => fcpMs)),
  lcpMs: median(all.map(({ lcpMs }) => lcpMs)),
});

/** Visits pages in Chromium, whose line and processor are slowed down. */
export async function measureBrowser(ground: Ground, { isWanted }: Wanted): Promise<Visited[]> {
  const { url: upstreamUrl } = await ground.upstream.ask({});
  const storefront = await startStorefronts({ upstreamUrl, variables: ground.variables });
  const browser = await chromium.launch(launchOptions());
  try {
    const results: Visited[] = [];
    for (const { name, path } of PAGES.filter((page) => isWanted(page.path))) {
      const all: [Facts, Facts][] = [];
      for (let index = 0; index < VISITS; index += 1) all.push(await visits(browser, storefront.url, path));
      results.push(
        { page: name, path, visit: "first", ...middleOf(all.map(([first]) => first)) },
        { page: name, path, visit: "returning", ...middleOf(all.map(([, returning]) => returning)) },
      );
    }
    return results;
  } finally {
    await browser.close();
    await storefront.stop();
  }
}
