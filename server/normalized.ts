import { beginningOf } from "~server/search-words";

/** UAX #15 allows 30 in a row ("stream-safe text"); no language writes a third of it. */
const MARKS_MAX = 30;
/** The half-width kana marks become marks only when normalised. */
const MARKS = /[\p{M}\uff9e\uff9f]+/gu;

/**
 * Normalises Unicode text, and drops all but 30 combining marks in a row: sorting them takes time that grows with the
 * square of their number, and 8,000 would block the event loop for 70 ms.
 */
export const normalized = (text: string, form: "NFC" | "NFKC" | "NFKD"): string =>
  text.replace(MARKS, (marks) => beginningOf(marks, MARKS_MAX)).normalize(form);
