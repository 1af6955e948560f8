import { signedInCookie, type Ground } from "./ground";
import { CONNECTIONS, loadAndCost, type Costly } from "./load";
import { usageOf } from "./process-usage";
import { afterFirstVisit, ENGLISH, headOf, oneResponse, type MeasuredPage, type OneResponse } from "./pages";
import { startStorefronts, type Storefront } from "./storefronts";
import type { Behaviour } from "./upstream";

/** Without its page cache the storefront renders every page. */
export const NO_PAGE_CACHE = { PAGE_CACHE: "off" };

const WARM_UP_MS = 3_000;
const MEGABYTE = 1_000_000;

/** How a page is measured. */
interface Case {
  behaviour?: Behaviour;
  /** True for a returning visitor, because a first page contains its style. */
  returning?: boolean;
  /** Headers that replace Chrome's. */
  headers?: Record<string, string>;
  variables?: Record<string, string>;
  instances?: number;
  /** The project that was built; by default this one. */
  folder?: string;
}

/** A page of a separate storefront, so that a memory peak belongs to this page. */
export interface LoadedPage {
  storefront: Storefront;
  head: string;
  sample: OneResponse;
  /** Loads the page for a time. @throws Error if a response differs, since an error page would be faster */
  turn: (durationMs: number) => Promise<Costly>;
  peakMb: () => number;
}

/** Starts a storefront for a page, and warms it up. */
export async function loadPage(
  ground: Ground,
  { path, signedIn }: MeasuredPage,
  { behaviour = { orders: 20 }, returning = false, headers = {}, variables = {}, ...start }: Case = {},
): Promise<LoadedPage> {
  const { url: upstreamUrl, sandboxUrl } = await ground.upstream.ask({ remembering: true, ...behaviour });
  const own = { ...ground.variables, ...variables };
  const storefront = await startStorefronts({ upstreamUrl, variables: own, ...start });
  const visitor = signedIn ? await signedInCookie(storefront.url, sandboxUrl) : ENGLISH;
  const cookie = returning ? await afterFirstVisit(storefront.url, path, visitor) : visitor;
  const head = headOf(storefront.url, path, cookie, headers);
  const job = { ports: storefront.ports, head, connections: CONNECTIONS };
  const sample = await oneResponse(storefront.url, path, cookie, headers);
  await ground.generator.ask({ ...job, durationMs: WARM_UP_MS });
  return {
    storefront,
    head,
    sample,
    async turn(durationMs) {
      const turn = await loadAndCost(ground.generator, { ...job, durationMs }, storefront.pids);
      if (Object.keys(turn.statuses).join() !== "200")
        throw new Error(`${path} returned ${JSON.stringify(turn.statuses)}`);
      return turn;
    },
    peakMb: () => peakMbOf(storefront),
  };
}

/** The peak memory of a storefront's processes. */
export const peakMbOf = ({ pids }: Storefront): number =>
  Math.max(...pids.map((pid) => usageOf(pid).peakBytes)) / MEGABYTE;
