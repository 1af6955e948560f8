import type { Spread } from "./statistics";

/** A table of results: cells are ready texts. */
export interface Table {
  title: string;
  /** Notes for the reader, a line each. */
  notes: string[];
  columns: string[];
  rows: string[][];
}

/** A number with three significant digits; digits before the point are never rounded. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  if (size >= 1000) return String(Math.round(value)).replace(/(?<=\d)(?=(?:\d{3})+$)/g, ",");
  const decimals = size >= 100 || Number.isInteger(value) ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
  return value.toFixed(decimals);
}

/** The middle of several measurements, and how far they were apart. */
export const spreadText = ({ median, least, most }: Spread): string =>
  `${figure(median)} (${figure(least)} – ${figure(most)})`;

/** A table as GitHub's markdown. */
export function markdownOf({ title, notes, columns, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  const rule = columns.map((_, index) => (index === 0 ? "---" : "--:"));
  return [`## ${title}`, "", ...notes.flatMap((note) => [note, ""]), line(columns), line(rule), ...rows.map(line)].join(
    "\n",
  );
}

/** A table for a terminal: figures stand under each other. */
export function plainOf({ title, columns, rows }: Table): string {
  const all = [columns, ...rows];
  const widths = columns.map((_, index) => Math.max(...all.map((row) => [...(row[index] ?? "")].length)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) => (index === 0 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0)))
      .join("  ")
      .trimEnd();
  return [`\n${title}`, ...all.map(line)].join("\n");
}
