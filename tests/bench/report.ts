import { existsSync, readFileSync } from "node:fs";
import { figure, spreadText, tableOf } from "./figures";
import { goalsTable, verdicts } from "./goals";
import { CONNECTIONS } from "./load";
import type { AllMeasured, Part } from "./results";
import type { Scaled } from "./scaling";
import type { SideBySide } from "./side-by-side";
import type { Troubled } from "./trouble";

const sideBySide = (title: string, note: string, rows: readonly SideBySide[]) =>
  tableOf(
    title,
    note,
    ["page", "requests/s", "p50 ms", "p99 ms", "CPU ms", "of bare", "of bare by CPU", "peak MB", "kB"],
    rows.map(({ page, perSecond, p50Ms, p99Ms, cpuMs, peakMb, bytes, floor }) => [
      ...[page, perSecond.median, p50Ms, p99Ms, cpuMs],
      ...[perSecond.median / floor.perSecond.median, floor.cpuMs / cpuMs, peakMb, bytes / 1000],
    ]),
  );

const troubled = (title: string, note: string, rows: readonly Troubled[]) =>
  tableOf(
    title,
    note,
    ["page", "first ms", "requests/s", "p50 ms", "p99 ms", "slowest ms", "CPU ms", "answers", "calls"],
    rows.map((row) => [
      ...[row.page, row.firstMs, row.perSecond, row.p50Ms, row.p99Ms, row.maxMs, row.cpuMs],
      Object.entries(row.statuses)
        .map(([status, count]) => `${figure(count)} × ${status}`)
        .join(", "),
      row.calls,
    ]),
  );

const scaled = (title: string, note: string, rows: readonly Scaled[]) =>
  tableOf(
    title,
    note,
    ["page", "with", "requests/s", "p50 ms", "p99 ms", "CPU ms", "peak MB"],
    rows.map((row) => [row.page, row.by, row.perSecond, row.p50Ms, row.p99Ms, row.cpuMs, row.peakMb]),
  );

function floorNote(rows: readonly SideBySide[]): string {
  const perSecond = rows.map(({ floor }) => floor.perSecond.median);
  const cpuMs = Math.max(...rows.map(({ floor }) => floor.cpuMs));
  return `The bare server, measured alternately: ${figure(Math.min(...perSecond))} to ${figure(Math.max(...perSecond))} requests/s, at most ${figure(cpuMs)} ms CPU.`;
}

/** How each part becomes a table. */
const TABLES: { [Name in Part]: (rows: NonNullable<AllMeasured[Name]>["rows"]) => string } = {
  before: (rows) =>
    tableOf(
      "Compared with the previous commit",
      `Commit ${rows[0]?.commit ?? ""} measured alternately with this one, for a returning visitor with Brotli. The ratio is CPU now divided by CPU before, pair by pair.`,
      ["page", "", "CPU ms before", "now", "ratio", "p99 ms before", "now", "peak MB before", "now"],
      rows.map(({ page, by, before, now, ratio }) => [
        ...[page, by, before.cpuMs, now.cpuMs, spreadText(ratio)],
        ...[before.p99Ms, now.p99Ms, before.peakMb, now.peakMb],
      ]),
    ),
  cached: (rows) => sideBySide("Public pages", floorNote(rows), rows),
  rendered: (rows) =>
    sideBySide(
      "Rendered pages",
      "Public pages without the page cache (`PAGE_CACHE=off`), and those of a visitor who is signed in: a returning visitor with Brotli, unless the row says otherwise.",
      rows,
    ),
  peers: (rows) =>
    tableOf(
      "Compared with peers",
      "Small apps (`tests/bench/peers`) with texts, links, figures and pictures of the same pages, but without icons, forms, metadata and inline style. They are measured alternately; each request renders a page and sends it with Brotli 2. `ours` is this storefront's CPU divided by that of the program, pair by pair.",
      ["page", "visit", "program", "CPU ms", "ours", "p50 ms", "p99 ms", "peak MB", "kB"],
      rows.map((row) => [
        ...[row.page, row.visitor, row.program, row.cpuMs.median, spreadText(row.ratio)],
        ...[row.p50Ms, row.p99Ms, row.peakMb, row.bytes / 1000],
      ]),
    ),
  hang: (rows) =>
    troubled(
      "While the upstream hangs",
      "Everything that was read from it is 31 s old. `first` is what the first visitor waited.",
      rows,
    ),
  failing: (rows) =>
    troubled(
      "With one public read failing",
      "The website configuration answers 404 from the start; `calls` are those of the upstream meanwhile.",
      rows,
    ),
  growth: (rows) => scaled("Growth", "Rendered for each request.", rows),
  instances: (rows) =>
    scaled(
      "One process and two",
      "On the cores that the load generator and the upstream use as well. Rendered for each request.",
      rows,
    ),
  connections: (rows) =>
    tableOf(
      "New connections",
      `A client that opens a connection for each request, beside ${CONNECTIONS} visitors who open their orders all the time, and beside connections that are open and idle.`,
      ["request", "beside renders for", "idle connections", "requests", "p50 ms", "p99 ms", "slowest ms", "peak MB"],
      rows.map((row) => [
        ...[row.page, row.renders, row.idle, row.requests],
        ...[row.p50Ms, row.p99Ms, row.maxMs, row.peakMb],
      ]),
    ),
  browser: (rows) =>
    tableOf(
      "In the browser",
      "Chromium at 360 × 640, 400 ms and 50 kB/s, processor 6 times slower; the median of 5 visits.",
      [
        ...["page", "visit", "scripts", "requests", "kB", "HTML and style kB"],
        ...["FCP ms", "LCP ms", "hydrated ms", "longest task ms", "INP ms"],
      ],
      rows.map((row) => [
        ...[row.page, row.visit, row.scripts ? "on" : "blocked", row.requests, row.kilobytes, row.firstKilobytes],
        ...[row.fcpMs, row.lcpMs, row.hydratedMs, row.longestTaskMs, row.inpMs],
      ]),
    ),
  photos: (rows) =>
    tableOf(
      "Photos and pictures",
      "Visitors hand in three photos of 12 megapixels each, at a time; every picture of the shop is made smaller, in every size. `together` is the storefront with its decoders; what they share counts once.",
      ["visitors", "photos", "pictures", "s", "storefront, peak MB", "together, peak MB"],
      rows.map((row) => [
        ...[row.visitors, row.photos, row.pictures, row.tookMs / 1000],
        ...[row.storefrontMb, row.togetherMb],
      ]),
    ),
  lighthouse: (rows) =>
    tableOf(
      "Lighthouse, mobile",
      "",
      ["page", ...Object.keys(rows[0]?.scores ?? {}), "blocked ms", "audits below 90"],
      rows.map(({ path, scores, blockingMs, failed }) => [
        path,
        ...Object.values(scores),
        blockingMs,
        failed.join(", "),
      ]),
    ),
};

const PARTS = Object.keys(TABLES) as Part[];

/** The tables of these parts, then the goals. */
export function tablesOf(all: AllMeasured, parts: readonly Part[]): string[] {
  const goals = verdicts(all);
  const tables = parts.flatMap((name) => (all[name] ? [TABLES[name](all[name].rows as never)] : []));
  return [...tables, ...(goals.length ? [goalsTable(goals)] : [])];
}

const BEGIN = "<!-- measured: npm run bench -- --write replaces what follows -->";

/** The tables of the document; the other results are in its JSON file. */
const IN_DOCUMENT: readonly Part[] = ["peers", "cached", "rendered"];

/** The document with the last results. The text above them is preserved. */
export function documentOf(all: AllMeasured, file: string): string {
  const [before = ""] = existsSync(file) ? readFileSync(file, "utf8").split(BEGIN) : ["# Performance\n\n"];
  const measured = PARTS.flatMap((name) => {
    const part = all[name];
    return part ? [{ name, run: `${part.date}, commit ${part.commit}; ${part.machine}` }] : [];
  });
  const about = [...new Set(measured.map(({ run }) => run))].map((run) => {
    const parts = measured.filter((part) => part.run === run).map(({ name }) => name);
    return parts.length === measured.length ? run : `${run}: ${parts.join(", ")}`;
  });
  const tables = tablesOf(all, IN_DOCUMENT);
  // The goals come first.
  return `${before}${BEGIN}\n\n${[...about, ...tables.slice(-1), ...tables.slice(0, -1)].join("\n\n")}\n`;
}
