/** The few statistics of the measurements, and their tables. */

/** Several measurements of one value: their median, and how far they spread. */
export interface Spread {
  median: number;
  least: number;
  most: number;
}

/**
 * The percentile of measured values: always one of them, never interpolated.
 *
 * @param values in any order
 * @param share from 0 to 1
 * @returns NaN when there are none
 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? NaN;
}

/** The median: of an even number of values, the mean of the middle two. NaN if there are no values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  const upper = sorted[half] ?? NaN;
  return sorted.length % 2 ? upper : ((sorted[half - 1] ?? NaN) + upper) / 2;
}

export function spread(values: readonly number[]): Spread {
  return { median: median(values), least: Math.min(...values), most: Math.max(...values) };
}

/** A number with three significant digits; digits before the point are never rounded. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  if (size >= 1000) return String(Math.round(value)).replace(/(?<=\d)(?=(?:\d{3})+$)/g, ",");
  const decimals = size >= 100 || Number.isInteger(value) ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
  return value.toFixed(decimals);
}

/** The median of several measurements, and their range. */
export const spreadText = ({ median, least, most }: Spread): string =>
  `${figure(median)} (${figure(least)} – ${figure(most)})`;

/** A table in Markdown, with a note for the reader. Cells are texts, or numbers that become figures. */
export function tableOf(
  title: string,
  note: string,
  columns: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const cell = (value: string | number) => (typeof value === "string" ? value.replaceAll("|", "\\|") : figure(value));
  const line = (cells: readonly (string | number)[]) => `| ${cells.map(cell).join(" | ")} |`;
  const rule = columns.map((_, index) => (index === 0 ? "---" : "--:"));
  return [`## ${title}`, "", ...(note ? [note, ""] : []), line(columns), line(rule), ...rows.map(line)].join("\n");
}
