import { signedInCookie, type Ground } from "./ground";
import { CONNECTIONS, loadAndCost } from "./load";
import { ENGLISH, headOf, type MeasuredPage } from "./pages";
import { usageOf } from "./process-usage";
import { NO_PAGE_CACHE, NO_SHEDDING, type Wanted } from "./side-by-side";
import { startStorefronts } from "./storefronts";
import type { Behaviour } from "./upstream";

/** A page, rendered for each request, of an upstream of some size or by some processes. */
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
  signedIn?: boolean;
}

const WARM_UP_MS = 3_000;
const LOAD_MS = 5_000;
const MEGABYTE = 1_000_000;
const HOME: MeasuredPage = { name: "Home", path: "/Index/Home" };
const MY_ORDER: MeasuredPage = { name: "MyOrder", path: "/MyOrder" };
const OF_PRODUCTS: readonly MeasuredPage[] = [
  HOME,
  { name: "Power", path: "/Index/Power" },
  { name: "Power, page 2", path: "/Index/Power?page=2" },
  { name: "Sitemap", path: "/sitemap.xml" },
];

async function measureCase(ground: Ground, one: ScalingCase): Promise<Scaled> {
  const { page, by, behaviour, instances = 1, signedIn = false } = one;
  const { url: upstreamUrl, sandboxUrl } = await ground.upstream.ask({ remembering: true, ...behaviour });
  const variables = { ...ground.variables, ...NO_PAGE_CACHE, ...NO_SHEDDING };
  const storefront = await startStorefronts({ upstreamUrl, instances, variables });
  try {
    const cookie = signedIn ? await signedInCookie(storefront.url, sandboxUrl) : ENGLISH;
    const head = headOf(storefront.url, page.path, cookie);
    const job = { ports: storefront.ports, head, connections: CONNECTIONS };
    await ground.generator.ask({ ...job, durationMs: WARM_UP_MS });
    const measured = await loadAndCost(ground.generator, { ...job, durationMs: LOAD_MS }, storefront.pids);
    const { perSecond, p50Ms, p99Ms, cpuMs, statuses } = measured;
    if (Object.keys(statuses).join() !== "200") throw new Error(`${page.path} answered ${JSON.stringify(statuses)}`);
    const peakMb = Math.max(...storefront.pids.map((pid) => usageOf(pid).peakBytes)) / MEGABYTE;
    return { page: page.name, path: page.path, by, perSecond, p50Ms, p99Ms, cpuMs, peakMb };
  } finally {
    await storefront.stop();
  }
}

async function measureCases(ground: Ground, cases: readonly ScalingCase[], { isWanted }: Wanted): Promise<Scaled[]> {
  const results: Scaled[] = [];
  for (const one of cases) if (isWanted(one.page.path)) results.push(await measureCase(ground, one));
  return results;
}

/** How the cost of a page grows with what the upstream has. */
export function measureGrowth(ground: Ground, wanted: Wanted): Promise<Scaled[]> {
  const cases = [
    ...OF_PRODUCTS.flatMap((page) =>
      [10, 200, 10_000].map((products): ScalingCase => ({ page, by: `${products} products`, behaviour: { products } })),
    ),
    ...[10, 1_000].map((orders): ScalingCase => ({
      page: MY_ORDER,
      by: `${orders} orders`,
      behaviour: { orders },
      signedIn: true,
    })),
  ];
  return measureCases(ground, cases, wanted);
}

/** The gain of a second process on this machine, where the load generator and the upstream need a core too. */
export function measureInstances(ground: Ground, wanted: Wanted): Promise<Scaled[]> {
  const cases = [HOME, MY_ORDER].flatMap((page) =>
    [1, 2].map((instances): ScalingCase => ({
      page,
      by: instances === 1 ? "1 process" : `${instances} processes`,
      behaviour: { orders: 20 },
      instances,
      signedIn: page === MY_ORDER,
    })),
  );
  return measureCases(ground, cases, wanted);
}
