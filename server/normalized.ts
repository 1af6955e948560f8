import { beginningOf } from "~server/search-words";

/** UAX #15 ("stream-safe text") allows 30 combining marks in a row; no language needs ten. */
const MARKS_MAX = 30;
/** Includes the half-width kana marks, which normalisation turns into combining marks. */
const MARKS = /[\p{M}\uff9e\uff9f]+/gu;

/** Normalises Unicode text. Sorting combining marks takes quadratic time, so at most 30 in a row remain. */
export const normalized = (text: string, form: "NFC" | "NFKC" | "NFKD"): string =>
  text.replace(MARKS, (marks) => beginningOf(marks, MARKS_MAX)).normalize(form);
