import { ZONE_MS } from "~server/i18n/locale";

/**
 * Where a spreadsheet would take text for a formula: at the start of a cell, and of what becomes a cell where lines are
 * split by `;` or tabs, as some countries' spreadsheets do. There quotes protect the first cell of a line alone. Some
 * read full-width and small signs as they do the usual ones.
 */
const FORMULA = /(?=[=+\-@＝＋－＠﹦﹢﹣﹫])(?<=(?:^|[;\t\r\n])"*)|^(?=[\t\r\n])/g;
/** A negative number is no formula. */
const NEGATIVE = /^-\d+(?:\.\d+)?$/;

/** Spreadsheets read such a text as a number, a time or a date: figures, with no letter but the E of a power of ten. */
const LIKE_A_FIGURE = /^[^\p{L}\p{Nd}]*\p{Nd}[^\p{L}]*(?:[eE][^\p{L}]*)?$/u;

/**
 * A name or a number of something, kept from becoming a figure. Spreadsheets preserve 15 digits of one and no zeros at
 * its start. Quotes change nothing, and only some evaluate `="…"`; after an apostrophe all of them read text.
 */
export function asText(text: string): string {
  return LIKE_A_FIGURE.test(text) ? `'${text}` : text;
}

/** At the start of a file it declares UTF-8: without it some spreadsheets assume another encoding. */
export const BYTE_ORDER_MARK = "\ufeff";

function cell(text: string): string {
  const plain = NEGATIVE.test(text) ? text : text.replace(FORMULA, "'");
  return /[",;\t\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/**
 * One line of a CSV file of RFC 4180 (behaviour 2.87), its end included. A text that a spreadsheet would run as a
 * formula gets a leading apostrophe: the texts come from the upstream, and some of them from other users.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell).join(",")}\r\n`;
}

/** The zone of `spreadsheetTime`. */
export const SPREADSHEET_ZONE = "UTC+8";

/** A moment as spreadsheets read it, in UTC+8 (decision 0007): `2026-11-20 21:03:50`. */
export function spreadsheetTime(timeMs: number): string {
  return new Date(timeMs + ZONE_MS).toISOString().slice(0, 19).replace("T", " ");
}
