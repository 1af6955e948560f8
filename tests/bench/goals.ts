import type { AllMeasured } from "./results";
import { FIRST_WITH_GZIP, type SideBySide } from "./side-by-side";
import type { Spread } from "./statistics";
import { figure, type Table } from "./tables";

/** A goal, and what was measured for it: the worst of its pages. */
export interface Verdict {
  goal: string;
  /** The page that is furthest from it, or nearest to missing it. */
  page: string;
  value: number;
  unit: string;
  met: boolean;
  /** How far turns of the same measurement are apart, as a share of it: what is nearer to its goal may be chance. */
  noise: number;
  /** How often the goal fits into the value, or the other way round: 2 is twice as good, 0.5 half. */
  ratio: number;
}

interface Goal<Row> {
  goal: string;
  rows: readonly Row[] | undefined;
  page: (row: Row) => string;
  value: (row: Row) => number;
  unit: string;
  /** The turns of its requests/s: all that is measured moves with the machine as these do. */
  turns?: (row: Row) => Spread;
  /** The limit, and on which side of it is good. */
  atLeast?: number;
  atMost?: number;
}

/** Judges a goal by the worst of the rows; undefined when there are none, or none has a value. */
export function verdictOf<Row>({
  goal,
  rows = [],
  page,
  value,
  unit,
  turns,
  atLeast,
  atMost,
}: Goal<Row>): Verdict | undefined {
  const ratioOf = (row: Row) => (atLeast === undefined ? (atMost ?? NaN) / value(row) : value(row) / atLeast);
  const known = rows.filter((row) => !Number.isNaN(ratioOf(row)));
  const [worst] = [...known].sort((a, b) => ratioOf(a) - ratioOf(b));
  if (worst === undefined) return undefined;
  const ratio = ratioOf(worst);
  const { median, least, most } = turns?.(worst) ?? { median: 1, least: 1, most: 1 };
  const noise = (most - least) / 2 / median;
  return { goal, page: page(worst), value: value(worst), unit, met: ratio >= 1, noise, ratio };
}

const CPU_UNIT = "ms";

/** The goals of this storefront, in the order in which a visitor and then an operator would ask. */
export function verdicts({ cached, rendered, hang, connections, browser, photos }: AllMeasured): Verdict[] {
  const byPage = { page: ({ page }: { page: string }) => page };
  // The sign-in has a token of each visitor's, so that it is not cached.
  const inTurns = { ...byPage, turns: ({ perSecond }: SideBySide) => perSecond };
  const public_ = { ...inTurns, rows: cached?.rows.filter(({ page }) => page !== "Login") };
  const all = { ...inTurns, rows: rendered?.rows };
  const only = (name: string) => ({ ...all, rows: all.rows?.filter(({ page }) => page === name) });
  const hanging = { ...byPage, rows: hang?.rows };
  const home = {
    ...byPage,
    rows: browser?.rows.filter((row) => row.page === "Home" && row.visit === "first" && row.scripts),
  };
  const first = { ...byPage, rows: browser?.rows.filter(({ visit }) => visit === "first") };
  const product = { ...byPage, rows: first.rows?.filter(({ page, scripts }) => page.startsWith("Product") && scripts) };
  const besideRenders = { ...byPage, rows: connections?.rows.filter(({ renders, idle }) => renders > 0 && idle === 0) };
  const besideIdle = { ...byPage, rows: connections?.rows.filter(({ renders, idle }) => renders === 0 && idle > 0) };
  return [
    verdictOf({
      goal: "Public pages: at least half of the bare server's requests/s",
      ...public_,
      value: ({ perSecond, floor }) => perSecond.median / floor.perSecond.median,
      unit: "of it",
      atLeast: 0.5,
    }),
    verdictOf({
      goal: "Public pages: 20,000 requests/s",
      ...public_,
      value: ({ perSecond }) => perSecond.median,
      unit: "requests/s",
      atLeast: 20_000,
    }),
    verdictOf({ goal: "Public pages: p99 10 ms", ...public_, value: ({ p99Ms }) => p99Ms, unit: "ms", atMost: 10 }),
    verdictOf({
      goal: "Public pages: 0.05 ms CPU",
      ...public_,
      value: ({ cpuMs }) => cpuMs,
      unit: CPU_UNIT,
      atMost: 0.05,
    }),
    verdictOf({
      goal: "Home, rendered: 1.4 ms CPU",
      ...only("Home"),
      value: (row) => row.cpuMs,
      unit: "ms",
      atMost: 1.4,
    }),
    verdictOf({
      goal: "MyOrder, 20 orders: 2.5 ms CPU",
      ...only("MyOrder"),
      value: (r) => r.cpuMs,
      unit: "ms",
      atMost: 2.5,
    }),
    verdictOf({
      goal: "Home, rendered, first visit, gzip: 1.8 ms CPU",
      ...only(`Home${FIRST_WITH_GZIP}`),
      value: (r) => r.cpuMs,
      unit: "ms",
      atMost: 1.8,
    }),
    verdictOf({
      goal: "MyOrder, first visit, gzip: 2.8 ms CPU",
      ...only(`MyOrder${FIRST_WITH_GZIP}`),
      value: (r) => r.cpuMs,
      unit: "ms",
      atMost: 2.8,
    }),
    verdictOf({ goal: "Rendered pages: p99 3 × p50", ...all, value: (r) => r.p99Ms / r.p50Ms, unit: "×", atMost: 3 }),
    verdictOf({
      goal: "A new connection beside 32 renders: p99 10 ms",
      ...besideRenders,
      value: (r) => r.p99Ms,
      unit: "ms",
      atMost: 10,
    }),
    verdictOf({
      goal: "A new connection beside 10,000 idle ones: p99 20 ms",
      ...besideIdle,
      value: (r) => r.p99Ms,
      unit: "ms",
      atMost: 20,
    }),
    verdictOf({
      goal: "Peak memory with 10,000 idle connections: 250 MB",
      ...besideIdle,
      value: (r) => r.peakMb,
      unit: "MB",
      atMost: 250,
    }),
    verdictOf({
      goal: "Peak memory, public pages: 150 MB",
      ...public_,
      value: (r) => r.peakMb,
      unit: "MB",
      atMost: 150,
    }),
    verdictOf({ goal: "Peak memory, rendered pages: 150 MB", ...all, value: (r) => r.peakMb, unit: "MB", atMost: 150 }),
    verdictOf({
      goal: "Peak memory with photos and their decoder: 250 MB",
      rows: photos?.rows.filter(({ pictures }) => pictures === 0),
      page: ({ photos: count }) => `${count} photos`,
      value: ({ togetherMb }) => togetherMb,
      unit: "MB",
      atMost: 250,
    }),
    verdictOf({
      goal: "Upstream hangs: first answer 100 ms",
      ...hanging,
      value: (r) => r.firstMs,
      unit: "ms",
      atMost: 100,
    }),
    verdictOf({
      goal: "Home, first visit: 8 requests",
      ...home,
      value: (r) => r.requests,
      unit: "requests",
      atMost: 8,
    }),
    verdictOf({ goal: "Home, first visit: 60 kB", ...home, value: (r) => r.kilobytes, unit: "kB", atMost: 60 }),
    verdictOf({
      goal: "First visit: HTML and style 14 kB",
      ...first,
      value: ({ firstKilobytes }) => firstKilobytes,
      unit: "kB",
      atMost: 14,
    }),
    verdictOf({ goal: "Product: LCP 900 ms", ...product, value: ({ lcpMs }) => lcpMs, unit: "ms", atMost: 900 }),
    verdictOf({
      goal: "Product: hydrated in 2,200 ms",
      ...product,
      value: ({ hydratedMs }) => hydratedMs,
      unit: "ms",
      atMost: 2_200,
    }),
    verdictOf({ goal: "Product: INP 200 ms", ...product, value: ({ inpMs }) => inpMs, unit: "ms", atMost: 200 }),
    verdictOf({
      goal: "Product: longest task 100 ms",
      ...product,
      value: ({ longestTaskMs }) => longestTaskMs,
      unit: "ms",
      atMost: 100,
    }),
  ].flatMap((verdict) => verdict ?? []);
}

/** The verdicts as a table. */
export function goalsTable(all: readonly Verdict[]): Table {
  const by = ({ met, noise, ratio }: Verdict) => {
    if (Math.abs(ratio - 1) < noise) return `within noise (± ${figure(Math.ceil(noise * 100))} %)`;
    return met ? `met, ${figure(ratio)} times as good` : `not met, ${figure(1 / ratio)} times off`;
  };
  return {
    title: "Goals",
    notes: [
      "Each goal is judged by the median of the page that is furthest from it. Noise is half of what the turns of a page are apart by requests/s.",
    ],
    columns: ["goal", "page", "measured", "verdict"],
    rows: all.map((verdict) => [verdict.goal, verdict.page, `${figure(verdict.value)} ${verdict.unit}`, by(verdict)]),
  };
}
