import { ZONE_MS } from "~server/i18n/locale";

/**
 * A spreadsheet takes text for a formula at the start of a cell, and after `;` or tabs, at which the spreadsheets of
 * some countries split lines (quotes protect only the first cell then). Some accept full-width and small signs too.
 */
const FORMULA = /(?=[=+\-@＝＋－＠﹦﹢﹣﹫])(?<=(?:^|[;\t\r\n])"*)|^(?=[\t\r\n])/g;
const NEGATIVE = /^-\d+(?:\.\d+)?$/;

/** Spreadsheets read this as a number, a time or a date: no letter but the E of a power of ten. */
const LIKE_A_FIGURE = /^[^\p{L}\p{Nd}]*\p{Nd}[^\p{L}]*(?:[eE][^\p{L}]*)?$/u;

/**
 * Prevents that a name becomes a number, of which spreadsheets preserve 15 digits. Quotes do not help, and only some
 * evaluate `="…"`; an apostrophe works everywhere.
 */
export function asText(text: string): string {
  return LIKE_A_FIGURE.test(text) ? `'${text}` : text;
}

/** Declares UTF-8 to spreadsheets. */
export const BYTE_ORDER_MARK = "\ufeff";

function cell(text: string): string {
  const plain = NEGATIVE.test(text) ? text : text.replace(FORMULA, "'");
  return /[",;\t\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** A line of CSV (RFC 4180). Formulas get an apostrophe: the texts are from the upstream, some from its other users. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell).join(",")}\r\n`;
}

export const SPREADSHEET_ZONE = "UTC+8";

/** In UTC+8: `2026-11-20 21:03:50`. */
export function spreadsheetTime(timeMs: number): string {
  return new Date(timeMs + ZONE_MS).toISOString().slice(0, 19).replace("T", " ");
}
