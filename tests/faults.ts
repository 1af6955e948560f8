import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { playCell, type Verdict } from "./faults/cell";
import { COLUMNS, type Column } from "./faults/columns";
import { matrixOf, reportOf } from "./faults/report";
import type { Row } from "./faults/row";
import { ROWS } from "./faults/rows";
import { playStore, storeReport } from "./faults/store";
import { PLACE } from "./faults/store-buyers";
import { playUpstream, upstreamReport } from "./faults/upstream-losses";
import { provideRedis } from "./support/provision";
import { startTestEnvironment } from "./support/stage";
import { bin, ROOT } from "./support/steps";

/**
 * `npm run faults [-- --only <words>] [--column <short name>] [--stages N]`: each upstream call fails in every way,
 * over the built storefront; then the whole upstream fails, and the store (`--only upstream`, `--only store`). A
 * complete run writes docs/change/faults.md. Exits with 1 after an unexpected outcome.
 */

const REPORT = join(ROOT, "docs/change/faults.md");
const LOCALES = ["el_GR", "en_US"] as const;

const { values } = parseArgs({
  options: { only: { type: "string" }, column: { type: "string" }, stages: { type: "string", default: "5" } },
});
const isWhole = values.only === undefined && values.column === undefined;
const isFor =
  ({ call }: Row) =>
  ({ only }: Column) =>
    only === undefined || only === call;
const rows = ROWS.filter(({ name }) => name.includes(values.only ?? ""));
const columns = COLUMNS.filter(({ short }) => values.column === undefined || short === values.column);

/** Some columns of a row, which are played one after the other on one storefront. */
interface Job {
  row: Row;
  columns: Column[];
}

/** Returns jobs: first those that wait for a deadline, one cell each, the longest first; the others fill the time. */
function jobsOf(): Job[] {
  const played = columns.filter(({ late }) => !late);
  const slowColumns = played.filter(({ isSlow }) => isSlow);
  const slow = rows.flatMap((row) => slowColumns.filter(isFor(row)).map((column) => ({ row, columns: [column] })));
  const quick = rows.map((row) => ({ row, columns: played.filter(({ isSlow }) => !isSlow).filter(isFor(row)) }));
  const limit = ({ row }: Job) => row.limitMs ?? 0;
  return [...slow.sort((a, b) => limit(b) - limit(a)), ...quick].filter((job) => job.columns.length > 0);
}

const jobs = jobsOf();
const verdicts: Verdict[] = [];

const localeOf = (row: Row, column: Column) => LOCALES[(ROWS.indexOf(row) + COLUMNS.indexOf(column)) % 2] ?? "en_US";

const nameOf = ({ row, column }: Verdict) => `${row.name} | ${column.short}`;

function note(verdict: Verdict, locale: string): void {
  verdicts.push(verdict);
  if (verdict.wrong.length > 0) console.log(`${nameOf(verdict)} (${locale}): ${verdict.wrong.join("; ")}`);
}

/** Plays a late column while nothing else runs, because fractions of a second matter. */
async function playLate(row: Row, column: Column): Promise<void> {
  const lateness = await column.late?.();
  if (!lateness) return;
  try {
    const environment = await startTestEnvironment(PLACE, lateness.variables);
    try {
      const locale = localeOf(row, column);
      note(await playCell(environment, row, column, locale, lateness), locale);
    } finally {
      await environment.stop();
    }
  } finally {
    lateness.close();
  }
}

/** Plays jobs until none is left, each on a storefront without cached responses. */
async function work(place: number): Promise<void> {
  const environment = await startTestEnvironment(place);
  let isNew = true;
  /** The languages in which the storefront has read public data. */
  let read = new Set<string>();
  const renew = async () => {
    if (!isNew) await environment.crash();
    isNew = false;
    read = new Set();
  };
  try {
    for (let job = jobs.shift(); job; job = jobs.shift()) {
      const { row } = job;
      await renew();
      for (const column of job.columns) {
        const locale = localeOf(row, column);
        // Responses are cached by language, so those in the other language have not been read yet.
        if (row.isCold && (row.inAllLocales ? read.size > 0 : read.has(locale)) && !row.atStart) await renew();
        read.add(locale);
        note(await playCell(environment, row, column, locale), locale);
      }
    }
  } finally {
    await environment.stop();
  }
}

const fromMs = performance.now();
await Promise.all(Array.from({ length: Math.min(Number(values.stages), jobs.length) }, (_, place) => work(place)));
for (const row of rows) for (const column of columns.filter(isFor(row))) await playLate(row, column);
const seconds = (performance.now() - fromMs) / 1000;

const order = (one: Verdict) => ROWS.indexOf(one.row) * COLUMNS.length + COLUMNS.indexOf(one.column);
const cells = [...verdicts].sort((a, b) => order(a) - order(b));
if (cells.length > 0) console.log(`\n${matrixOf(cells)}\n`);
const upstreamVerdicts = isWhole || values.only === "upstream" ? await playUpstream() : [];
const isStorePlayed = isWhole || values.only === "store";
if (isStorePlayed && !provideRedis()) throw new Error("redis-server is missing and could not be installed.");
const storeVerdicts = isStorePlayed ? await playStore() : [];
if (isWhole) {
  writeFileSync(REPORT, reportOf(cells, seconds, [upstreamReport(upstreamVerdicts), storeReport(storeVerdicts)]));
  execFileSync(bin("oxfmt"), [REPORT]);
}
const missesOf = (whose: string, played: readonly { name: string; wrong: string[] }[]) =>
  played.flatMap(({ name, wrong }) => wrong.map((what) => `${whose}, ${name}: ${what}`));
const unexpected = [
  ...missesOf(
    "calls",
    cells.map((cell) => ({ name: nameOf(cell), wrong: cell.wrong })),
  ),
  ...missesOf("upstream", upstreamVerdicts),
  ...missesOf("store", storeVerdicts),
];
for (const surprise of unexpected) console.log(surprise);
const fine = cells.filter(({ wrong }) => wrong.length === 0).length;
console.log(`\n${fine} of ${cells.length} cells as expected, ${unexpected.length} unexpected; ${seconds.toFixed(0)} s`);
process.exitCode = unexpected.length > 0 ? 1 : 0;
