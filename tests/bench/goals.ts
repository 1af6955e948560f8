import { figure, tableOf, type Spread } from "./figures";
import type { AllMeasured } from "./results";
import type { SideBySide } from "./side-by-side";

/** A goal with the measurement of its worst page. */
export interface Verdict {
  goal: string;
  /** The page that misses the goal by most, or meets it by least. */
  page: string;
  value: number;
  unit: string;
  met: boolean;
  /** The spread between rounds relative to the value: a smaller distance to the goal may be chance. */
  noise: number;
  /** How much better than the goal the value is: 2 is twice as good, 0.5 half as good. */
  ratio: number;
}

/** A row of results. Its noise is that of requests/s: all values vary with the machine in the same way. */
interface Row {
  page: string;
  perSecond?: Spread | number;
}

/**
 * Judges a goal by the worst row; undefined if no row has a value.
 *
 * @param limit the most, or the least where the goal says "at least"
 */
function verdictOf<R extends Row>(
  goal: string,
  rows: readonly R[] | undefined,
  value: (row: R) => number,
  unit: string,
  limit: number,
): Verdict | undefined {
  const isLeast = goal.includes("at least");
  const ratioOf = (row: R) => (isLeast ? value(row) / limit : limit / value(row));
  const known = (rows ?? []).filter((row) => !Number.isNaN(ratioOf(row)));
  const [worst] = known.sort((a, b) => ratioOf(a) - ratioOf(b));
  if (worst === undefined) return undefined;
  const ratio = ratioOf(worst);
  const { median, least, most } =
    typeof worst.perSecond === "object" ? worst.perSecond : { median: 1, least: 1, most: 1 };
  const noise = (most - least) / 2 / median;
  return { goal, page: worst.page, value: value(worst), unit, met: ratio >= 1, noise, ratio };
}

/** The storefront's goals: first those that matter to visitors, then those that matter to operators. */
export function verdicts({
  cached,
  rendered,
  peers,
  hang,
  connections,
  browser,
  photos,
  lighthouse,
}: AllMeasured): Verdict[] {
  // The sign-in contains a token per visitor, so it is not cached.
  const open = cached?.rows.filter(({ page }) => page !== "Login");
  const all = rendered?.rows;
  const besidePeers = ["Home", "Product"].flatMap((page) =>
    (["returning", "first"] as const).map((visitor) => {
      const limit = visitor === "first" ? 2.5 : 2;
      const rows = peers?.rows.filter((row) => row.page === page && row.visitor === visitor);
      const svelte = rows?.filter(({ program }) => program.startsWith("sveltekit"));
      const goal = `${page}, ${visitor} visit: ${limit} × SvelteKit's CPU`;
      return verdictOf(goal, svelte, ({ ratio }) => ratio.median, "×", limit);
    }),
  );
  const home = browser?.rows.filter(({ page, visit, scripts }) => page === "Home" && visit === "first" && scripts);
  const first = browser?.rows.filter(({ visit }) => visit === "first");
  const product = first?.filter(({ page, scripts }) => page.startsWith("Product") && scripts);
  const besideRenders = connections?.rows.filter(({ renders, idle }) => renders > 0 && idle === 0);
  const besideIdle = connections?.rows.filter(({ renders, idle }) => renders === 0 && idle > 0);
  const handedIn = photos?.rows
    .filter(({ pictures }) => pictures === 0)
    .map((row) => ({ ...row, page: `${row.photos} photos` }));

  const blocked = (page: string, address: string, limitMs: number) => {
    const rows = lighthouse?.rows.filter(({ path }) => path === address).map((row) => ({ ...row, page }));
    const goal = `${page}: total blocking time ${limitMs} ms (Lighthouse)`;
    return verdictOf(goal, rows, ({ blockingMs }) => Math.max(1, blockingMs), "ms", limitMs);
  };

  const cpu = ({ cpuMs }: SideBySide) => cpuMs;
  const p99 = ({ p99Ms }: { p99Ms: number }) => p99Ms;
  const peak = ({ peakMb }: { peakMb: number }) => peakMb;
  const ofBare = ({ perSecond, floor }: SideBySide) => perSecond.median / floor.perSecond.median;
  return [
    verdictOf("Public pages: at least half of the bare server's requests/s", open, ofBare, "of it", 0.5),
    verdictOf("Public pages: at least 20,000 requests/s", open, (r) => r.perSecond.median, "requests/s", 20_000),
    verdictOf("Public pages: p99 10 ms", open, p99, "ms", 10),
    verdictOf("Public pages: 0.05 ms CPU", open, cpu, "ms", 0.05),
    ...besidePeers,
    verdictOf("Rendered pages: p99 2 × p50", all, ({ p99Ms, p50Ms }) => p99Ms / p50Ms, "×", 2),
    verdictOf("A new connection during 32 renders: p99 10 ms", besideRenders, p99, "ms", 10),
    verdictOf("A new connection with 10,000 idle ones: p99 20 ms", besideIdle, p99, "ms", 20),
    verdictOf("Peak memory with 10,000 idle connections: 250 MB", besideIdle, peak, "MB", 250),
    verdictOf("Peak memory, public pages: 150 MB", open, peak, "MB", 150),
    verdictOf("Peak memory, rendered pages: 150 MB", all, peak, "MB", 150),
    verdictOf("Peak memory with photos and their decoder: 250 MB", handedIn, (r) => r.togetherMb, "MB", 250),
    verdictOf("Upstream hangs: first response 100 ms", hang?.rows, (r) => r.firstMs, "ms", 100),
    verdictOf("Home, first visit: 8 requests", home, ({ requests }) => requests, "requests", 8),
    verdictOf("Home, first visit: 60 kB", home, ({ kilobytes }) => kilobytes, "kB", 60),
    verdictOf("First visit: HTML and style 14 kB", first, ({ firstKilobytes }) => firstKilobytes, "kB", 14),
    blocked("Home", "/Index/Home", 30),
    blocked("Product", "/PowerProductDetail/1001", 60),
    verdictOf("Product: LCP 900 ms", product, ({ lcpMs }) => lcpMs, "ms", 900),
    verdictOf("Product: hydrated in 2,200 ms", product, ({ hydratedMs }) => hydratedMs, "ms", 2_200),
    verdictOf("Product: INP 200 ms", product, ({ inpMs }) => inpMs, "ms", 200),
    verdictOf("Product: longest task 100 ms", product, ({ longestTaskMs }) => longestTaskMs, "ms", 100),
  ].flatMap((verdict) => verdict ?? []);
}

/** How near a measurement is to its goal. */
function nearness({ met, noise, ratio }: Verdict): string {
  if (Math.abs(ratio - 1) < noise) return `within noise (± ${figure(Math.ceil(noise * 100))} %)`;
  return met ? `met, ${figure(ratio)} ×` : `missed, ${figure(1 / ratio)} ×`;
}

export const goalsTable = (all: readonly Verdict[]): string =>
  tableOf(
    "Goals",
    "Each goal is judged by the median of the page that is furthest from it. Noise is half the spread of requests/s between a page's rounds.",
    ["goal", "page", "measured", "verdict"],
    all.map((verdict) => [verdict.goal, verdict.page, `${figure(verdict.value)} ${verdict.unit}`, nearness(verdict)]),
  );
