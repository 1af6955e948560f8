import { median, spread, type Spread } from "./figures";
import type { Ground, Wanted } from "./ground";
import { CONNECTIONS, loadAndCost, type Costly } from "./load";
import { loadPage, NO_PAGE_CACHE } from "./loaded-page";
import { headersOfCopy, PRIVATE_PAGES, PUBLIC_PAGES, type MeasuredPage } from "./pages";

/** A page of the storefront beside the same bytes from a bare server. */
export interface SideBySide {
  page: string;
  path: string;
  perSecond: Spread;
  p50Ms: number;
  p99Ms: number;
  /** CPU time of the server per request. */
  cpuMs: number;
  peakMb: number;
  bytes: number;
  floor: { perSecond: Spread; cpuMs: number };
}

const FLOOR_WARM_UP_MS = 500;
const TURN_MS = 2_000;
const FLOOR_TURN_MS = 1_000;

const middle = (turns: readonly Costly[], read: (turn: Costly) => number) => median(turns.map(read));
const perSecondOf = (turns: readonly Costly[]) => spread(turns.map(({ perSecond }) => perSecond));

/** Measures a page in alternation with the bare server, so that other work disturbs both. */
async function measurePage(
  ground: Ground,
  page: MeasuredPage,
  rounds: number,
  visitor: Parameters<typeof loadPage>[2],
): Promise<SideBySide> {
  const { storefront, head, sample, turn, peakMb } = await loadPage(ground, page, visitor);
  try {
    const { port } = await ground.floor.ask({
      status: sample.status,
      rawHeaders: headersOfCopy(sample.rawHeaders, sample.body.length),
      bodyBase64: sample.body.toString("base64"),
    });
    const floor = { ports: [port], head, connections: CONNECTIONS };
    await ground.generator.ask({ ...floor, durationMs: FLOOR_WARM_UP_MS });
    const turns: Costly[] = [];
    const floorTurns: Costly[] = [];
    for (let round = 0; round < rounds; round += 1) {
      turns.push(await turn(TURN_MS));
      const job = { ...floor, durationMs: FLOOR_TURN_MS };
      floorTurns.push(await loadAndCost(ground.generator, job, [ground.floor.pid]));
    }
    return {
      page: page.name,
      path: page.path,
      perSecond: perSecondOf(turns),
      p50Ms: middle(turns, ({ p50Ms }) => p50Ms),
      p99Ms: middle(turns, ({ p99Ms }) => p99Ms),
      cpuMs: middle(turns, ({ cpuMs }) => cpuMs),
      peakMb: peakMb(),
      bytes: middle(turns, ({ bytesEach }) => bytesEach),
      floor: { perSecond: perSecondOf(floorTurns), cpuMs: middle(floorTurns, ({ cpuMs }) => cpuMs) },
    };
  } finally {
    await storefront.stop();
  }
}

/** Measures public pages on a first visit, from the page cache if they are cached. */
export async function measureCached(ground: Ground, { rounds, isWanted }: Wanted): Promise<SideBySide[]> {
  const results: SideBySide[] = [];
  for (const page of PUBLIC_PAGES.filter(({ path }) => isWanted(path)))
    results.push(await measurePage(ground, page, rounds, {}));
  return results;
}

/** Appended to a page's name in the tables. */
const FIRST_WITH_GZIP = ", first visit, gzip";
/** The pages that are also measured with gzip on a first visit, as a plain load generator would. */
const WITH_GZIP = ["Home", "MyOrder"];

/**
 * The same pages without the page cache, and those of a signed-in visitor: for a returning visitor with Brotli, and
 * some for a first visit with gzip.
 */
export async function measureRendered(ground: Ground, { rounds, isWanted }: Wanted): Promise<SideBySide[]> {
  const results: SideBySide[] = [];
  for (const page of [...PUBLIC_PAGES, ...PRIVATE_PAGES].filter(({ path }) => isWanted(path))) {
    results.push(await measurePage(ground, page, rounds, { returning: true, variables: NO_PAGE_CACHE }));
    if (!WITH_GZIP.includes(page.name)) continue;
    const first = { ...page, name: `${page.name}${FIRST_WITH_GZIP}` };
    const visitor = { headers: { "Accept-Encoding": "gzip" }, variables: NO_PAGE_CACHE };
    results.push(await measurePage(ground, first, rounds, visitor));
  }
  return results;
}
