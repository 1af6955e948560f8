import type { AllMeasured } from "./results";
import { figure, type Table } from "./tables";

/** A goal, and what was measured for it: the worst of its pages. */
export interface Verdict {
  goal: string;
  /** The page that is furthest from it, or nearest to missing it. */
  page: string;
  value: number;
  unit: string;
  met: boolean;
  /** How often the goal fits into the value, or the other way round: 2 is twice as good, 0.5 half. */
  ratio: number;
}

interface Goal<Row> {
  goal: string;
  rows: readonly Row[] | undefined;
  page: (row: Row) => string;
  value: (row: Row) => number;
  unit: string;
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
  atLeast,
  atMost,
}: Goal<Row>): Verdict | undefined {
  const ratioOf = (row: Row) => (atLeast === undefined ? (atMost ?? NaN) / value(row) : value(row) / atLeast);
  const known = rows.filter((row) => !Number.isNaN(ratioOf(row)));
  const [worst] = [...known].sort((a, b) => ratioOf(a) - ratioOf(b));
  if (worst === undefined) return undefined;
  const ratio = ratioOf(worst);
  return { goal, page: page(worst), value: value(worst), unit, met: ratio >= 1, ratio };
}

const CPU_UNIT = "ms";

/** The goals of this storefront, in the order in which a visitor and then an operator would ask. */
export function verdicts({ cached, rendered, hang, browser, photos }: AllMeasured): Verdict[] {
  const byPage = { page: ({ page }: { page: string }) => page };
  // The sign-in has a token of each visitor's, so that it is not cached.
  const public_ = { ...byPage, rows: cached?.rows.filter(({ page }) => page !== "Login") };
  const all = { ...byPage, rows: rendered?.rows };
  const only = (name: string) => ({ ...all, rows: all.rows?.filter(({ page }) => page === name) });
  const hanging = { ...byPage, rows: hang?.rows };
  const home = { ...byPage, rows: browser?.rows.filter(({ page, visit }) => page === "Home" && visit === "first") };
  const first = { ...byPage, rows: browser?.rows.filter(({ visit }) => visit === "first") };
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
    verdictOf({ goal: "Rendered pages: p99 3 × p50", ...all, value: (r) => r.p99Ms / r.p50Ms, unit: "×", atMost: 3 }),
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
  ].flatMap((verdict) => verdict ?? []);
}

/** The verdicts as a table. */
export function goalsTable(all: readonly Verdict[]): Table {
  const by = ({ met, ratio }: Verdict) =>
    met ? `met, ${figure(ratio)} times as good` : `not met, ${figure(1 / ratio)} times off`;
  return {
    title: "Goals",
    notes: ["Each goal is judged by the page that is furthest from it."],
    columns: ["goal", "page", "measured", "verdict"],
    rows: all.map((verdict) => [verdict.goal, verdict.page, `${figure(verdict.value)} ${verdict.unit}`, by(verdict)]),
  };
}
