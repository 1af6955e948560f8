import { chromium, type Browser, type BrowserContext, type CDPSession, type Page } from "@playwright/test";
import { launchOptions } from "../support/chromium";
import { isReady } from "../support/hydration";
import { median } from "./figures";
import { signedInCookie, type Ground, type Wanted } from "./ground";
import { CHROME_HEADERS, PUBLIC_PAGES, type MeasuredPage } from "./pages";
import { startStorefronts } from "./storefronts";

/** Measurements of a page in Chromium on a slow line and processor. */
export interface Visited {
  page: string;
  path: string;
  visit: "first" | "returning";
  scripts: boolean;
  requests: number;
  /** Kilobytes over the wire, including response heads. */
  kilobytes: number;
  /** The part for document and style sheets. */
  firstKilobytes: number;
  fcpMs: number;
  lcpMs: number;
  /** The time since navigation began; NaN for a page that needs no hydration. */
  hydratedMs: number;
  /** The longest task of the main thread; 0 if none took 50 ms. */
  longestTaskMs: number;
  /** The time from the slowest press to the next paint, in a separate visit; NaN without a press. */
  inpMs: number;
}

type Facts = Omit<Visited, "page" | "path" | "visit" | "scripts">;

interface VisitedPage extends MeasuredPage {
  /** The control to press repeatedly from the first paint until shortly after hydration. */
  pressed?: string;
}

const PRODUCT = "/PowerProductDetail/1001";
const PLUS = `button[name="intent"][value="increase"]`;
const PAGES: readonly VisitedPage[] = [
  ...PUBLIC_PAGES.filter(({ name }) => name === "Home" || name === "Power" || name === "Login"),
  { name: "Product, signed out", path: PRODUCT, pressed: PLUS },
  { name: "Product, signed in", path: PRODUCT, pressed: PLUS, signedIn: true },
];
const VISITS = 5;
/** The interval between presses, and how many follow after hydration. */
const PRESS_EVERY_MS = 150;
const PRESSES_AFTER = 5;
const LINE = { latency: 400, downloadThroughput: 50 * 1000, uploadThroughput: 50 * 1000, offline: false };
const SLOWER = 6;
/** A cheap phone. */
const TELEPHONE = { viewport: { width: 360, height: 640 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

/** Records a page's events from its first byte, and stops presses that no script handled from navigating. */
const RECORDER = `
window.recorded = { lcpMs: NaN, hydratedMs: NaN, longestTaskMs: 0, inpMs: NaN };
const note = (type, read, options) => new PerformanceObserver((list) => list.getEntries().forEach(read))
  .observe({ type, buffered: true, ...options });
note("largest-contentful-paint", ({ startTime }) => { recorded.lcpMs = startTime; });
note("longtask", ({ duration }) => { recorded.longestTaskMs = Math.max(recorded.longestTaskMs, duration); });
note("event", ({ duration, interactionId }) => {
  if (interactionId) recorded.inpMs = Math.max(recorded.inpMs || 0, duration);
}, { durationThreshold: 16 });
addEventListener("click", (event) => event.preventDefault());
addEventListener("DOMContentLoaded", () => {
  if (!document.getElementById("hydration")) return;
  const look = () => {
    if ((${isReady.toString()})()) recorded.hydratedMs = performance.now();
    else setTimeout(look, 10);
  };
  look();
});
`;

type Recorded = Pick<Facts, "lcpMs" | "hydratedMs" | "longestTaskMs" | "inpMs">;

/** A new tab on a slow line and a slow processor. */
async function slowPage(context: BrowserContext, scripts: boolean): Promise<{ page: Page; session: CDPSession }> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", LINE);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  // Blocks only files, so the recorder still runs.
  if (!scripts) await session.send("Network.setBlockedURLs", { urls: ["*.js"] });
  await page.addInitScript(RECORDER);
  return { page, session };
}

/** Opens a page, and adds up the bytes until no more arrive. */
async function visit(context: BrowserContext, url: string, scripts: boolean): Promise<Omit<Facts, "inpMs">> {
  const { page, session } = await slowPage(context, scripts);
  const kinds = new Map<string, string>();
  const wire = new Map<string, number>();
  const cached = new Set<string>();
  session.on("Network.requestWillBeSent", ({ requestId, type, request }) => {
    // A sheet of low priority is for the next page, so this one does not wait for it.
    const isForLater = type === "Stylesheet" && request.initialPriority === "VeryLow";
    if (/^https?:/.test(request.url)) kinds.set(requestId, isForLater ? "Other" : (type ?? "Other"));
  });
  session.on("Network.requestServedFromCache", ({ requestId }) => void cached.add(requestId));
  session.on("Network.responseReceived", ({ requestId, response }) => {
    if (response.fromDiskCache) cached.add(requestId);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => wire.set(requestId, encodedDataLength));
  await page.goto(url, { waitUntil: "networkidle" });
  await page.waitForFunction((scripts) => {
    const { lcpMs, hydratedMs } = (globalThis as unknown as { recorded: Recorded }).recorded;
    return lcpMs >= 0 && (!scripts || !document.getElementById("hydration") || hydratedMs >= 0);
  }, scripts);
  const fcpMs = await page.evaluate<number>(`performance.getEntriesByName("first-contentful-paint")[0].startTime`);
  const { lcpMs, hydratedMs, longestTaskMs } = await page.evaluate<Recorded>("recorded");
  await page.close();
  const sent = [...kinds].filter(([id]) => wire.has(id) && !cached.has(id));
  const bytesOf = (wanted: (kind: string) => boolean) =>
    sent.reduce((sum, [id, kind]) => sum + (wanted(kind) ? (wire.get(id) ?? 0) : 0), 0) / 1000;
  return {
    requests: sent.length,
    kilobytes: bytesOf(() => true),
    firstKilobytes: bytesOf((kind) => kind === "Document" || kind === "Stylesheet"),
    fcpMs,
    lcpMs,
    hydratedMs,
    longestTaskMs,
  };
}

/** Opens a page, and presses a button until it is hydrated, and a few times after that. */
async function pressingVisit(context: BrowserContext, url: string, selector: string): Promise<number> {
  const { page } = await slowPage(context, true);
  await page.goto(url, { waitUntil: "commit" });
  const button = page.locator(selector).first();
  await button.waitFor();
  const box = await button.boundingBox();
  if (!box) throw new Error(`${selector} cannot be seen`);
  for (let after = 0; after < PRESSES_AFTER;) {
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    await page.waitForTimeout(PRESS_EVERY_MS);
    if (await page.evaluate("recorded.hydratedMs >= 0")) after += 1;
  }
  const { inpMs } = await page.evaluate<Recorded>("recorded");
  await page.close();
  return inpMs;
}

/** The median of each fact. */
const middleOf = (all: readonly Facts[]): Facts =>
  Object.fromEntries(
    Object.keys(all[0] ?? {}).map((name) => [name, median(all.map((facts) => facts[name as keyof Facts]))]),
  ) as unknown as Facts;

/** A first and a returning visit, each with the browser's cache at that time. */
async function visits(
  browser: Browser,
  { url, path, pressed, scripts, cookie }: VisitedPage & { url: string; scripts: boolean; cookie: string },
): Promise<[first: Facts, returning: Facts]> {
  // A first visitor has neither the style sheet nor its cookie.
  const pairs = cookie.split("; ").filter((pair) => pair && !pair.startsWith("styles="));
  const cookies = pairs.map((pair) => {
    const at = pair.indexOf("=");
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url };
  });
  const newContext = async () => {
    const userAgent = CHROME_HEADERS["User-Agent"] ?? "";
    const context = await browser.newContext({ ...TELEPHONE, userAgent, locale: "en-US" });
    await context.addCookies(cookies);
    return context;
  };
  const context = await newContext();
  const another = await newContext();
  const inpMs = async () => (scripts && pressed ? pressingVisit(another, url + path, pressed) : NaN);
  const once = async () => ({ ...(await visit(context, url + path, scripts)), inpMs: await inpMs() });
  const both: [Facts, Facts] = [await once(), await once()];
  await context.close();
  await another.close();
  return both;
}

/** Visits pages in Chromium with a slow line and processor, with the shop's scripts and without. */
export async function measureBrowser(ground: Ground, { isWanted }: Wanted): Promise<Visited[]> {
  const { url: upstreamUrl, sandboxUrl } = await ground.upstream.ask({});
  const storefront = await startStorefronts({ upstreamUrl, variables: ground.variables });
  const browser = await chromium.launch(launchOptions());
  try {
    const results: Visited[] = [];
    const { url } = storefront;
    for (const page of PAGES.filter(({ path }) => isWanted(path))) {
      const cookie = page.signedIn ? await signedInCookie(url, sandboxUrl) : "";
      for (const scripts of [true, false]) {
        const all: [Facts, Facts][] = [];
        for (let index = 0; index < VISITS; index += 1)
          all.push(await visits(browser, { ...page, url, scripts, cookie }));
        const { name, path } = page;
        results.push(
          { page: name, path, scripts, visit: "first", ...middleOf(all.map(([first]) => first)) },
          { page: name, path, scripts, visit: "returning", ...middleOf(all.map(([, returning]) => returning)) },
        );
      }
    }
    return results;
  } finally {
    await browser.close();
    await storefront.stop();
  }
}
