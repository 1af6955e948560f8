import { execFileSync } from "node:child_process";
import { cpus } from "node:os";
import type { Verdict } from "./cell";
import { COLUMNS } from "./columns";
import type { Row } from "./row";

/** A cell of the table: the status of the page, the seconds where it waited, and a mark where it is wrong. */
function marked({ status, seconds, wrong }: Verdict): string {
  const waited = seconds >= 1 ? ` ${seconds.toFixed(1)} s` : "";
  return `${status || "–"}${waited}${wrong.length === 0 ? "" : " **MISS**"}`;
}

/** The matrix as a table of markdown. */
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

const git = (...args: string[]) => execFileSync("git", args, { encoding: "utf8" }).trim();

/** Where the rules are, from the document. */
const BEHAVIOUR = "behaviour";

/**
 * The document: what was checked, what came of it, and what is known to be wrong.
 *
 * @param parts those about the upstream as a whole and the store
 */
export function reportOf(cells: readonly Verdict[], seconds: number, parts: readonly string[]): string {
  const changed = git("status", "--porcelain", "--untracked-files=no", "--", "app", "server", "tests")
    ? ", with changes that are not committed"
    : "";
  const rows = [...new Set(cells.map(({ row }) => row))];
  const fine = cells.filter(({ wrong }) => wrong.length === 0);
  const slowest = (isLong: boolean) =>
    cells
      .filter(({ row }) => (row.limitMs !== undefined) === isLong)
      .reduce((most, cell) => Math.max(most, cell.seconds), 0);
  return [
    "# Every call, broken in every way",
    "",
    `\`npm run faults\` writes this file: each call of the upstream ([7.7](${BEHAVIOUR}/07-calls.md#7.7)) fails in each way, on`,
    "a screen that needs it, over the built storefront and without scripts. What must be seen is written down from chapters",
    `[8](${BEHAVIOUR}/08-errors.md) and [13](${BEHAVIOUR}/13-failures.md) in \`tests/faults/rows-*.ts\`, never from what a page does.`,
    "For each cell it checks the page and its status, the time (6 s; a purchase 25, an upload 65), what was typed, that the",
    "session goes on (it ends after 10002), that a write is sent once, that the page says what was charged, that nothing older",
    "is shown where that is forbidden, and that no page is blank, a crash, or shows what programs write for a missing value,",
    "or the upstream's words as markup. What the operator's alerts read has to agree: each purchase as it ended (PurchasesUnknown,",
    "PurchasesNotSent, PurchasesRefused), each page that could not be shown (PagesUnavailable), and nothing else. Public",
    "answers are asked for by a storefront that has just been started. Of a payment the mark in the store and the connection",
    "come late, too: nothing is sent then, and whoever reads so buys with a single press.",
    "",
    `${new Date().toISOString().slice(0, 10)}, commit ${git("rev-parse", "--short", "HEAD")}${changed}; ${cpus().length} cores, Node ${process.versions.node}; ${seconds.toFixed(0)} s.`,
    "",
    `**${fine.length} of ${cells.length} cells as expected.** The slowest page took ${slowest(false).toFixed(1)} s, the slowest purchase or upload ${slowest(true).toFixed(1)} s.`,
    "",
    "A cell is the status of the page that the visitor ends on, with the seconds where it was a second or more.",
    "",
    matrixOf(cells),
    "",
    ...parts,
    "## The calls, and where they are met",
    "",
    "| call | screen | rules |",
    "| --- | --- | --- |",
    ...rows.map(({ name, screen, rules }) => `| ${name} | \`${screen}\` | ${rules} |`),
    "",
    "## The ways to fail",
    "",
    "| column | what happens |",
    "| --- | --- |",
    ...COLUMNS.map(
      ({ short, name, hasEffect }) => `| ${short} | ${name}${hasEffect ? "; the upstream did what was asked" : ""} |`,
    ),
    "",
  ].join("\n");
}
