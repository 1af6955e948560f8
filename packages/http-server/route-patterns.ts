/**
 * The shape of a URL: the pattern of its route, without what the visitor put into it. Logs and metrics name requests by
 * it, because a path may contain an account, `/Login/{account}`, and a mistyped one anything.
 */

/** The needed parts of a route of the Remix build. */
export interface RouteEntry {
  id: string;
  parentId?: string | undefined;
  path?: string | undefined;
}

/** Every path that is no route: a mistyped address may contain anything, so nothing of it is recorded. */
export const UNKNOWN_SHAPE = "/*";

/**
 * The full path patterns of a route table.
 *
 * @param routes the build's routes by id
 * @returns patterns such as `/Login/:account?`, each once; a catch-all is omitted, because it names no page
 */
export function routePatterns(routes: Readonly<Record<string, RouteEntry | undefined>>): string[] {
  const patterns = new Set<string>();
  for (const route of Object.values(routes)) {
    const pattern = patternOf(route, routes);
    if (!pattern.includes("*")) patterns.add(pattern);
  }
  return [...patterns];
}

/** The patterns of `routePatterns` whose pages take posts: those of routes with an action. */
export function postPatterns(
  routes: Readonly<Record<string, (RouteEntry & { module: { action?: unknown } }) | undefined>>,
): string[] {
  const taking = Object.values(routes).filter((route) => route?.module.action !== undefined);
  return [...new Set(taking.map((route) => patternOf(route, routes)))];
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

/** A path that a pattern matches. */
interface Match {
  /** Literal parts as the table writes them, `*` for what varies. */
  shape: string;
  /** The path as this site writes it: literal parts likewise, what varies as it was sent. */
  path: string;
}

/** A part of a pattern: a literal one, or one that varies and has this end, such as `.ics` of `:orderNum.ics`. */
interface PatternPart {
  isOptional: boolean;
  /** As the table writes it, and in small letters. */
  literal: string;
  small: string;
  /** Of one that varies. */
  end?: string;
}

/** Builds what finds the pattern of a pathname (percent-encoded, well-formed); case is ignored, as the router does. */
function matcher(patterns: readonly string[]): (parts: readonly string[]) => Match | null {
  const table = patterns
    .map((pattern) => pattern.split("/").filter(Boolean).map(partOf))
    // A literal part is the better match: it is looked at first.
    .sort((a, b) => countDynamic(a) - countDynamic(b));
  return (parts) => {
    const small = parts.map((part) => inSmallLetters(decodeURIComponent(part)));
    for (const pattern of table) {
      const match = matchParts(pattern, parts, small);
      if (match !== null) return match;
    }
    return null;
  };
}

function partOf(text: string): PatternPart {
  const isOptional = text.endsWith("?");
  const literal = text.replace(/\?$/, "");
  return { isOptional, literal, small: inSmallLetters(literal), ...(text.startsWith(":") && { end: endOf(text) }) };
}

const partsOf = (pathname: string) => pathname.split("/").filter(Boolean);

/**
 * Builds the reader of shapes.
 *
 * @param patterns path patterns as `routePatterns` gives them
 * @returns a function from a pathname (percent-encoded, well-formed) to its shape; UNKNOWN_SHAPE when no pattern
 *   matches
 */
export function shapeReader(patterns: readonly string[]): (pathname: string) => string {
  const match = matcher(patterns);
  return (pathname) => {
    const parts = partsOf(pathname);
    return parts[0] === "assets" ? "/assets/*" : (match(parts)?.shape ?? UNKNOWN_SHAPE);
  };
}

/**
 * Builds the function that finds the canonical path of a page, whatever other spellings the router accepts. Proxies in
 * front of this site know pages by their paths (behaviour 12.31).
 *
 * @param patterns as those of `shapeReader`
 * @returns a function from a pathname to the canonical path of the same page, which begins with one slash; undefined
 *   where there is no such page
 */
export function spellingReader(patterns: readonly string[]): (pathname: string) => string | undefined {
  const match = matcher(patterns);
  return (pathname) => match(partsOf(pathname))?.path;
}

/** The end that a varying part must have, such as `.ics` of `:orderNum.ics`. */
export const endOf = (part: string): string => /^:\w+(\.\w+)$/.exec(part)?.[1] ?? "";

/** A part that varies counts twice, since one that varies with a fixed end is the better match. */
function countDynamic(pattern: readonly PatternPart[]): number {
  return pattern.reduce((sum, { end }) => sum + (end === undefined ? 0 : end ? 1 : 2), 0);
}

/** The router knows no other letters with a small and a large form. */
const inSmallLetters = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** The parts of a path are given as they were sent, and decoded in small letters. */
function matchParts(pattern: readonly PatternPart[], parts: readonly string[], small: readonly string[]): Match | null {
  if (parts.length > pattern.length) return null;
  let shape = "";
  let path = "";
  for (const [index, expected] of pattern.entries()) {
    const part = parts[index];
    if (part === undefined) {
      if (expected.isOptional) continue;
      return null;
    }
    const { end, literal } = expected;
    if (end === undefined) {
      if (small[index] !== expected.small) return null;
      shape += `/${literal}`;
      path += `/${literal}`;
    } else {
      if (!part.toLowerCase().endsWith(end)) return null;
      shape += `/*${end}`;
      path += `/${part.slice(0, part.length - end.length)}${end}`;
    }
  }
  return { shape: shape || "/", path: path || "/" };
}

/**
 * Builds what tells whether the page at a pathname takes posts.
 *
 * @param patterns as those of `shapeReader`
 * @param posts those of them whose pages take posts
 * @returns a function from a pathname; it gives undefined where there is no page
 */
export function postReader(
  patterns: readonly string[],
  posts: readonly string[],
): (pathname: string) => boolean | undefined {
  const shapeOf = shapeReader(patterns);
  const taking = shapesOf(posts);
  return (pathname) => {
    const shape = shapeOf(pathname);
    return shape === UNKNOWN_SHAPE ? undefined : taking.has(shape);
  };
}

/**
 * Every shape that `shapeReader` gives for these patterns.
 *
 * @param patterns path patterns as `routePatterns` gives them
 */
export function shapesOf(patterns: readonly string[]): Set<string> {
  const shapeOf = shapeReader(patterns);
  const paths = patterns.flatMap((pattern) => [pattern.replace(/\/:\w+\?/g, ""), pattern.replace(/:\w+\??/g, "x")]);
  return new Set([...paths.map(shapeOf), UNKNOWN_SHAPE]);
}
