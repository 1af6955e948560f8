/** The markup that may come out of any text, written down here a second time: no attribute but these, in quotes. */
const TAGS = [
  /<(?:br|hr) \/>/,
  /<section tabindex="0" aria-labelledby="wide-code">(?=<pre>)/,
  /<section tabindex="0" aria-labelledby="wide-table">(?=<table>)/,
  /(?<=<\/(?:table|pre)>)<\/section>/,
  /<\/a>/,
  /<a href="https?:\/\/[^"<>]*" rel="external noopener noreferrer nofollow">/,
  /<a href="(?:mailto:|\/(?![/\\]))[^"<>]*" rel="noopener noreferrer nofollow">/,
  // A picture has several sizes where the text has its width.
  /<img src="\/pictures\/t1080\/[\w/-]+" alt="[^"<>]*"(?: height="\d+")? loading="lazy" \/>/,
  /<img src="[\w/-]+" srcset="[\w/ ,-]+" sizes="[\w():,. -]+" alt="[^"<>]*" width="\d+"(?: height="\d+")? loading="lazy" \/>/,
];

/**
 * The rest of a text after everything allowed is removed; a browser must find no tag in it.
 *
 * @param plainTags those without an attribute, which depend on where the text comes from
 */
export function tagsBeside(plainTags: readonly RegExp[]): (html: string) => string[] {
  const allowed = new RegExp([...plainTags, ...TAGS].map((tag) => tag.source).join("|"), "g");
  return (html) => html.replace(allowed, "").match(/<[^]{0,40}/g) ?? [];
}
