import { beginningOf } from "~server/search-words";

/** UAX #15 allows 30 in a row ("stream-safe text"); no language writes a third of it. */
const MARKS_MAX = 30;
/** The half-width marks of kana are marks only once they are normalised. */
const MARKS = /[\p{M}\uff9e\uff9f]+/gu;

/**
 * A text in a normal form of Unicode. Of more than 30 marks in a row the rest is left out: putting marks in order takes
 * time that grows with the square of their number, and 8,000 of them would block the event loop for 70 ms.
 */
export const normalized = (text: string, form: "NFC" | "NFKC" | "NFKD"): string =>
  text.replace(MARKS, (marks) => beginningOf(marks, MARKS_MAX)).normalize(form);
