/**
 * A text as it is searched: compatible characters are one (NFKC: full-width letters, ligatures), and so are capital and
 * small letters, `ß` and `ss`, and both sigmas.
 */
export function folded(text: string): string {
  return text
    .normalize("NFKC")
    .toUpperCase()
    .toLowerCase()
    .replace(/\u03c2/g, "\u03c3")
    .normalize("NFKC");
}

/** The words of a search, folded; each has to be somewhere in a text. */
export function wordsOf(query: string): string[] {
  return [...new Set(folded(query).split(/[\s\p{Z}\p{Cc}]+/u))].filter((word) => word !== "");
}
