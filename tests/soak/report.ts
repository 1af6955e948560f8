import { execFileSync } from "node:child_process";
import { cpus } from "node:os";
import { SETTLE_DEADLINE_MS } from "~server/purchase/ledger";
import { QUOTE_AGE_MS } from "~server/purchase/quote";
import { secondHalf, slopePerMinute, troughs, type Point } from "./growth";
import type { Sample } from "./samples";
import type { Visited } from "./visitors";

/** The results of a soak. */
export interface Soaked {
  /** Taken while the visitors were there. */
  samples: readonly Sample[];
  /** Taken some seconds after the last visitor has left. */
  rested: Sample;
  visited: Visited;
  durationMs: number;
}

/** A value that must not grow, or must stay within a bound. */
export interface Finding {
  what: string;
  seen: string;
  wanted: string;
  isFine: boolean;
}

const MB = 2 ** 20;
/** Twice the longest lifetime of stored data, that of a settled quote. */
const FILLED_MS = 2 * (QUOTE_AGE_MS + SETTLE_DEADLINE_MS);
/** Allowed growth per minute in the second half: live memory varies a little with the collector's phase. */
const HEAP_MB_PER_MINUTE = 1;
const RESIDENT_MB_PER_MINUTE = 2;
const RESIDENT_MAX_MB = 250;
const DESCRIPTORS_MORE = 10;
/** Gauges that return to 0 after the last visitor. */
const UNDER_WAY = ["reads under way", "pages under way", "forms under way"];
/** The upper bound of each kind. */
const BOUNDS: Readonly<Record<string, number>> = {
  "public answers": 1_000,
  "failed reads": 1_000,
  "cached pages": 2_000,
};

const stretchOf = ({ durationMs }: Soaked) => Math.max(5, durationMs / 1000 / 20);

function pointsOf({ samples }: Soaked, of: (one: Sample) => number): Point[] {
  return samples.map((one) => ({ seconds: one.seconds, value: of(one) }));
}

/** The slope of the troughs in the second half. */
const growth = (soaked: Soaked, of: (one: Sample) => number) =>
  slopePerMinute(secondHalf(troughs(pointsOf(soaked, of), stretchOf(soaked))));

const half = (samples: readonly Sample[]) => Math.floor(samples.length / 2);
const firstHalfOf = (samples: readonly Sample[]) => samples.slice(0, half(samples));
const secondHalfOf = (samples: readonly Sample[]) => samples.slice(half(samples));

/** A check and its result. */
export function findings(soaked: Soaked): Finding[] {
  const { samples, rested, visited } = soaked;
  const heap = growth(soaked, ({ heapBytes }) => heapBytes / MB);
  const resident = growth(soaked, ({ residentBytes }) => residentBytes / MB);
  const peak = Math.max(...samples.map(({ residentBytes }) => residentBytes / MB));
  const most = (some: readonly Sample[]) => Math.max(...some.map(({ descriptors }) => descriptors));
  const failed = Object.entries(rested.statuses).reduce(
    (sum, [status, count]) => (status >= "500" ? sum + count : sum),
    0,
  );
  const troubles = Object.values(visited.troubles).reduce((sum, count) => sum + count, 0);
  const gauge = (kind: string) => Math.max(0, ...samples.map((one) => one.gauges[kind] ?? 0));
  const kinds = Object.keys(rested.gauges);
  const later = most(secondHalfOf(samples));
  const sooner = most(firstHalfOf(samples));
  const settled = visited.purchases + 1;
  return [
    atMost("heap after garbage collection, growth in the second half", heap, HEAP_MB_PER_MINUTE, " MB/min", 2),
    atMost("resident memory, growth in the second half", resident, RESIDENT_MB_PER_MINUTE, " MB/min", 2),
    atMost("resident memory, peak", peak, RESIDENT_MAX_MB, " MB"),
    {
      what: "open descriptors, second half",
      seen: `${later} at most (${sooner} in the first)`,
      wanted: `at most ${DESCRIPTORS_MORE} more`,
      isFine: !(later > sooner + DESCRIPTORS_MORE),
    },
    ...UNDER_WAY.filter((kind) => kinds.includes(kind)).map((kind) =>
      none(`${kind} after the last visitor left`, rested.gauges[kind]),
    ),
    ...Object.entries({ ...BOUNDS, "settled quotes": settled })
      .filter(([kind]) => kinds.includes(kind))
      .map(([kind, bound]) => ({
        ...atMost(`${kind}, peak`, gauge(kind), bound),
        ...(kind === "settled quotes" && { wanted: `≤ purchases (${settled})` }),
      })),
    none("responses with status 500 or above", failed),
    none("failed journeys", troubles),
  ];
}

const atMost = (what: string, value: number, bound: number, unit = "", digits = 0): Finding => ({
  what,
  seen: value.toFixed(digits) + unit,
  wanted: `≤ ${bound}${unit}`,
  isFine: value <= bound,
});

const none = (what: string, count: number | undefined): Finding => ({
  what,
  seen: String(count),
  wanted: "0",
  isFine: count === 0,
});

const git = (...args: string[]) => execFileSync("git", args, { encoding: "utf8" }).trim();

const PILED_UP =
  "Settled quotes are stored until they expire, so their number only grows in a soak of less than 22 minutes.";

export function reportOf(soaked: Soaked): string {
  const { visited, durationMs } = soaked;
  const changed = git("status", "--porcelain", "--untracked-files=no", "--", "app", "server", "tests")
    ? ", with changes that are not committed"
    : "";
  const troubles = Object.entries(visited.troubles).map(([words, count]) => `- ${count} × ${words}`);
  return [
    "# Soak test",
    "",
    "`npm run soak -- --minutes 10` writes this file: visitors and buyers use the built storefront, and nothing may grow. The",
    "first half is warm-up. For the heap the lowest value of each interval counts, the one after a garbage collection.",
    "",
    `${new Date().toISOString().slice(0, 10)}, commit ${git("rev-parse", "--short", "HEAD")}${changed}; ${cpus().length} cores, Node ${process.versions.node}; ${(durationMs / 60_000).toFixed(1)} minutes, ${visited.requests} requests, ${visited.journeys} journeys, ${visited.purchases} purchases.`,
    "",
    "| what | measured | limit | |",
    "| --- | --- | --- | --- |",
    ...findings(soaked).map(
      ({ what, seen, wanted, isFine }) => `| ${what} | ${seen} | ${wanted} | ${isFine ? "✓" : "**grows**"} |`,
    ),
    "",
    ...(durationMs < FILLED_MS ? [PILED_UP, ""] : []),
    ...(troubles.length > 0 ? ["Errors:", "", ...troubles, ""] : []),
  ].join("\n");
}
