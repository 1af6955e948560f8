/** Cuts a text to `most` UTF-16 code units, but never inside a surrogate pair. */
export const beginningOf = (text: string, most: number): string => text.slice(0, most).replace(/[\ud800-\udbff]$/, "");

/** The lookbehind keeps the matching time linear. */
const BLANK_ENDS = /^[\s\p{Cf}\p{DI}\u2800]+|(?<![\s\p{Cf}\p{DI}\u2800])[\s\p{Cf}\p{DI}\u2800]+$/gu;

/** Trims white space and the invisible characters that messengers add. */
export const trimmed = (typed: string): string => typed.replace(BLANK_ENDS, "");

/** The words of a search (`?q=`), cut to the field's length. */
export const searchWords = (query: URLSearchParams, most: number): string =>
  beginningOf(trimmed(query.get("q") ?? ""), most);

/** True if `searchWords` dropped some words. */
export const isSearchCut = (query: URLSearchParams, most: number): boolean =>
  trimmed(query.get("q") ?? "").length > most;
