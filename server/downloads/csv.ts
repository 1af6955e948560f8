import { ZONE_MS } from "~server/i18n/locale";

/** Spreadsheets run text at the start of a cell as a formula; in some countries also after `;` or a tab. */
const FORMULA = /(?=[=+\-@＝＋－＠﹦﹢﹣﹫])(?<=(?:^|[;\t\r\n])"*)|^(?=[\t\r\n])/g;
const NEGATIVE = /^-\d+(?:\.\d+)?$/;

/** Text that spreadsheets read as a number, time or date: no letters but the E of a power of ten, or AM and PM. */
const LIKE_A_FIGURE = /^[^\p{L}\p{Nd}]*\p{Nd}[^\p{L}]*(?:(?:e|[ap]m?)[^\p{L}]*)?$/iu;
/** Excel also turns `Sep 2026`, `MAR1` and `3月1日` into dates. */
const LIKE_A_DATE =
  /^(?=\D*\d)[\d\s,./-]*(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[\d\s,./-]*$|^(?:\d+年)?\d+月(?:\d+日)?$/i;

/** Prevents spreadsheets from turning a name into a date or a number; an apostrophe works everywhere, quotes do not. */
export function asText(text: string): string {
  return LIKE_A_FIGURE.test(text) || LIKE_A_DATE.test(text) ? `'${text}` : text;
}

/** Tells spreadsheets that the file is UTF-8. */
export const BYTE_ORDER_MARK = "\ufeff";

function cell(text: string): string {
  const plain = NEGATIVE.test(text) ? text : text.replace(FORMULA, "'");
  return /[",;\t\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** Writes a line of CSV (RFC 4180); formulas, which other users may have written, get an apostrophe. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell).join(",")}\r\n`;
}

export const SPREADSHEET_ZONE = "UTC+8";

export function spreadsheetTime(timeMs: number): string {
  return new Date(timeMs + ZONE_MS).toISOString().slice(0, 19).replace("T", " ");
}
