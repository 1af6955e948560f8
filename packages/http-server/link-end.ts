/**
 * The end of a link in a text. Messengers and forums often take the rest of a sentence for part of the link: a Chinese
 * full stop, a closing quotation mark, or `（shared by …`.
 */

/** Punctuation that no identifier contains. Full-width letters, digits, `＠` and `．` may belong to an account. */
const SENTENCE_MARK = /[\u2018-\u201f\u2026\u3001-\u3003\u3008-\u3011\u3014-\u301f，；：！？（）｛｝［］｡｢｣､]/u;
const END_MARK = /[\s\p{Cf}.,;:!?'"\]>]/u;

/** Returns how many characters of a link belong to it. */
function linkLength(characters: readonly string[]): number {
  const mark = characters.findIndex((character) => SENTENCE_MARK.test(character));
  let end = mark < 0 ? characters.length : mark;
  const isOpened = characters.slice(0, end).includes("(");
  const isBehind = (character: string) => END_MARK.test(character) || (character === ")" && !isOpened);
  while (end > 0 && isBehind(characters[end - 1] ?? "")) end -= 1;
  return end;
}

/** Decoding a path of 4 kB would take 2 ms; no link is as long as this. */
const PATH_MAX_LENGTH = 400;

/** Cuts a percent-encoded, well-formed pathname at the link's end, unless it is too long for a link. */
export function linkedPath(pathname: string): string {
  if (pathname.length > PATH_MAX_LENGTH || !/%|[.,;:!?'"\]>)]$/.test(pathname)) return pathname;
  const encoded = pathname.match(/%[c-f]\w(?:%[89ab]\w)+|%\w\w|./gi) ?? [];
  return encoded.slice(0, linkLength(encoded.map((character) => decodeURIComponent(character)))).join("");
}

/** Cuts an identifier of plain ASCII, the last value of a link's query, at the link's end. */
export function linkedValue(value: string): string {
  const [plain = ""] = /^[!-~]*/.exec(value) ?? [];
  return SENTENCE_MARK.test(value.charAt(plain.length)) ? plain : value;
}
