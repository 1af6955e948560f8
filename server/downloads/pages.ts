import { ownTurn } from "@storefront/resilience/shared-turns";
import { digest } from "~server/crypto/digest";
import type { Page } from "~server/upstream/schemas";
import { UnusableResponse } from "~server/upstream/client";

/** Length of a page as JSON, many times that of an ordinary page, because dozens of slow readers hold one page each. */
export const PAGE_MAX_LENGTH = 1024 * 1024;

export const DOWNLOAD_PAGES_MAX = 100;

/** More rows than real lists have. The limit exists because dozens of downloads hold the names of all their rows. */
const ROWS_MAX = 10_000;

export interface Copied<R> {
  read: (page: number) => Promise<Page<R>>;
  /** Unique name of a row; undefined for a row without a key. */
  nameOf: (row: R) => string | undefined;
}

/** Reads a list page by page, each row once even if it moves meanwhile. Throws if fewer rows come than were counted. */
export async function* pagesOfList<R>({ read, nameOf }: Copied<R>): AsyncGenerator<R[], void> {
  const once = rowsOnce(nameOf);
  let given = 0;
  let counted: number | undefined;
  for (let page = 1; page <= DOWNLOAD_PAGES_MAX; page += 1) {
    const { items, count, more } = await read(page);
    // Dozens of downloads may hold a large page each.
    await ownTurn();
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
 * Drops repeated rows. Rows without a key may look the same: they count as repeated only if as many new rows came since
 * the previous page, and that page ended with equal rows.
 */
function rowsOnce<R>(nameOf: (row: R) => string | undefined): (items: readonly R[], count: number) => R[] {
  const names = new Set<string>();
  let before: { rows: string[]; count: number } | undefined;
  return (items, count) => {
    let length = 0;
    // Compares digests, because large rows are compared many times.
    const texts = items.map((row) => {
      const text = JSON.stringify(row);
      length += text.length;
      if (length > PAGE_MAX_LENGTH) throw new UnusableResponse("a page of more than can be held", true);
      return digest("row", text);
    });
    let moved = before ? Math.min(Math.max(0, count - before.count), before.rows.length) : 0;
    while (moved > 0 && before?.rows.slice(-moved).some((row, at) => row !== texts[at])) moved -= 1;
    before = { rows: texts, count };
    return items.filter((row, at) => {
      const name = nameOf(row);
      if (name === undefined) return at >= moved;
      const known = digest("name", name);
      if (names.has(known)) return false;
      names.add(known);
      if (names.size > ROWS_MAX) throw new UnusableResponse(`more than ${ROWS_MAX} rows`, true);
      return true;
    });
  };
}
