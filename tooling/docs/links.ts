import { existsSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

export interface Page {
  path: string;
  text: string;
}

/** Returns the possible targets of links in a page: its anchors, and its headings as GitHub writes them. */
function anchorsOf(text: string): Set<string> {
  const anchors = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = ""]) => id);
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, "")
      .replace(/ /g, "-"),
  );
  return new Set([...anchors, ...headings]);
}

/** Returns the broken relative links of pages: the file, or the anchor in it, does not exist. */
export function linkProblems(root: string, pages: readonly Page[]): string[] {
  const texts = new Map(pages.map(({ path, text }) => [path, text]));
  return pages.flatMap(({ path, text }) =>
    [...text.matchAll(/\]\((?!https?:|\/)([^)#]*)(?:#([^)]*))?\)/g)]
      .filter(([, target = "", anchor]) => {
        const file = target === "" ? path : relative(root, resolve(root, dirname(path), target));
        if (!existsSync(join(root, file))) return true;
        return anchor !== undefined && !anchorsOf(texts.get(file) ?? "").has(anchor);
      })
      .map(([link]) => `${path}: ${link.slice(1)} leads nowhere`),
  );
}
