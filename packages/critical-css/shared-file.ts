// Imported by the build as well, where no other package can be imported.

/** The names of the files of shared styles, in the folder of static files. */
export const SHARED_FILE = /^styles-[\w-]{8}\.css$/;

/** Matches rules for screens wider than a phone. */
const WIDE = "(min-width: 29.3em)";

/**
 * Sizes of such screens. From 750 px on the root font is at its largest, whatever the visitor's own base: text at 200 %
 * must not be four times as large there.
 */
export const WIDE_SCREEN_SIZES = `${WIDE}, (min-width: 750px)`;

/**
 * Returns the sheets of the shared file in order.
 *
 * @param routes those of the app's build, by id
 * @param firstPages the ids of the routes whose sheets to share
 */
export function sharedSheets(
  routes: Readonly<Record<string, { css?: string[] } | undefined>>,
  firstPages: readonly string[],
): string[] {
  return [...new Set(firstPages.flatMap((id) => routes[id]?.css ?? []))];
}
