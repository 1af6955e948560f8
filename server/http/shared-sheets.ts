/** Which style sheets are together in one file. The build writes it, the server has pages link to it. */

/** The routes of the home page, the root first. */
const HOME = ["root", "routes/Index", "routes/Index.Home"];

/** The file's name, in the folder of static files. */
export const SHARED_FILE = /^styles-[\w-]{8}\.css$/;

/**
 * The sheets that are in the file, in their order.
 *
 * @param routes those of the app's build, by id
 */
export function sharedSheets(routes: Readonly<Record<string, { css?: string[] } | undefined>>): string[] {
  return [...new Set(HOME.flatMap((id) => routes[id]?.css ?? []))];
}
