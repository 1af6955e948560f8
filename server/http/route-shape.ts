/**
 * The shape of a URL: which route of the table it is, without what the visitor put into it. Logs and metrics name
 * requests by it, because a path may hold an account, `/Login/{account}` (behaviour 2.1), and a mistyped one anything.
 */

/** What is needed of a route of the Remix build. */
export interface RouteEntry {
  id: string;
  parentId?: string | undefined;
  path?: string | undefined;
}

/** Every path that is no route: a mistyped address may hold anything, so nothing of it is kept. */
export const UNKNOWN_SHAPE = "/*";

/**
 * The full path patterns of a route table.
 *
 * @param routes the build's routes by id
 * @returns patterns such as `/Login/:account?`, each once; a catch-all is left out, it says nothing
 */
export function routePatterns(routes: Readonly<Record<string, RouteEntry | undefined>>): string[] {
  const patterns = new Set<string>();
  for (const route of Object.values(routes)) {
    const pattern = patternOf(route, routes);
    if (!pattern.includes("*")) patterns.add(pattern);
  }
  return [...patterns];
}

/** The full path pattern of one route, such as `/Login/:account?`. */
export function patternOf(
  route: RouteEntry | undefined,
  routes: Readonly<Record<string, RouteEntry | undefined>>,
): string {
  const parts: string[] = [];
  for (let at = route; at; at = at.parentId === undefined ? undefined : routes[at.parentId]) {
    if (at.path) parts.unshift(at.path);
  }
  return "/" + parts.join("/");
}

/**
 * Builds the reader of shapes.
 *
 * @param patterns path patterns as `routePatterns` gives them
 * @returns a function from a pathname (percent-encoded, well-formed) to its shape: literal parts as the table writes
 *   them, `*` for what varies, UNKNOWN_SHAPE when no pattern matches. Case is ignored, as the router does.
 */
export function shapeReader(patterns: readonly string[]): (pathname: string) => string {
  const table = patterns
    .map((pattern) => pattern.split("/").filter(Boolean))
    // A literal part is the better match: it is looked at first.
    .sort((a, b) => countDynamic(a) - countDynamic(b));
  return (pathname) => {
    const parts = pathname.split("/").filter(Boolean);
    if (parts[0] === "assets") return "/assets/*";
    for (const pattern of table) {
      const shape = matchParts(pattern, parts);
      if (shape !== null) return shape;
    }
    return UNKNOWN_SHAPE;
  };
}

/** The end that a varying part must have, such as `.ics` of `:orderNum.ics`. */
export const endOf = (part: string): string => /^:\w+(\.\w+)$/.exec(part)?.[1] ?? "";

/** A part that varies counts twice, since one that varies with a fixed end is the better match. */
function countDynamic(pattern: readonly string[]): number {
  return pattern.reduce((sum, part) => sum + (part.startsWith(":") ? (endOf(part) ? 1 : 2) : 0), 0);
}

function matchParts(pattern: readonly string[], parts: readonly string[]): string | null {
  if (parts.length > pattern.length) return null;
  let shape = "";
  for (const [index, expected] of pattern.entries()) {
    const part = parts[index];
    if (part === undefined) {
      if (expected.endsWith("?")) continue;
      return null;
    }
    if (expected.startsWith(":")) {
      const end = endOf(expected);
      if (!part.toLowerCase().endsWith(end)) return null;
      shape += `/*${end}`;
      continue;
    }
    const literal = expected.replace(/\?$/, "");
    if (decodeURIComponent(part).toLowerCase() !== literal.toLowerCase()) return null;
    shape += "/" + literal;
  }
  return shape || "/";
}
