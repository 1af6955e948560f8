/**
 * The beginning of a text, without half a character at its end (an emoji is two UTF-16 units).
 *
 * @param most UTF-16 units, as a field's `maxLength` counts
 */
export const beginningOf = (text: string, most: number): string => text.slice(0, most).replace(/[\ud800-\udbff]$/, "");

/** The words of a search (`?q=`), no longer than its field. */
export const searchWords = (query: URLSearchParams, most: number): string =>
  beginningOf((query.get("q") ?? "").trim(), most);

/** Whether `searchWords` left some of the words out, so that the page says it. */
export const isSearchCut = (query: URLSearchParams, most: number): boolean =>
  (query.get("q") ?? "").trim().length > most;
