import { ZONE_MS } from "~server/i18n/locale";

/** A text that a spreadsheet takes for a formula; a negative number is none. */
const FORMULA = /^[=+\-@\t\r]/;
const NEGATIVE = /^-\d+(?:\.\d+)?$/;

/** At the start of a file it declares UTF-8: without it some spreadsheets assume another encoding. */
export const BYTE_ORDER_MARK = "\ufeff";

function cell(text: string): string {
  const plain = FORMULA.test(text) && !NEGATIVE.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/**
 * One line of a CSV file of RFC 4180 (behaviour 2.87), its end included. A text that a spreadsheet would run as a
 * formula gets a leading apostrophe: the texts come from the upstream, and some of them from other users.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell).join(",")}\r\n`;
}

/** A moment as spreadsheets read it, in UTC+8 (decision 0007): `2026-11-20 21:03:50`. */
export function spreadsheetTime(timeMs: number): string {
  return new Date(timeMs + ZONE_MS).toISOString().slice(0, 19).replace("T", " ");
}
