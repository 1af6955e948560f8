import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { STYLES_AGE_MS } from "~server/constants";
import { setCookie, valuesInHeader } from "~server/session/cookies";
import { WIDE_SIZES, withoutWide } from "./wide";

/**
 * The style of a page inside the page: a file of its own costs a slow phone one more way there and back before anything
 * is seen (behaviour 14.9). The large sheet, which all pages share, is a file for who comes again; a first page has its
 * browser fetch it when there is nothing else to do. What that sheet says for wider screens is in the file alone: such
 * a screen waits for it, a phone does not.
 */

/** The cookie that says which files of style a browser has been offered. */
export const STYLES_COOKIE = "styles";
const LINK = /<link rel="stylesheet" href="(\/assets\/[\w.-]+\.css)"\/>/g;

/** How a page is to have its style. */
interface Wanted {
  /** Whether the browser has no file yet. */
  isFirst: boolean;
  /** Whether it is to fetch the file for the next page. */
  fetchesFile: boolean;
}

/** The style sheets of one build. */
export interface StyleSheets {
  /** Another one after each change of the sheet that all pages share. */
  version: string;
  /**
   * Puts the style itself in the place of links to it.
   *
   * @returns the markup in pieces, and the sources of the policy that allow just this style
   */
  writeInto(html: string, wanted: Wanted): { pieces: string[]; sources: string[] };
}

declare module "@remix-run/node" {
  interface AppLoadContext {
    /** Missing where another server runs the app: pages link to their style then. */
    styles?: StyleSheets | undefined;
  }
}

/**
 * Reads the style sheets of a build.
 *
 * @param assetsDir the folder of static files
 * @param shared the addresses of those that every page has
 * @returns undefined where it has none
 */
export function readStyleSheets(assetsDir: string, shared: readonly string[]): StyleSheets | undefined {
  const folder = join(assetsDir, "assets");
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".css")) : [];
  const sheets = new Map<string, { whole: Inside; narrow: Inside }>();
  for (const name of names) {
    const css = readFileSync(join(folder, name), "utf8").trim();
    // Nothing of ours has it; an element cannot.
    if (css.includes("</")) continue;
    sheets.set(`/assets/${name}`, { whole: inside(css), narrow: inside(withoutWide(css)) });
  }
  if (sheets.size === 0) return undefined;
  return {
    version: createHash("sha256").update(shared.join("\n")).digest("base64url").slice(0, 8),
    writeInto(html, { isFirst, fetchesFile }) {
      const sources: string[] = [];
      // A page is long, its head short: only that is written anew.
      const headEnds = html.includes("</head>") ? html.indexOf("</head>") : html.length;
      const head = html.slice(0, headEnds).replace(LINK, (link, address: string) => {
        const sheet = sheets.get(address);
        const isShared = shared.includes(address);
        if (!sheet || (!isFirst && isShared)) return link;
        const { element, source } = isFirst && (isShared || !fetchesFile) ? sheet.narrow : sheet.whole;
        sources.push(source);
        // A phone fetches what is for another medium last, and holds nothing up for it.
        return isShared && fetchesFile
          ? `${element}<link rel="stylesheet" href="${address}" media="${WIDE_SIZES}"/>`
          : element;
      });
      return { pieces: [head, html.slice(headEnds)], sources };
    },
  };
}

/** A sheet inside a page, and the source that allows it. */
interface Inside {
  element: string;
  source: string;
}

function inside(css: string): Inside {
  const source = `'sha256-${createHash("sha256").update(css).digest("base64")}'`;
  return { element: `<style>${css}</style>`, source };
}

/** Whether a browser was offered these style sheets before, by its Cookie header. */
export function hasStyles(cookies: string | null | undefined, { version }: Pick<StyleSheets, "version">): boolean {
  return valuesInHeader(cookies, STYLES_COOKIE)[0] === version;
}

/** The Set-Cookie value after which pages link to the sheet that they share. */
export function stylesCookie({ version }: Pick<StyleSheets, "version">): string {
  return setCookie(STYLES_COOKIE, version, STYLES_AGE_MS);
}
