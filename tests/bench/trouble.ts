import { setTimeout as wait } from "node:timers/promises";
import { PUBLIC_FRESH_MS } from "~server/upstream/constants";
import type { Ground, Wanted } from "./ground";
import { CONNECTIONS, loadAndCost, type Costly } from "./load";
import { ENGLISH, headOf, HOME, oneResponse, type MeasuredPage } from "./pages";
import { startStorefronts, type Storefront } from "./storefronts";

/** Measurements of a page while the upstream fails. */
export interface Troubled {
  page: string;
  path: string;
  /** The first visitor's wait, in ms. */
  firstMs: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
  cpuMs: number;
  statuses: Record<string, number>;
  /** How often the upstream was called during the load. */
  calls: number;
}

const PAGES: readonly MeasuredPage[] = [
  HOME,
  { name: "Product", path: "/PowerProductDetail/1001" },
  { name: "Privacy policy", path: "/PrivacyAgreement" },
  { name: "Not found", path: "/there-is-no-such-page" },
];
const LOAD_MS = 8_000;
const AFTER_FRESH_MS = PUBLIC_FRESH_MS + 1_000;
/** A part of the call's body: the website configuration. */
const CONFIGURATION = "merchant-config-h5";

async function load(ground: Ground, storefront: Storefront, { name, path }: MeasuredPage): Promise<Troubled> {
  const callsOf = async () => (await ground.upstream.ask({ asBefore: true })).calls;
  const before = await callsOf();
  const first = await oneResponse(storefront.url, path, ENGLISH);
  const head = headOf(storefront.url, path, ENGLISH);
  const job = { ports: storefront.ports, head, connections: CONNECTIONS, durationMs: LOAD_MS };
  const { perSecond, p50Ms, p99Ms, maxMs, cpuMs, statuses }: Costly = await loadAndCost(
    ground.generator,
    job,
    storefront.pids,
  );
  const calls = (await callsOf()) - before;
  return { page: name, path, firstMs: first.tookMs, perSecond, p50Ms, p99Ms, maxMs, cpuMs, statuses, calls };
}

/** Starts a storefront for each page, so that no page profits from another one's reads. */
async function inEach<Result>(
  ground: Ground,
  { isWanted }: Wanted,
  run: (measured: { page: MeasuredPage; storefront: Storefront }[]) => Promise<Result>,
): Promise<Result> {
  const { url: upstreamUrl } = await ground.upstream.ask({ asBefore: true });
  const measured: { page: MeasuredPage; storefront: Storefront }[] = [];
  try {
    for (const page of PAGES.filter(({ path }) => isWanted(path))) {
      measured.push({ page, storefront: await startStorefronts({ upstreamUrl, variables: ground.variables }) });
    }
    return await run(measured);
  } finally {
    await Promise.all(measured.map(({ storefront }) => storefront.stop()));
  }
}

/** Measures while the upstream hangs, from the moment at which all responses are stale. */
export async function measureHang(ground: Ground, wanted: Wanted): Promise<Troubled[]> {
  await ground.upstream.ask({ remembering: true });
  return inEach(ground, wanted, async (measured) => {
    for (const { page, storefront } of measured) {
      for (let visit = 0; visit < 3; visit += 1) await oneResponse(storefront.url, page.path, ENGLISH);
    }
    await wait(AFTER_FRESH_MS);
    await ground.upstream.ask({ hanging: true });
    const results: Troubled[] = [];
    for (const { page, storefront } of measured) results.push(await load(ground, storefront, page));
    return results;
  });
}

/** Measures while the website configuration fails from the start and everything else works. */
export async function measureFailing(ground: Ground, wanted: Wanted): Promise<Troubled[]> {
  await ground.upstream.ask({ remembering: true, failing: CONFIGURATION });
  return inEach(ground, wanted, async (measured) => {
    const results: Troubled[] = [];
    for (const { page, storefront } of measured) results.push(await load(ground, storefront, page));
    return results;
  });
}
