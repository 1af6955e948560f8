import type { Ground, Wanted } from "./ground";
import { loadPage, NO_PAGE_CACHE } from "./loaded-page";
import { HOME, MY_ORDER, type MeasuredPage } from "./pages";
import type { Behaviour } from "./upstream";

/** A page rendered for each request, measured with an upstream of a given size or with several processes. */
export interface Scaled {
  page: string;
  path: string;
  /** The varied quantity, such as `200 products`. */
  by: string;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  cpuMs: number;
  peakMb: number;
}

interface ScalingCase {
  page: MeasuredPage;
  by: string;
  behaviour: Behaviour;
  instances?: number;
}

const LOAD_MS = 5_000;
const OF_PRODUCTS: readonly MeasuredPage[] = [
  HOME,
  { name: "Power", path: "/Index/Power" },
  { name: "Power, page 2", path: "/Index/Power?page=2" },
  { name: "Sitemap", path: "/sitemap.xml" },
];

async function measureCases(ground: Ground, cases: readonly ScalingCase[], { isWanted }: Wanted): Promise<Scaled[]> {
  const results: Scaled[] = [];
  for (const { page, by, ...own } of cases.filter(({ page: { path } }) => isWanted(path))) {
    const { storefront, turn, peakMb } = await loadPage(ground, page, { variables: NO_PAGE_CACHE, ...own });
    try {
      const { perSecond, p50Ms, p99Ms, cpuMs } = await turn(LOAD_MS);
      results.push({ page: page.name, path: page.path, by, perSecond, p50Ms, p99Ms, cpuMs, peakMb: peakMb() });
    } finally {
      await storefront.stop();
    }
  }
  return results;
}

/** How the cost of a page grows with the upstream's data. */
export function measureGrowth(ground: Ground, wanted: Wanted): Promise<Scaled[]> {
  const cases = [
    ...OF_PRODUCTS.flatMap((page) =>
      [10, 200, 10_000].map((products) => ({ page, by: `${products} products`, behaviour: { products } })),
    ),
    ...[10, 1_000].map((orders) => ({ page: MY_ORDER, by: `${orders} orders`, behaviour: { orders } })),
  ];
  return measureCases(ground, cases, wanted);
}

/** The gain from a second process, on a machine whose cores the load generator and the upstream use too. */
export function measureInstances(ground: Ground, wanted: Wanted): Promise<Scaled[]> {
  const cases = [HOME, MY_ORDER].flatMap((page) =>
    [1, 2].map((instances) => ({
      page,
      by: instances === 1 ? "1 process" : `${instances} processes`,
      behaviour: { orders: 20 },
      instances,
    })),
  );
  return measureCases(ground, cases, wanted);
}
