/** Texts of 20,000 characters that cost a parser of markdown more than any other. */

const LENGTH = 19_900;
const fill = (piece: string) => piece.repeat(Math.ceil(LENGTH / piece.length)).slice(0, LENGTH);

/** Each one different: a text that was read is cached. */
export const MARKDOWN: readonly string[] = ["+ a\n*_", "+ b\n*_", "* c\n_*", "- d\n**_", "+ e\n~~*", "1. f\n*_"].map(
  fill,
);
