/** Which style sheets are together in one file. The build writes it, the server has pages link to it. */

/** The file's name, in the folder of static files. */
export const SHARED_FILE = /^styles-[\w-]{8}\.css$/;

/**
 * The sheets that are in the file, in their order.
 *
 * @param routes those of the app's build, by id
 * @param firstPages ids of the routes whose sheets they are
 */
export function sharedSheets(
  routes: Readonly<Record<string, { css?: string[] } | undefined>>,
  firstPages: readonly string[],
): string[] {
  return [...new Set(firstPages.flatMap((id) => routes[id]?.css ?? []))];
}
