import { signedInCookie, type Ground } from "./ground";
import { CONNECTIONS, loadAndCost, type Costly } from "./load";
import { afterFirstVisit, headersOfCopy, oneResponse } from "./one-answer";
import { ENGLISH, headOf, PRIVATE_PAGES, PUBLIC_PAGES, type MeasuredPage } from "./pages";
import { usageOf } from "./process-usage";
import { median, spread, type Spread } from "./statistics";
import { startStorefronts } from "./storefronts";

/** A page of the storefront beside the same bytes from a bare server. */
export interface SideBySide {
  page: string;
  path: string;
  perSecond: Spread;
  p50Ms: number;
  p99Ms: number;
  /** CPU time of the server for a request. */
  cpuMs: number;
  /** How much of a core the server had: below 0.9 something else was the bottleneck. */
  busy: number;
  peakMb: number;
  bytes: number;
  /** The mean of the log's figures for each request. */
  logBytes: number;
  floor: { perSecond: Spread; p99Ms: number; cpuMs: number; busy: number };
}

const WARM_UP_MS = 3_000;
const FLOOR_WARM_UP_MS = 500;
const TURN_MS = 2_000;
const FLOOR_TURN_MS = 1_000;
const ORDERS = 20;
const MEGABYTE = 1_000_000;

const middle = (turns: readonly Costly[], read: (turn: Costly) => number) => median(turns.map(read));

/** Throws when a page was not what was to be measured: a refusal may be fast. */
function mustBe(statuses: Record<string, number>, status: number, path: string): void {
  const others = Object.keys(statuses).filter((one) => one !== String(status));
  if (others.length > 0) throw new Error(`${path} answered ${JSON.stringify(statuses)}`);
}

/** The visitor of a page. */
interface Visitors {
  /** How many turns the storefront and the bare server have. */
  rounds: number;
  signedIn: boolean;
  /** Whether they were here before: a first page has its style inside. */
  returning: boolean;
  /** Headers in place of Chrome's. */
  headers?: Record<string, string>;
  variables: Record<string, string>;
}

/**
 * Measures one page in a process of its own, so that its peak of memory is this page's, in turns with the bare server:
 * whatever else the machine does, disturbs both.
 *
 * @param visitors who asks, and how often
 */
async function measurePage(
  ground: Ground,
  { name, path }: MeasuredPage,
  { rounds, signedIn, returning, headers = {}, variables }: Visitors,
): Promise<SideBySide> {
  const { url: upstreamUrl, sandboxUrl } = await ground.upstream.ask({ remembering: true, orders: ORDERS });
  const storefront = await startStorefronts({ upstreamUrl, variables: { ...ground.variables, ...variables } });
  try {
    const visitor = signedIn ? await signedInCookie(storefront.url, sandboxUrl) : ENGLISH;
    const cookie = returning ? await afterFirstVisit(storefront.url, path, visitor) : visitor;
    const sample = await oneResponse(storefront.url, path, cookie, headers);
    const { status } = sample;
    if (status !== 200) throw new Error(`${path} answered ${status}`);
    const floor = await ground.floor.ask({
      status,
      rawHeaders: headersOfCopy(sample.rawHeaders, sample.body.length),
      bodyBase64: sample.body.toString("base64"),
    });
    const head = headOf(storefront.url, path, cookie, headers);
    const job = (ports: number[], durationMs: number) => ({ ports, head, connections: CONNECTIONS, durationMs });
    await ground.generator.ask(job(storefront.ports, WARM_UP_MS));
    await ground.generator.ask(job([floor.port], FLOOR_WARM_UP_MS));

    const turns: Costly[] = [];
    const floorTurns: Costly[] = [];
    const loggedBefore = storefront.logBytes();
    for (let round = 0; round < rounds; round += 1) {
      turns.push(await loadAndCost(ground.generator, job(storefront.ports, TURN_MS), storefront.pids));
      floorTurns.push(await loadAndCost(ground.generator, job([floor.port], FLOOR_TURN_MS), [ground.floor.pid]));
    }
    for (const { statuses } of turns) mustBe(statuses, status, path);
    const requests = turns.reduce((sum, turn) => sum + turn.all.requests, 0);
    return {
      page: name,
      path,
      perSecond: spread(turns.map(({ perSecond }) => perSecond)),
      p50Ms: middle(turns, ({ p50Ms }) => p50Ms),
      p99Ms: middle(turns, ({ p99Ms }) => p99Ms),
      cpuMs: middle(turns, ({ cpuMs }) => cpuMs),
      busy: middle(turns, ({ busy }) => busy),
      peakMb: Math.max(...storefront.pids.map((pid) => usageOf(pid).peakBytes)) / MEGABYTE,
      bytes: middle(turns, ({ bytesEach }) => bytesEach),
      logBytes: (storefront.logBytes() - loggedBefore) / requests,
      floor: {
        perSecond: spread(floorTurns.map(({ perSecond }) => perSecond)),
        p99Ms: middle(floorTurns, ({ p99Ms }) => p99Ms),
        cpuMs: middle(floorTurns, ({ cpuMs }) => cpuMs),
        busy: middle(floorTurns, ({ busy }) => busy),
      },
    };
  } finally {
    await storefront.stop();
  }
}

/** Which pages are measured, and how. */
export interface Wanted {
  /** How many turns a page has with what it is compared with. */
  rounds: number;
  /** Whether the path has the words that were asked for. */
  isWanted: (path: string) => boolean;
  /** The commit that the build is compared with, as git names it. */
  before: string;
}

/** Public pages as served on a first visit: from the page cache, where there is one. */
export async function measureCached(ground: Ground, { rounds, isWanted }: Wanted): Promise<SideBySide[]> {
  const results: SideBySide[] = [];
  for (const page of PUBLIC_PAGES.filter(({ path }) => isWanted(path))) {
    results.push(await measurePage(ground, page, { rounds, signedIn: false, returning: false, variables: {} }));
  }
  return results;
}

/** Behind a page's name in the tables. */
export const FIRST_WITH_GZIP = ", first visit, gzip";
/** A proxy or a program that knows no Brotli. */
const GZIP = { "Accept-Encoding": "gzip" };
/** The pages that are also measured for a first visit with gzip: what a plain load generator sees. */
const WITH_GZIP = ["Home", "MyOrder"];

/**
 * The same pages without the page cache, and those of a signed-in visitor: for a returning visitor with Brotli, and
 * some for a first visit with gzip.
 */
export async function measureRendered(ground: Ground, { rounds, isWanted }: Wanted): Promise<SideBySide[]> {
  const results: SideBySide[] = [];
  for (const page of [...PUBLIC_PAGES, ...PRIVATE_PAGES].filter(({ path }) => isWanted(path))) {
    const signedIn = PRIVATE_PAGES.includes(page);
    const visitors = { rounds, signedIn, variables: NO_PAGE_CACHE };
    results.push(await measurePage(ground, page, { ...visitors, returning: true }));
    if (!WITH_GZIP.includes(page.name)) continue;
    const first = { ...page, name: `${page.name}${FIRST_WITH_GZIP}` };
    results.push(await measurePage(ground, first, { ...visitors, returning: false, headers: GZIP }));
  }
  return results;
}

/** Without its page cache the storefront renders every page. */
export const NO_PAGE_CACHE = { PAGE_CACHE: "off" };
/** On a slow or a busy machine the storefront would turn requests away whose page takes long. */
export const NO_SHEDDING = { MAX_LAG_MS: "60000" };
