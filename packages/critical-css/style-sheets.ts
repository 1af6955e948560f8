import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import { SharedText, type Piece } from "@storefront/http-server/encoding";
import { pageClasses, scriptClasses } from "./page-classes";
import { classesOf, parseRules, rulesFor } from "./rules";
import { SHARED_FILE, WIDE_SCREEN_SIZES } from "./shared-file";

const WIDE_CONDITION =
  /^@media ?\(min-width: ?(?:29\.3em\)(?:, ?\(min-width: ?750px\))?|750px\) ?and \(hover: ?hover\) ?and \(pointer: ?fine\))$/;

const LINK = /<link rel="stylesheet" href="(\/assets\/[\w.-]+\.css)"\/>/g;

interface Wanted {
  /** True if the browser does not have the file yet. */
  isFirst: boolean;
  /** True if the browser is to fetch the file for the next page. */
  fetchesFile: boolean;
}

/** The number of styles in the cache: pages of one route differ in content, so each route may need several. */
const CACHED_STYLES = 100;

/**
 * The style sheets of a build. A first page contains the rules for its classes and scripts, because a file costs a slow
 * phone one more round trip. Later pages and wide screens use one shared file, which is fetched when idle.
 */
export type StyleSheets = NonNullable<ReturnType<typeof readStyleSheets>>;

/** Reads the style sheets of a build; undefined if it has none. `shared` are the addresses of `sharedSheets`. */
export function readStyleSheets(assetsDir: string, shared: readonly string[]) {
  const folder = join(assetsDir, "assets");
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".css")) : [];
  const fileName = names.find((name) => SHARED_FILE.test(name));
  if (fileName === undefined) return undefined;
  const file = `/assets/${fileName}`;
  const sheets = new Map<string, Sheet>();
  for (const name of names.filter((one) => one !== fileName)) {
    const css = readFileSync(join(folder, name), "utf8").trim();
    // `</` could end the `<style>` element.
    if (!css.includes("</")) sheets.set(`/assets/${name}`, sheetOf(css));
  }
  const ofScripts = scriptClasses(folder, new Set([...sheets.values()].flatMap(({ classes }) => classes)));

  const cached = new LRUCache<string, Inside[]>({ max: CACHED_STYLES });

  function written(links: readonly string[], html: string, wanted: Wanted): Inside[] {
    // A later page has little inline CSS: finding its classes would take longer than sending all rules.
    const classes = wanted.isFirst ? pageClasses(html, ofScripts) : undefined;
    const key = [wanted.isFirst, wanted.fetchesFile, ...links, ...(classes ?? [])].join(" ");
    const known = cached.get(key) ?? partsOf(links, classes, wanted);
    cached.set(key, known);
    return known;
  }

  function partsOf(
    links: readonly string[],
    classes: ReadonlySet<string> | undefined,
    { isFirst, fetchesFile }: Wanted,
  ): Inside[] {
    const ofFile = isFirst ? links.filter((address) => shared.includes(address)) : [];
    const own = links.filter((address) => !shared.includes(address));
    const insideOf = (addresses: readonly string[], isNarrow: boolean): Inside[] => {
      const css = addresses.flatMap((address) => sheets.get(address)?.styleFor(classes, isNarrow) || []).join("\n");
      const others = addresses.filter((address) => !sheets.has(address));
      return [...(css ? [inside(css)] : []), ...others.map((address) => ({ element: linkTo(address) }))];
    };
    return [
      ...insideOf(ofFile, true),
      // A phone fetches a style sheet for another medium last, and does not block on it.
      ...(isFirst && !fetchesFile ? [] : [{ element: linkTo(file, isFirst ? WIDE_SCREEN_SIZES : undefined) }]),
      // Without the file there are no rules for wide screens.
      ...insideOf(own, isFirst && !fetchesFile),
    ];
  }

  return {
    version: createHash("sha256").update(file).digest("base64url").slice(0, 8),
    /** Replaces links by styles. Returns the markup in pieces, and the policy sources that allow these styles. */
    writeInto(html: string, wanted: Wanted): { pieces: Piece[]; sources: string[] } {
      // Rewrites only the head, which is short.
      const headEnds = html.includes("</head>") ? html.indexOf("</head>") : html.length;
      const head = html.slice(0, headEnds);
      const links = [...head.matchAll(LINK)].map(([, address = ""]) => address);
      if (!links.some((address) => shared.includes(address))) return { pieces: [html], sources: [] };
      const parts = written(links, html, wanted);
      const at = head.search(LINK);
      const pieces = [head.slice(0, at), ...parts.map(({ element }) => element), head.slice(at).replace(LINK, "")];
      return { pieces: [...pieces, html.slice(headEnds)], sources: parts.flatMap(({ source }) => source ?? []) };
    },
  };
}

const linkTo = (address: string, media?: string) =>
  `<link rel="stylesheet" href="${address}"${media ? ` media="${media}"` : ""}/>`;

interface Inside {
  element: Piece;
  source?: string;
}

interface Sheet {
  classes: string[];
  /** Returns the CSS for a page with these classes, or for any page; without wide-screen rules if narrow. */
  styleFor(classes: ReadonlySet<string> | undefined, isNarrow: boolean): string;
}

function sheetOf(css: string): Sheet {
  const rules = parseRules(css);
  const own = classesOf(rules);
  return {
    classes: own,
    styleFor: (classes = new Set(own), isNarrow) =>
      rulesFor(rules, classes, (condition) => isNarrow && WIDE_CONDITION.test(condition)),
  };
}

function inside(css: string): Inside {
  const source = `'sha256-${createHash("sha256").update(css).digest("base64")}'`;
  return { element: new SharedText(`<style>${css}</style>`), source };
}
