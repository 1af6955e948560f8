import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { STYLES_AGE_MS } from "~server/constants";
import { setCookie, valuesInHeader } from "~server/session/cookies";

/**
 * The style of a page inside the page, for a first visit: a file of its own costs a slow phone one more way there and
 * back before anything is seen (behaviour 14.9). Who comes again has the file.
 */

/** The cookie that says which files of style a browser has been offered. */
export const STYLES_COOKIE = "styles";
const LINK = /<link rel="stylesheet" href="\/assets\/([\w.-]+\.css)"\/>/g;

/** The style sheets of one build. */
export interface StyleSheets {
  /** Another one after each change of style. */
  version: string;
  /**
   * Puts the style itself in the place of each link to it.
   *
   * @returns the markup, and the sources of the policy that allow just this style
   */
  writeInto(html: string): { html: string; sources: string[] };
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
 * @returns undefined where it has none
 */
export function readStyleSheets(assetsDir: string): StyleSheets | undefined {
  const folder = join(assetsDir, "assets");
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".css")) : [];
  const sheets = new Map<string, { element: string; source: string }>();
  for (const name of names) {
    const css = readFileSync(join(folder, name), "utf8").trim();
    // Nothing of ours has it; an element cannot.
    if (css.includes("</")) continue;
    const source = `'sha256-${createHash("sha256").update(css).digest("base64")}'`;
    sheets.set(name, { element: `<style>${css}</style>`, source });
  }
  if (sheets.size === 0) return undefined;
  const version = createHash("sha256").update(names.sort().join("\n")).digest("base64url").slice(0, 8);
  return {
    version,
    writeInto(html) {
      const sources: string[] = [];
      const written = html.replace(LINK, (link, name: string) => {
        const sheet = sheets.get(name);
        if (!sheet) return link;
        sources.push(sheet.source);
        return sheet.element;
      });
      return { html: written, sources };
    },
  };
}

/** Whether a browser was offered these style sheets before, by its Cookie header. */
export function hasStyles(cookies: string | null | undefined, { version }: Pick<StyleSheets, "version">): boolean {
  return valuesInHeader(cookies, STYLES_COOKIE)[0] === version;
}

/** The Set-Cookie value after which pages link to their style. */
export function stylesCookie({ version }: Pick<StyleSheets, "version">): string {
  return setCookie(STYLES_COOKIE, version, STYLES_AGE_MS);
}
