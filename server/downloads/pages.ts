import { digest } from "~server/crypto/digest";
import type { Page } from "~server/upstream/schemas";
import { UnusableResponse } from "~server/upstream/client";

/** How many pages of the upstream's list are read for a download at most. */
export const DOWNLOAD_PAGES_MAX = 100;

/** A list of the upstream that is copied whole. */
export interface Copied<R> {
  /** One page of it, from 1. */
  read: (page: number) => Promise<Page<R>>;
  /** The unique key of a row; undefined where it has none. */
  nameOf: (row: R) => string | undefined;
}

/**
 * Reads a list page by page, one call after another, at most `DOWNLOAD_PAGES_MAX` of them (behaviour 2.86). A row that
 * moves to the next page meanwhile, because newer ones came, is returned once.
 *
 * @throws UpstreamRejected, SessionExpired; UpstreamUnavailable, also where fewer rows come than the upstream has
 *   counted
 */
export async function* pagesOfList<R>({ read, nameOf }: Copied<R>): AsyncGenerator<R[], void> {
  const once = rowsOnce(nameOf);
  let given = 0;
  let counted: number | undefined;
  for (let page = 1; page <= DOWNLOAD_PAGES_MAX; page += 1) {
    const { items, count, more } = await read(page);
    counted ??= count;
    const rows = once(items, count);
    given += rows.length;
    if (items.length === 0 && (more || given < counted))
      throw new UnusableResponse("an empty page before the count", true);
    yield rows;
    if (more) continue;
    if (given < counted) throw new UnusableResponse("fewer rows than were counted", true);
    return;
  }
  throw new UnusableResponse(`more than ${DOWNLOAD_PAGES_MAX} pages`, true);
}

/**
 * Omits rows that were returned before. A row without a key counts as returned before only where as many came to the
 * list since the previous page, and the end of that page had an equal row: two deposits may look the same.
 */
function rowsOnce<R>(nameOf: (row: R) => string | undefined): (items: readonly R[], count: number) => R[] {
  const names = new Set<string>();
  let before: { rows: string[]; count: number } | undefined;
  return (items, count) => {
    // Digests: rows as large as a response may be are compared with each other many times.
    const texts = items.map((row) => digest("row", JSON.stringify(row)));
    let moved = before ? Math.min(Math.max(0, count - before.count), before.rows.length) : 0;
    while (moved > 0 && before?.rows.slice(-moved).some((row, at) => row !== texts[at])) moved -= 1;
    before = { rows: texts, count };
    return items.filter((row, at) => {
      const name = nameOf(row);
      if (name === undefined) return at >= moved;
      if (names.has(name)) return false;
      names.add(name);
      return true;
    });
  };
}
