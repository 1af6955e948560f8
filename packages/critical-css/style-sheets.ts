import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { SHARED_FILE } from "./shared-sheets";
import { WIDE_SCREEN_SIZES, withoutWideScreen } from "./wide-screen";

/**
 * The style of a page inside the page: a file of its own costs a slow phone one more round trip before anything is seen
 * (behaviour 14.9). The styles that the first pages of a visit share are one file for returning visitors; on a first
 * page the browser fetches that file when idle. Its rules for wider screens are in the file alone: a wide screen waits
 * for it, a phone does not.
 */

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
  /** Another one after each change of the file that pages share. */
  version: string;
  /**
   * Puts the style itself in the place of links to it.
   *
   * @returns the markup in pieces, and the sources of the policy that allow just this style
   */
  writeInto(html: string, wanted: Wanted): { pieces: string[]; sources: string[] };
}

/**
 * Reads the style sheets of a build.
 *
 * @param assetsDir the folder of static files
 * @param shared the addresses of those that are in the file, as `sharedSheets` gives them
 * @returns undefined where it has none
 */
export function readStyleSheets(assetsDir: string, shared: readonly string[]): StyleSheets | undefined {
  const folder = join(assetsDir, "assets");
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".css")) : [];
  const fileName = names.find((name) => SHARED_FILE.test(name));
  if (fileName === undefined) return undefined;
  const file = `/assets/${fileName}`;
  const sheets = new Map<string, { whole: Inside; narrow: Inside }>();
  for (const name of names) {
    const css = readFileSync(join(folder, name), "utf8").trim();
    // Nothing of ours has it; an element cannot.
    if (css.includes("</")) continue;
    sheets.set(`/assets/${name}`, { whole: inside(css), narrow: inside(withoutWideScreen(css)) });
  }

  /** The replacement of a page's links, with the sources that it needs. */
  function written(links: readonly string[], { isFirst, fetchesFile }: Wanted): Inside[] {
    const ofFile = isFirst ? links.filter((address) => shared.includes(address)) : [];
    const own = links.filter((address) => !shared.includes(address));
    const insideOf = (address: string, isNarrow: boolean): Inside => {
      const sheet = sheets.get(address);
      return sheet ? (isNarrow ? sheet.narrow : sheet.whole) : { element: linkTo(address) };
    };
    return [
      ...ofFile.map((address) => insideOf(address, true)),
      // A phone fetches a style sheet for another medium last, and does not block on it.
      ...(isFirst && !fetchesFile ? [] : [{ element: linkTo(file, isFirst ? WIDE_SCREEN_SIZES : undefined) }]),
      // Without the file nothing is for wide screens.
      ...own.map((address) => insideOf(address, isFirst && !fetchesFile)),
    ];
  }

  return {
    version: createHash("sha256").update(file).digest("base64url").slice(0, 8),
    writeInto(html, wanted) {
      // A page is long, its head short: only that is written anew.
      const headEnds = html.includes("</head>") ? html.indexOf("</head>") : html.length;
      const head = html.slice(0, headEnds);
      const links = [...head.matchAll(LINK)].map(([, address = ""]) => address);
      if (!links.some((address) => shared.includes(address))) return { pieces: [html], sources: [] };
      const parts = written(links, wanted);
      let isAt = 0;
      const styled = head.replace(LINK, () => (isAt++ === 0 ? parts.map(({ element }) => element).join("") : ""));
      return { pieces: [styled, html.slice(headEnds)], sources: parts.flatMap(({ source }) => source ?? []) };
    },
  };
}

const linkTo = (address: string, media?: string) =>
  `<link rel="stylesheet" href="${address}"${media ? ` media="${media}"` : ""}/>`;

/** A sheet inside a page, and the source that allows it; or a link to one. */
interface Inside {
  element: string;
  source?: string;
}

function inside(css: string): Inside {
  const source = `'sha256-${createHash("sha256").update(css).digest("base64")}'`;
  return { element: `<style>${css}</style>`, source };
}
