/** Cuts a text, but never inside a surrogate pair. */
export const beginningOf = (text: string, most: number): string => text.slice(0, most).replace(/[\ud800-\udbff]$/, "");

/** The words of a search (`?q=`), cut to the field's length. */
export const searchWords = (query: URLSearchParams, most: number): string =>
  beginningOf((query.get("q") ?? "").trim(), most);

/** True if `searchWords` dropped some words. */
export const isSearchCut = (query: URLSearchParams, most: number): boolean =>
  (query.get("q") ?? "").trim().length > most;
