import { startChild } from "./children";
import { median, percentile } from "./figures";
import { signedInCookie, type Ground, type Wanted } from "./ground";
import type { IdleJob } from "./idle";
import { CONNECTIONS } from "./load";
import { peakMbOf } from "./loaded-page";
import { ENGLISH, headOf, oneResponse } from "./pages";
import { startStorefronts } from "./storefronts";

/** The time to connect and load a page while others load the server. */
export interface Connected {
  page: string;
  path: string;
  /** The number of signed-in visitors who open their orders all the time. */
  renders: number;
  /** The number of open, idle connections. */
  idle: number;
  requests: number;
  /** From the attempt to connect to the last byte. */
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
  peakMb: number;
}

const PAGES = [
  { name: "/healthz", path: "/healthz" },
  { name: "Home, cached", path: "/Index/Home" },
];
const IDLE = 10_000;
const CASES = [
  { renders: 0, idle: 0 },
  { renders: CONNECTIONS, idle: 0 },
  { renders: 0, idle: IDLE },
  { renders: CONNECTIONS, idle: IDLE },
];
const ORDERS = 20;
const WARM_UP_MS = 3_000;
const LOAD_MS = 6_000;
/** Ends before the load, even on a slow machine. */
const PROBE_MS = 4_000;

/** Opens one connection after another until the time is over; each response must be 200. */
async function probe(url: string, path: string): Promise<number[]> {
  const endMs = performance.now() + PROBE_MS;
  const tookMs: number[] = [];
  while (performance.now() < endMs) {
    const response = await oneResponse(url, path, ENGLISH);
    if (response.status !== 200) throw new Error(`${path} returned ${response.status}`);
    tookMs.push(response.tookMs);
  }
  return tookMs;
}

/** Measures how long a new connection waits while pages are rendered, and with ten thousand idle ones. */
export async function measureConnections(ground: Ground, { isWanted }: Wanted): Promise<Connected[]> {
  const { url: upstreamUrl, sandboxUrl } = await ground.upstream.ask({ remembering: true, orders: ORDERS });
  const holder = await startChild<IdleJob, { open: number }>("idle");
  const results: Connected[] = [];
  try {
    for (const { renders, idle } of CASES) {
      // Each case has its own process, so that a memory peak belongs to it.
      const storefront = await startStorefronts({ upstreamUrl, variables: ground.variables });
      try {
        const cookie = await signedInCookie(storefront.url, sandboxUrl);
        const job = { ports: storefront.ports, head: headOf(storefront.url, "/MyOrder", cookie), connections: renders };
        await ground.generator.ask({ ...job, connections: CONNECTIONS, durationMs: WARM_UP_MS });
        const [port = 0] = storefront.ports;
        const head = headOf(storefront.url, "/healthz", "");
        if (idle > 0) await holder.ask({ port, head, connections: idle });
        for (const { name: page, path } of PAGES.filter((one) => isWanted(one.path))) {
          const load = renders > 0 ? ground.generator.ask({ ...job, durationMs: LOAD_MS }) : undefined;
          const tookMs = await probe(storefront.url, path);
          await load;
          results.push({
            page,
            path,
            renders,
            idle,
            requests: tookMs.length,
            p50Ms: median(tookMs),
            p99Ms: percentile(tookMs, 0.99),
            maxMs: percentile(tookMs, 1),
            peakMb: peakMbOf(storefront),
          });
        }
      } finally {
        await holder.ask({ port: 0, head: "", connections: 0 });
        await storefront.stop();
      }
    }
  } finally {
    await holder.stop();
  }
  return results;
}
