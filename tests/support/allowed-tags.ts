/** The markup that any text may produce, listed independently of the code: only these attributes, in quotes. */
const TAGS = [
  /<(?:br|hr) \/>/,
  /<section tabindex="0" aria-labelledby="wide-code">(?=<pre>)/,
  /<section tabindex="0" aria-labelledby="wide-table">(?=<table>)/,
  /(?<=<\/(?:table|pre)>)<\/section>/,
  /<\/a>/,
  /<a href="https?:\/\/[^"<>]*" rel="external noopener noreferrer nofollow">/,
  /<a href="(?:mailto:|\/(?![/\\]))[^"<>]*" rel="noopener noreferrer nofollow">/,
  // A picture has several sizes if the text states its width.
  /<img src="\/pictures\/t1080\/[\w/-]+" alt="[^"<>]*"(?: height="\d+")? loading="lazy" \/>/,
  /<img src="[\w/-]+" srcset="[\w/ ,-]+" sizes="[\w():,. -]+" alt="[^"<>]*" width="\d+"(?: height="\d+")? loading="lazy" \/>/,
];

/**
 * Makes a function that removes everything allowed from a text; a browser must find no tag in the rest.
 *
 * @param plainTags tags without attributes, which depend on the origin of the text
 */
export function tagsBeside(plainTags: readonly RegExp[]): (html: string) => string[] {
  const allowed = new RegExp([...plainTags, ...TAGS].map((tag) => tag.source).join("|"), "g");
  return (html) => html.replace(allowed, "").match(/<[^]{0,40}/g) ?? [];
}
