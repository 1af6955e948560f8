import { execFileSync } from "node:child_process";
import { cpus } from "node:os";
import type { Verdict } from "./cell";
import { COLUMNS } from "./columns";
import type { Row } from "./row";

/** A cell of the table: the status, the seconds of a slow page, and a mark for errors. */
function marked({ status, seconds, wrong }: Verdict): string {
  const waited = seconds >= 1 ? ` ${seconds.toFixed(1)} s` : "";
  return `${status || "–"}${waited}${wrong.length === 0 ? "" : " **MISS**"}`;
}

export function matrixOf(cells: readonly Verdict[]): string {
  const rows = [...new Set(cells.map(({ row }) => row))];
  const columns = COLUMNS.filter((column) => cells.some((cell) => cell.column === column));
  const line = (row: Row) =>
    columns.map((column) => {
      const cell = cells.find((one) => one.row === row && one.column === column);
      return cell ? marked(cell) : "";
    });
  return [
    `| call | ${columns.map(({ short }) => short).join(" | ")} |`,
    `| --- |${" --- |".repeat(columns.length)}`,
    ...rows.map((row) => `| ${row.name} | ${line(row).join(" | ")} |`),
  ].join("\n");
}

/** A line for each call: the number of pages by status, and the slowest page. */
function summaryOf(cells: readonly Verdict[]): string {
  const lines = [...new Set(cells.map(({ row }) => row))].map((row) => {
    const own = cells.filter((cell) => cell.row === row);
    const statuses = [...new Set(own.map(({ status }) => status))].sort((a, b) => a - b);
    const counts = statuses.map((status) => `${status || "–"} ×${own.filter((cell) => cell.status === status).length}`);
    const seconds = Math.max(...own.map((cell) => cell.seconds));
    return `| ${row.name} | ${counts.join(", ")} | ${seconds < 1 ? "" : `${seconds.toFixed(1)} s`} |`;
  });
  return ["| call | pages by status | slowest |", "| --- | --- | --- |", ...lines].join("\n");
}

const git = (...args: string[]) => execFileSync("git", args, { encoding: "utf8" }).trim();

/**
 * The document: what was checked, the results, and known failures.
 *
 * @param parts those about the upstream as a whole and the store
 */
export function reportOf(cells: readonly Verdict[], seconds: number, parts: readonly string[]): string {
  const changed = git("status", "--porcelain", "--untracked-files=no", "--", "app", "server", "tests")
    ? ", with changes that are not committed"
    : "";
  const fine = cells.filter(({ wrong }) => wrong.length === 0);
  const slowest = (isLong: boolean) =>
    cells
      .filter(({ row }) => (row.limitMs !== undefined) === isLong)
      .reduce((most, cell) => Math.max(most, cell.seconds), 0);
  return [
    "# Every call, broken in every way",
    "",
    "`npm run faults` writes this file: each call of the upstream fails in each way, on a screen that needs it, over the built",
    "storefront, without scripts. The rules (`tests/faults/rows-*.ts`), not the pages, determine the expected page, status,",
    "time, preserved input, session, calls, charges and metrics.",
    "",
    `${new Date().toISOString().slice(0, 10)}, commit ${git("rev-parse", "--short", "HEAD")}${changed}; ${cpus().length} cores, Node ${process.versions.node}; ${seconds.toFixed(0)} s.`,
    "",
    `**${fine.length} of ${cells.length} cells as expected.** The slowest page took ${slowest(false).toFixed(1)} s, the slowest purchase or upload ${slowest(true).toFixed(1)} s.`,
    "",
    summaryOf(cells),
    "",
    ...parts,
  ].join("\n");
}
