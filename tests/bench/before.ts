import { join } from "node:path";
import { freshFolder } from "@storefront/test-support/fresh-folder";
import { buildIn, checkOut, commitOf } from "~tools/release/checkout";
import { ROOT } from "../support/steps";
import { median, spread, type Spread } from "./figures";
import type { Ground, Wanted } from "./ground";
import type { Costly } from "./load";
import { loadPage, NO_PAGE_CACHE, type LoadedPage } from "./loaded-page";
import { PRIVATE_PAGES, PUBLIC_PAGES, type MeasuredPage } from "./pages";

/** The cost of a page in this build and in an earlier one. */
interface Figures {
  cpuMs: number;
  p99Ms: number;
  peakMb: number;
}

/** Compares a page of this build with an earlier commit's. */
export interface Compared {
  page: string;
  path: string;
  /** How the page was served. */
  by: string;
  commit: string;
  before: Figures;
  now: Figures;
  /** CPU time now divided by CPU time before, round by round. */
  ratio: Spread;
}

interface ComparedCase {
  page: MeasuredPage;
  by: string;
  orders?: number;
}

const TURN_MS = 2_000;
const CACHED = "cached";

const CASES: readonly ComparedCase[] = [
  // The sign-in contains a token per visitor, so it is not cached.
  ...PUBLIC_PAGES.filter(({ name }) => name !== "Login").map((page) => ({ page, by: CACHED })),
  ...[...PUBLIC_PAGES, ...PRIVATE_PAGES].flatMap((page): ComparedCase[] =>
    page.name === "MyOrder"
      ? [10, 100, 1_000].map((orders) => ({ page, by: `${orders} orders`, orders }))
      : [{ page, by: "rendered" }],
  ),
];

const figuresOf = ({ peakMb }: LoadedPage, turns: readonly Costly[]): Figures => ({
  cpuMs: median(turns.map(({ cpuMs }) => cpuMs)),
  p99Ms: median(turns.map(({ p99Ms }) => p99Ms)),
  peakMb: peakMb(),
});

/** Loads two processes in alternation, so that other work on the machine disturbs both. */
async function measureCase(
  ground: Ground,
  { page, by, orders = 20 }: ComparedCase,
  { folder, commit, rounds }: { folder: string; commit: string; rounds: number },
): Promise<Compared> {
  const variables = by === CACHED ? {} : NO_PAGE_CACHE;
  const started: LoadedPage[] = [];
  const start = async (folder: string) => {
    const one = await loadPage(ground, page, { behaviour: { orders }, returning: true, variables, folder });
    started.push(one);
    return one;
  };
  try {
    const [earlier, current] = [await start(folder), await start(ROOT)];
    const turns: { before: Costly; now: Costly }[] = [];
    for (let round = 0; round < rounds; round += 1)
      turns.push({ before: await earlier.turn(TURN_MS), now: await current.turn(TURN_MS) });
    return {
      page: page.name,
      path: page.path,
      by,
      commit,
      before: figuresOf(
        earlier,
        turns.map(({ before }) => before),
      ),
      now: figuresOf(
        current,
        turns.map(({ now }) => now),
      ),
      ratio: spread(turns.map(({ before, now }) => now.cpuMs / before.cpuMs)),
    };
  } finally {
    await Promise.all(started.map(({ storefront }) => storefront.stop()));
  }
}

/** Builds an earlier commit, and measures its pages alternately with those of the current build. */
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
