/** Which style sheets are together in one file. The build writes it, the server has pages link to it. */

/** The routes of the home page and of a product, the root first. */
const FIRST_PAGES = ["root", "routes/Index", "routes/Index.Home", "routes/PowerProductDetail.$id"];

/** The file's name, in the folder of static files. */
export const SHARED_FILE = /^styles-[\w-]{8}\.css$/;

/**
 * The sheets that are in the file, in their order.
 *
 * @param routes those of the app's build, by id
 */
export function sharedSheets(routes: Readonly<Record<string, { css?: string[] } | undefined>>): string[] {
  return [...new Set(FIRST_PAGES.flatMap((id) => routes[id]?.css ?? []))];
}
