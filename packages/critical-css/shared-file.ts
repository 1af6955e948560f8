// The build imports this file too, and it cannot import other packages.

/** The names of the files of shared styles, in the folder of static files. */
export const SHARED_FILE = /^styles-[\w-]{8}\.css$/;

/** Matches rules for screens wider than a phone. */
const WIDE = "(min-width: 29.3em)";

/**
 * The condition for sizes on screens wider than a phone. From 750 px on, the root font is at its maximum for any base
 * size, so the sizes apply there too: text at 200 % must not become four times as large.
 */
export const WIDE_SCREEN_SIZES = `${WIDE}, (min-width: 750px)`;

/**
 * Returns the sheets of the shared file in order.
 *
 * @param routes the routes of the app's build, by id
 * @param firstPages the ids of the routes whose sheets are shared
 */
export function sharedSheets(
  routes: Readonly<Record<string, { css?: string[] } | undefined>>,
  firstPages: readonly string[],
): string[] {
  return [...new Set(firstPages.flatMap((id) => routes[id]?.css ?? []))];
}
