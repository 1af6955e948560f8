import { existsSync, readFileSync } from "node:fs";
import { goalsTable, verdicts } from "./goals";
import { CONNECTIONS } from "./load";
import type { AllMeasured, Part } from "./results";
import type { Scaled } from "./scaling";
import type { SideBySide } from "./side-by-side";
import { figure, markdownOf, spreadText, type Table } from "./tables";
import type { Troubled } from "./trouble";

const SIDE_BY_SIDE = ["page", "requests/s", "p50 ms", "p99 ms", "CPU ms", "of bare", "of bare by CPU", "peak MB", "kB"];
const COMPARED = [
  ...["page", "", "CPU ms before", "now", "of it"],
  ...["p99 ms before", "now", "peak MB before", "now"],
];
const TROUBLED = ["page", "first ms", "requests/s", "p50 ms", "p99 ms", "slowest ms", "CPU ms", "answers", "calls"];
const SCALED = ["page", "with", "requests/s", "p50 ms", "p99 ms", "CPU ms", "peak MB"];
const CONNECTED = [
  "request",
  "beside renders for",
  "idle connections",
  "requests",
  "p50 ms",
  "p99 ms",
  "slowest ms",
  "peak MB",
];
const VISITED = [
  ...["page", "visit", "scripts", "requests", "kB", "HTML and style kB"],
  ...["FCP ms", "LCP ms", "hydrated ms", "longest task ms", "INP ms"],
];

const sideBySide = (rows: readonly SideBySide[]): string[][] =>
  rows.map((row) => [
    row.page,
    spreadText(row.perSecond),
    figure(row.p50Ms),
    figure(row.p99Ms),
    figure(row.cpuMs),
    figure(row.perSecond.median / row.floor.perSecond.median),
    figure(row.floor.cpuMs / row.cpuMs),
    figure(row.peakMb),
    figure(row.bytes / 1000),
  ]);

const troubled = (rows: readonly Troubled[]): string[][] =>
  rows.map((row) => [
    row.page,
    ...[row.firstMs, row.perSecond, row.p50Ms, row.p99Ms, row.maxMs, row.cpuMs].map(figure),
    Object.entries(row.statuses)
      .map(([status, count]) => `${figure(count)} × ${status}`)
      .join(", "),
    figure(row.calls),
  ]);

const scaled = (rows: readonly Scaled[]): string[][] =>
  rows.map((row) => [row.page, row.by, ...[row.perSecond, row.p50Ms, row.p99Ms, row.cpuMs, row.peakMb].map(figure)]);

function floorNote(rows: readonly SideBySide[]): string {
  const floors = rows.map(({ floor }) => floor);
  const least = Math.min(...floors.map(({ perSecond }) => perSecond.median));
  const most = Math.max(...floors.map(({ perSecond }) => perSecond.median));
  const cpu = Math.max(...floors.map(({ cpuMs }) => cpuMs));
  return `The bare server, in turns: ${figure(least)} to ${figure(most)} requests/s, at most ${figure(cpu)} ms CPU.`;
}

const table = (title: string, note: string, columns: Table["columns"], rows: Table["rows"]): Table => ({
  title,
  notes: [note],
  columns,
  rows,
});

/** How each part becomes a table. */
const TABLES: { [Name in Part]: (rows: NonNullable<AllMeasured[Name]>["rows"]) => Table } = {
  before: (rows) =>
    table(
      "Beside the commit before",
      `Commit ${rows[0]?.commit ?? ""} in turns with this one, for a returning visitor with Brotli; of it: CPU now by that before, turn by turn.`,
      COMPARED,
      rows.map(({ page, by, before, now, ratio }) => [
        ...[page, by, figure(before.cpuMs), figure(now.cpuMs), spreadText(ratio)],
        ...[before.p99Ms, now.p99Ms, before.peakMb, now.peakMb].map(figure),
      ]),
    ),
  cached: (rows) => table("Public pages", floorNote(rows), SIDE_BY_SIDE, sideBySide(rows)),
  rendered: (rows) =>
    table(
      "Rendered pages",
      "Public pages without the page cache (`PAGE_CACHE=off`), and those of a visitor who is signed in: a returning visitor with Brotli, unless the row says otherwise.",
      SIDE_BY_SIDE,
      sideBySide(rows),
    ),
  hang: (rows) =>
    table(
      "While the upstream hangs",
      "Everything that was read from it is 31 s old. `first` is what the first visitor waited.",
      TROUBLED,
      troubled(rows),
    ),
  failing: (rows) =>
    table(
      "With one public read failing",
      "The website configuration answers 404 from the start; `calls` are those of the upstream meanwhile.",
      TROUBLED,
      troubled(rows),
    ),
  growth: (rows) => table("Growth", "Rendered for each request.", SCALED, scaled(rows)),
  instances: (rows) =>
    table(
      "One process and two",
      "On the cores that the load generator and the upstream use as well. Rendered for each request.",
      SCALED,
      scaled(rows),
    ),
  connections: (rows) =>
    table(
      "New connections",
      `A client that opens a connection for each request, beside ${CONNECTIONS} visitors who open their orders all the time, and beside connections that are open and idle.`,
      CONNECTED,
      rows.map((row) => [
        row.page,
        ...[row.renders, row.idle, row.requests, row.p50Ms, row.p99Ms, row.maxMs, row.peakMb].map(figure),
      ]),
    ),
  browser: (rows) => ({
    title: "In the browser",
    notes: ["Chromium at 360 × 640, 400 ms and 50 kB/s, processor 6 times slower; the median of 5 visits."],
    columns: VISITED,
    rows: rows.map((row) => [
      row.page,
      row.visit,
      row.scripts ? "on" : "blocked",
      ...[row.requests, row.kilobytes, row.firstKilobytes].map(figure),
      ...[row.fcpMs, row.lcpMs, row.hydratedMs, row.longestTaskMs, row.inpMs].map(figure),
    ]),
  }),
  photos: (rows) => ({
    title: "Photos and pictures",
    notes: [
      "Visitors hand in three photos of 12 megapixels each, at a time; every picture of the shop is made smaller, in every size.",
      "`together` is the storefront with its decoders; what they share counts once.",
    ],
    columns: ["visitors", "photos", "pictures", "s", "storefront, peak MB", "together, peak MB"],
    rows: rows.map((row) =>
      [row.visitors, row.photos, row.pictures, row.tookMs / 1000, row.storefrontMb, row.togetherMb].map(figure),
    ),
  }),
  lighthouse: (rows) => ({
    title: "Lighthouse, mobile",
    notes: [],
    columns: ["page", ...Object.keys(rows[0]?.scores ?? {}), "audits below 90"],
    rows: rows.map(({ path, scores, failed }) => [path, ...Object.values(scores).map(figure), failed.join(", ")]),
  }),
  profile: (rows) => ({
    title: "Where the time goes",
    notes: ["Self time of the storefront's main thread while it renders, in % of the samples that were not idle."],
    columns: ["", ...rows.map(({ page }) => page)],
    rows: Object.keys(rows[0]?.shares ?? {}).map((group) => [
      group,
      ...rows.map(({ shares }) => figure((shares[group] ?? 0) * 100)),
    ]),
  }),
};

const tableOf = (name: Part, all: AllMeasured): Table[] => {
  const measured = all[name];
  return measured ? [TABLES[name](measured.rows as never)] : [];
};

const PARTS = Object.keys(TABLES) as Part[];

/** The tables of these parts, then the goals. */
export function tablesOf(all: AllMeasured, parts: readonly Part[] = PARTS): Table[] {
  const goals = verdicts(all);
  return [...parts.flatMap((name) => tableOf(name, all)), ...(goals.length ? [goalsTable(goals)] : [])];
}

const BEGIN = "<!-- measured: npm run bench -- --write replaces what follows -->";

/** The document with the last results. The text above them is preserved. */
export function documentOf(all: AllMeasured, file: string): string {
  const [before = ""] = existsSync(file) ? readFileSync(file, "utf8").split(BEGIN) : ["# Performance\n\n"];
  const measured = PARTS.flatMap((name) => (all[name] ? [{ name, ...all[name] }] : []));
  const runs = [...new Set(measured.map(({ date, commit, machine }) => `${date}, commit ${commit}; ${machine}`))];
  const about = runs.map((run) => {
    const parts = measured.filter(({ date, commit, machine }) => run === `${date}, commit ${commit}; ${machine}`);
    return runs.length === 1 ? run : `${run}: ${parts.map(({ name }) => name).join(", ")}`;
  });
  const goals = verdicts(all);
  const tables = [...(goals.length ? [goalsTable(goals)] : []), ...PARTS.flatMap((name) => tableOf(name, all))];
  return `${before}${BEGIN}\n\n${about.join("\n\n")}\n\n${tables.map(markdownOf).join("\n\n")}\n`;
}
