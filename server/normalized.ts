import { beginningOf } from "~server/search-words";

/** UAX #15 ("stream-safe text") allows 30 combining marks in a row; no language needs ten. */
const MARKS_MAX = 30;
/** Includes the half-width kana marks, which normalisation turns into combining marks. */
const MARKS = /[\p{M}\uff9e\uff9f]+/gu;

/**
 * Normalises Unicode text and keeps at most 30 combining marks in a row. Sorting them takes quadratic time: 8,000 would
 * block the event loop for 70 ms.
 */
export const normalized = (text: string, form: "NFC" | "NFKC" | "NFKD"): string =>
  text.replace(MARKS, (marks) => beginningOf(marks, MARKS_MAX)).normalize(form);
