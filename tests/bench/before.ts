import { join } from "node:path";
import { freshFolder } from "@storefront/test-support/fresh-folder";
import { buildIn, checkOut, commitOf } from "~tools/release/checkout";
import { ROOT } from "../support/steps";
import { signedInCookie, type Ground } from "./ground";
import { CONNECTIONS, loadAndCost, type Costly } from "./load";
import { afterFirstVisit } from "./one-answer";
import { ENGLISH, headOf, PRIVATE_PAGES, PUBLIC_PAGES, type MeasuredPage } from "./pages";
import { usageOf } from "./process-usage";
import { NO_PAGE_CACHE, NO_SHEDDING, type Wanted } from "./side-by-side";
import { median, spread, type Spread } from "./statistics";
import { startStorefronts, type Storefront } from "./storefronts";

/** What a page costs this build, and an earlier one. */
interface Figures {
  cpuMs: number;
  p99Ms: number;
  peakMb: number;
}

/** A page of this build beside that of an earlier commit. */
export interface Compared {
  page: string;
  path: string;
  /** How it was served. */
  by: string;
  /** The earlier commit. */
  commit: string;
  before: Figures;
  now: Figures;
  /** CPU time now by that before, turn by turn. */
  ratio: Spread;
}

interface ComparedCase {
  page: MeasuredPage;
  by: string;
  orders?: number;
  variables?: Record<string, string>;
}

const WARM_UP_MS = 3_000;
const TURN_MS = 2_000;
const MEGABYTE = 1_000_000;
const ORDERS = 20;

/** The sign-in has a token of each visitor's, so that it is not cached. */
const CACHED = PUBLIC_PAGES.filter(({ name }) => name !== "Login");
const CASES: readonly ComparedCase[] = [
  ...CACHED.map((page) => ({ page, by: "cached" })),
  ...[...PUBLIC_PAGES, ...PRIVATE_PAGES].flatMap((page): ComparedCase[] =>
    page.name === "MyOrder"
      ? [10, 100, 1_000].map((orders) => ({ page, by: `${orders} orders`, orders, variables: NO_PAGE_CACHE }))
      : [{ page, by: "rendered", variables: NO_PAGE_CACHE }],
  ),
];

/** Loads two processes in turns: whatever else the machine does, disturbs both. */
async function measureCase(
  ground: Ground,
  { page: { name, path }, by, orders = ORDERS, variables }: ComparedCase,
  { folder, commit, rounds }: { folder: string; commit: string; rounds: number },
): Promise<Compared> {
  const { url: upstreamUrl, sandboxUrl } = await ground.upstream.ask({ remembering: true, orders });
  const isPrivate = PRIVATE_PAGES.some((page) => page.path === path);
  const started: Storefront[] = [];
  const start = async (folder: string) => {
    const storefront = await startStorefronts({
      folder,
      upstreamUrl,
      variables: { ...ground.variables, ...variables, ...NO_SHEDDING },
    });
    started.push(storefront);
    const visitor = isPrivate ? await signedInCookie(storefront.url, sandboxUrl) : ENGLISH;
    const head = headOf(storefront.url, path, await afterFirstVisit(storefront.url, path, visitor));
    const job = { ports: storefront.ports, head, connections: CONNECTIONS };
    await ground.generator.ask({ ...job, durationMs: WARM_UP_MS });
    const turns: Costly[] = [];
    const takeTurn = async () => {
      const turn = await loadAndCost(ground.generator, { ...job, durationMs: TURN_MS }, storefront.pids);
      const statuses = Object.keys(turn.statuses).join();
      if (statuses !== "200") throw new Error(`${path} answered ${statuses}`);
      turns.push(turn);
      return turn.cpuMs;
    };
    const figures = (): Figures => ({
      cpuMs: median(turns.map(({ cpuMs }) => cpuMs)),
      p99Ms: median(turns.map(({ p99Ms }) => p99Ms)),
      peakMb: Math.max(...storefront.pids.map((pid) => usageOf(pid).peakBytes)) / MEGABYTE,
    });
    return { takeTurn, figures };
  };
  try {
    const earlier = await start(folder);
    const current = await start(ROOT);
    const ratios: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const cpuMs = await earlier.takeTurn();
      ratios.push((await current.takeTurn()) / cpuMs);
    }
    const figures = { before: earlier.figures(), now: current.figures(), ratio: spread(ratios) };
    return { page: name, path, by, commit, ...figures };
  } finally {
    await Promise.all(started.map((storefront) => storefront.stop()));
  }
}

/** Builds an earlier commit, and measures its pages in turns with those of the build that is here. */
export async function measureBefore(ground: Ground, { rounds, isWanted, before }: Wanted): Promise<Compared[]> {
  const commit = commitOf(ROOT, before);
  const folder = join(freshFolder("storefront-before"), commit.id);
  checkOut(ROOT, commit, folder);
  await buildIn(folder, commit);
  const results: Compared[] = [];
  for (const one of CASES.filter(({ page }) => isWanted(page.path))) {
    results.push(await measureCase(ground, one, { folder, commit: commit.id, rounds }));
  }
  return results;
}
