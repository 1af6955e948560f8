import { textOf } from "./deployed";

/** A table as the formatter leaves it. */
function tableOf(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const [head, ...body] = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)));
  const rule = widths.map((width) => "-".repeat(width));
  return [head, rule, ...body].map((row) => `| ${row?.join(" | ")} |`).join("\n");
}

/**
 * A document with its generated table as it should be now.
 *
 * @param source the module of which the table is made
 * @param test the test that writes it
 */
export function withTable(document: string, { source, test }: { source: string; test: string }, rows: string[][]) {
  const begin = `<!-- made of ${source} by npm run test:unit -- ${test} -u -->`;
  const end = "<!-- end of the table -->";
  const [before = "", rest = ""] = textOf(document).split(begin);
  return `${before}${begin}\n\n${tableOf(rows)}\n\n${end}${rest.slice(rest.indexOf(end) + end.length)}`;
}
