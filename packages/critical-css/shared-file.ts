// The build imports this file too, and it cannot import other packages.

/** The names of the files of shared styles, in the folder of static files. */
export const SHARED_FILE = /^styles-[\w-]{8}\.css$/;

const WIDE = "(min-width: 29.3em)";

/** The condition for sizes on screens wider than a phone; at 750 px the root font is largest for any base size. */
export const WIDE_SCREEN_SIZES = `${WIDE}, (min-width: 750px)`;

/** Returns the sheets of the shared file in order; `firstPages` are the ids of the routes whose sheets are shared. */
export function sharedSheets(
  routes: Readonly<Record<string, { css?: string[] } | undefined>>,
  firstPages: readonly string[],
): string[] {
  return [...new Set(firstPages.flatMap((id) => routes[id]?.css ?? []))];
}
