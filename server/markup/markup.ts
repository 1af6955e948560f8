import sanitizeHtml from "sanitize-html";
import { asTyped, htmlOf } from "~server/markup/markdown";
import { pictureFor } from "~server/pictures/picture";
import { safePath } from "~server/session/redirects";
import { absoluteUrl, imageUrl } from "~server/upstream/links";
import { LRUCache } from "lru-cache";
import { TEXT_MAX_BYTES } from "~server/upstream/parsers";
import { digest, FULL_LENGTH } from "~server/crypto/digest";

const NESTING_MAX_DEPTH = 30;
const CACHE_MAX_CHARACTERS = 16 * 1024 * 1024;
/** Maximum number of open tags. The sanitiser searches all of them for each tag. */
const OPEN_MAX = 500;
/** Further pictures are replaced by their descriptions, because signing thousands of addresses takes 250 ms. */
export const TEXT_PICTURES_MAX = 200;

const LINK = "noopener noreferrer nofollow";

function safeLink(href: string | undefined): { href?: string | undefined; rel: string } {
  const url = absoluteUrl(href);
  if (!url) return { href: safePath(href, "") || undefined, rel: LINK };
  if (url.protocol === "https:" || url.protocol === "http:") return { href: url.href, rel: `external ${LINK}` };
  return { href: url.protocol === "mailto:" ? url.href : undefined, rel: LINK };
}

const size = (value: string | undefined) => (value && /^[1-9]\d{0,3}$/.test(value) ? value : undefined);

function given(attribs: Record<string, string | undefined>): sanitizeHtml.Attributes {
  return Object.fromEntries(Object.entries(attribs).filter((pair): pair is [string, string] => pair[1] !== undefined));
}

/** Makes a picture in a text. One without a width gets one size: browsers would assume the column's width. */
function textPicture(address: string | undefined, width: string | undefined) {
  const place = width === undefined ? undefined : `(max-width:${width}px) 92vw,${width}px`;
  const picture = pictureFor("text", address, place);
  return picture && width === undefined ? { src: picture.src } : picture;
}

/** Allowlist for the upstream's markup. It excludes scripts, frames, styles and forms. */
const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: [
    ...["p", "br", "hr", "h3", "h4", "ul", "ol", "li", "blockquote", "pre", "code"],
    ...["strong", "em", "b", "i", "u", "s", "sub", "sup", "a", "img"],
    ...["table", "thead", "tbody", "tr", "th", "td"],
  ],
  allowedAttributes: { a: ["href", "rel"], img: ["src", "srcset", "sizes", "alt", "width", "height", "loading"] },
  allowedSchemesByTag: { a: ["https", "http", "mailto"], img: ["https", "http"] },
  allowedSchemesAppliedToAttributes: ["href", "src"],
  allowProtocolRelative: false,
  disallowedTagsMode: "discard",
  nestingLimit: NESTING_MAX_DEPTH,
  transformTags: {
    // The page has its own h1.
    h1: "h3",
    h2: "h3",
    h3: "h4",
    h5: "h4",
    h6: "h4",
    // A price that no longer holds must still look struck through.
    del: "s",
    strike: "s",
    a: (tagName, { href }) => ({
      tagName,
      attribs: given(safeLink(href)),
    }),
    img: (tagName, { src: sent, alt: described = "", width, height }) => {
      const alt = described.replace(/\s+/g, " ").trim();
      const picture = textPicture(imageUrl(sent), size(width));
      // A picture that may not be shown becomes its description.
      if (!picture && alt) return { tagName: "i", attribs: {}, text: alt };
      const { src, srcSet: srcset, sizes } = picture ?? {};
      const shown = { src, srcset, sizes, alt, width: size(width), height: size(height), loading: "lazy" };
      return { tagName, attribs: given(shown) };
    },
  },
  // A link without an allowed address becomes its text; a picture without address and description is omitted.
  exclusiveFilter: ({ tag, attribs }) => {
    if (tag === "a") return attribs.href ? false : "excludeTag";
    // Pictures replaced by their description have no attributes.
    return tag === "img" && "alt" in attribs && !attribs.src;
  },
};

/** Allowlist for a page whose only heading is its h1. Editors of notices also write paragraphs as `div`. */
const ALLOWED_UNDER_TITLE: sanitizeHtml.IOptions = {
  ...ALLOWED,
  allowedTags: ["h2", "div", ...(ALLOWED.allowedTags || [])],
  transformTags: { ...ALLOWED.transformTags, h1: "h2", h2: "h2", h3: "h3" },
};

const { img: _, ...TRANSFORMED_OF_OWN } = ALLOWED.transformTags ?? {};

const ALLOWED_OF_OWN: sanitizeHtml.IOptions = {
  ...ALLOWED,
  allowedTags: (ALLOWED.allowedTags || []).filter((tag) => tag !== "img"),
  // `start` preserves the numbers of clauses.
  allowedAttributes: { a: ["href", "rel"], ol: ["start"] },
  transformTags: TRANSFORMED_OF_OWN,
};

class TooManyOpen extends Error {}

function sanitized(html: string, allowed: sanitizeHtml.IOptions): string {
  let [open, pictures] = [0, 0];
  const { transformTags = {} } = allowed;
  const { img: shownPicture } = transformTags;
  const pictureWithin: sanitizeHtml.Transformer = (tagName, attribs) => {
    pictures += 1;
    if (typeof shownPicture !== "function") return { tagName, attribs };
    return shownPicture(tagName, pictures > TEXT_PICTURES_MAX ? { alt: attribs.alt ?? "" } : attribs);
  };
  const counted: sanitizeHtml.IOptions = {
    ...allowed,
    ...(shownPicture !== undefined && { transformTags: { ...transformTags, img: pictureWithin } }),
    onOpenTag: () => {
      open += 1;
      if (open > OPEN_MAX) throw new TooManyOpen();
    },
    onCloseTag: () => void (open -= 1),
  };
  try {
    return sanitizeHtml(html, counted);
  } catch (error) {
    if (error instanceof TooManyOpen) return sanitizeHtml(asTyped(html), allowed);
    throw error;
  }
}

export type RegionName = "wide-table" | "wide-code";

const region = (name: RegionName) => `<section tabindex="0" aria-labelledby="${name}">`;

/** Makes wide elements scrollable by keyboard. After sanitising, they have no attributes and all are closed. */
function scrollable(html: string): string {
  return html
    .replace(/<table>/g, `${region("wide-table")}<table>`)
    .replace(/<pre>/g, `${region("wide-code")}<pre>`)
    .replace(/<\/(table|pre)>/g, "</$1></section>");
}

function headingsInOrder(html: string): string {
  const levels = ["h2", "h3", "h4"].filter((level) => html.includes(`<${level}>`));
  return html.replace(
    /<(\/?)(h[234])>/g,
    (_, slash: string, level: string) => `<${slash}h${levels.indexOf(level) + 2}>`,
  );
}

/** Block elements. A text without any of them is plain text with line breaks. */
const BLOCK = /<(?:p|br|hr|div|h[234]|ul|ol|li|blockquote|pre|table)\b/;

function withLines(html: string): string {
  return BLOCK.test(html) ? html : html.trim().replace(/\r\n?|\n/g, "<br />");
}

/** Converts a notice to safe HTML with headings from h2 on. A plain text keeps its lines. */
export const safeHtml = cachedByText((html) =>
  scrollable(withLines(headingsInOrder(sanitized(html, ALLOWED_UNDER_TITLE)))),
);

/** Converts a Markdown introduction to safe HTML. HTML in it passes the same allowlist. */
export const safeMarkdown = cachedByText((markdown) => scrollable(sanitized(htmlOf(markdown), ALLOWED)));

/** Converts part of an operator's text to safe HTML, with headings from h3 on; undefined if it cannot be parsed. */
export function markdownSection(markdown: string): string | undefined {
  // Files have wrapped lines, so their line breaks mean nothing.
  const html = htmlOf(markdown, false);
  if (markdown.trim() && html === asTyped(markdown)) return undefined;
  const safe = scrollable(sanitized(html, ALLOWED_OF_OWN)).trim();
  return safe.includes("<h3>") ? safe : safe.replace(/<(\/?)h4>/g, "<$1h3>");
}

const cutNote = (text: string, whenCut: string) => (shownOf(text) === text ? "" : `<p><em>${whenCut}</em></p>`);

/** Converts a notice to safe HTML; `whenCut` follows a notice that is too long to be shown whole. */
export const noticeOf = (content: string, whenCut: string): string => safeHtml(content) + cutNote(content, whenCut);

/** Rewrites the HTML of `noticeOf` for a feed: absolute addresses, no labels, one size of pictures. */
export function safeHtmlElsewhere(html: string, origin: string): string {
  return html
    .replace(/<\/?section\b[^>]*>/g, "")
    .replace(/<(?:a|img) [^>]*>/g, (tag) =>
      tag.replace(/ (?:srcset|sizes|loading)="[^"]*"/g, "").replace(/ (href|src)="(?=\/)/g, ` $1="${origin}`),
    );
}

export interface Introduction {
  /** Safe HTML; undefined if the text does not begin with a heading. */
  heading?: string;
  html: string;
}

/** Converts a Markdown introduction to a section whose heading is the text's first one; undefined if it is empty. */
export function introductionOf(markdown: string | undefined, whenCut: string): Introduction | undefined {
  const all = markdown === undefined ? "" : safeMarkdown(markdown).trim();
  if (!all) return undefined;
  const [whole = "", , heading = ""] = /^<(h[34])>([^]*?)<\/\1>\s*/.exec(all) ?? [];
  const rest = all.slice(whole.length);
  // The headings below move up too, so that no level is skipped.
  const below = rest.includes("<h3>") ? rest : rest.replace(/<(\/?)h4>/g, "<$1h3>");
  const html = below + cutNote(markdown ?? "", whenCut);
  return heading.trim() ? { heading: heading.trim(), html } : { html };
}

function shownOf(text: string): string {
  // A UTF-16 code unit takes at most three bytes in UTF-8.
  if (text.length * 3 <= TEXT_MAX_BYTES) return text;
  return text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(TEXT_MAX_BYTES)).read);
}

function cachedByText(convert: (text: string) => string): (text: string) => string {
  const cache = new LRUCache<string, string, string>({
    maxSize: CACHE_MAX_CHARACTERS,
    sizeCalculation: (html, key) => html.length + key.length,
    memoMethod: (_, __, { context }) => convert(context),
  });
  return (text) => {
    const shown = shownOf(text);
    return cache.memo(digest("markup", shown, FULL_LENGTH), { context: shown });
  };
}
