import { LRUCache } from "lru-cache";
import { Marked } from "marked";
import sanitizeHtml from "sanitize-html";
import { pictureFor } from "~server/pictures/shown";
import { safePath } from "~server/session/redirects";
import { absoluteUrl, imageUrl } from "~server/upstream/links";

/** A longer text is shown as it was typed: parsing markdown can take time that grows with the square of its length. */
const MARKDOWN_MAX_LENGTH = 20_000;
const NESTING_MAX_DEPTH = 30;

/** What has been made safe, by the text it was made of: the same product is looked at again and again. */
const KEPT_MAX_CHARACTERS = 8 * 1024 * 1024;

/** Keeps what a conversion makes of a text, as long as there is room for both. */
function kept(convert: (text: string) => string): (text: string) => string {
  const made = new LRUCache<string, string>({
    maxSize: KEPT_MAX_CHARACTERS,
    sizeCalculation: (html, text) => html.length + text.length + 1,
    memoMethod: convert,
  });
  return (text) => made.memo(text);
}

const LINK = "noopener noreferrer nofollow";

/** Where a link may lead, and what it is: the web, a mailbox, or a page of this site named from its root. */
function safeLink(href: string | undefined): { href?: string | undefined; rel: string } {
  const url = absoluteUrl(href);
  if (!url) return { href: safePath(href, "") || undefined, rel: LINK };
  if (url.protocol === "https:" || url.protocol === "http:") return { href: url.href, rel: `external ${LINK}` };
  return { href: url.protocol === "mailto:" ? url.href : undefined, rel: LINK };
}

const size = (value: string | undefined) => (value && /^[1-9]\d{0,3}$/.test(value) ? value : undefined);

/** Attributes without those that have no value. */
function given(attribs: Record<string, string | undefined>): sanitizeHtml.Attributes {
  return Object.fromEntries(Object.entries(attribs).filter((pair): pair is [string, string] => pair[1] !== undefined));
}

/**
 * A picture in a text. Where the text does not say how wide it is, it is as wide as it comes, up to its column: there
 * is one size of it then, as a browser that chooses among several would take each for the whole width of the column.
 */
function textPicture(address: string | undefined, width: string | undefined) {
  const place = width === undefined ? undefined : `(max-width:${width}px) 92vw,${width}px`;
  const picture = pictureFor("text", address, place);
  return picture && width === undefined ? { src: picture.src } : picture;
}

/**
 * Markup that comes from the platform, through an allowlist: nothing of it runs, frames, styles or posts anything. A
 * picture named by a path is one of the platform's.
 */
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
    // The page has one h1 and names its own sections.
    h1: "h3",
    h2: "h3",
    h3: "h4",
    h5: "h4",
    h6: "h4",
    a: (tagName, { href }) => ({
      tagName,
      attribs: given(safeLink(href)),
    }),
    img: (tagName, { src: sent, alt: described = "", width, height }) => {
      const alt = described.replace(/\s+/g, " ").trim();
      const picture = textPicture(imageUrl(sent), size(width));
      // Of a picture that may not be shown its description is left.
      if (!picture && alt) return { tagName: "i", attribs: {}, text: alt };
      const { src, srcSet: srcset, sizes } = picture ?? {};
      const shown = { src, srcset, sizes, alt, width: size(width), height: size(height), loading: "lazy" };
      return { tagName, attribs: given(shown) };
    },
  },
  // Of a link without an allowed address its words are left; a picture without one, and without a description, is left
  // out.
  exclusiveFilter: ({ tag, attribs }) => {
    if (tag === "a") return attribs.href ? false : "excludeTag";
    // What has become a description has no attributes.
    return tag === "img" && "alt" in attribs && !attribs.src;
  },
};

const marked = new Marked({ gfm: true, breaks: true, async: false });

function htmlOf(markdown: string): string {
  if (markdown.length > MARKDOWN_MAX_LENGTH) return asTyped(markdown);
  try {
    return marked.parse(markdown, { async: false });
  } catch (error) {
    // Thousands of quotations, each inside another, overflow the stack.
    if (error instanceof RangeError) return asTyped(markdown);
    throw error;
  }
}

function asTyped(text: string): string {
  const escaped = text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
  return `<p>${escaped.replace(/\n/g, "<br>")}</p>`;
}

/** As `ALLOWED`, for a page whose only heading is its h1; editors of notices write their paragraphs as `div` too. */
const ALLOWED_UNDER_TITLE: sanitizeHtml.IOptions = {
  ...ALLOWED,
  allowedTags: ["h2", "div", ...(ALLOWED.allowedTags || [])],
  transformTags: { ...ALLOWED.transformTags, h1: "h2", h2: "h2", h3: "h3" },
};

/** The ids by which a table and a piece of code refer to their names, which the page gives in its own language. */
export type RegionName = "wide-table" | "wide-code";

const region = (name: RegionName) => `<section tabindex="0" aria-labelledby="${name}">`;

/**
 * Lets a keyboard scroll what may be wider than the page (behaviour 2.47). The allowlist leaves these elements without
 * attributes, and closes each.
 */
function scrollable(html: string): string {
  return html
    .replace(/<table>/g, `${region("wide-table")}<table>`)
    .replace(/<pre>/g, `${region("wide-code")}<pre>`)
    .replace(/<\/(table|pre)>/g, "</$1></section>");
}

/** Moves headings up until they begin at h2 and leave no level out, for those who go through a page by them. */
function headingsInOrder(html: string): string {
  const levels = ["h2", "h3", "h4"].filter((level) => html.includes(`<${level}>`));
  return html.replace(
    /<(\/?)(h[234])>/g,
    (_, slash: string, level: string) => `<${slash}h${levels.indexOf(level) + 2}>`,
  );
}

/** What sets lines apart; a text without any of it is written like a letter, line by line. */
const BLOCK = /<(?:p|br|hr|div|h[234]|ul|ol|li|blockquote|pre|table)\b/;

function withLines(html: string): string {
  return BLOCK.test(html) ? html : html.trim().replace(/\r\n?|\n/g, "<br />");
}

/**
 * Makes safe HTML of the HTML, or the plain text, of a notice (behaviour 3.6).
 *
 * @param html what the platform sent
 * @returns what `safeMarkdown` would let pass, with headings from h2 on and none left out; a plain text keeps its lines
 */
export const safeHtml = kept((html) => scrollable(withLines(headingsInOrder(sanitizeHtml(html, ALLOWED_UNDER_TITLE)))));

/**
 * Makes safe HTML of a markdown introduction (behaviour 2.27).
 *
 * @param markdown what the platform sent; HTML in it passes the same allowlist
 * @returns HTML without scripts, styles, forms, frames or handlers; links lead to the web, to a mailbox or to a page of
 *   this site, pictures are those that `imageUrl` lets pass. A text too long or too deep to be read as markdown comes
 *   as it was typed.
 */
export const safeMarkdown = kept((markdown) => scrollable(sanitizeHtml(htmlOf(markdown), ALLOWED)));

/**
 * Rewrites safe HTML for readers of another place than this site's pages, such as a feed: a reader there knows neither
 * this site's address nor the names that its pages give to wide tables, and takes one picture, not a choice of them.
 *
 * @param html what `safeHtml` made
 * @param page address of the page on which it stands here
 * @returns the same text with whole addresses
 */
export function safeHtmlElsewhere(html: string, page: string): string {
  const whole = (name: "href" | "src") => (tagName: string, attribs: sanitizeHtml.Attributes) => ({
    tagName,
    attribs: given({ ...attribs, [name]: attribs[name] && new URL(attribs[name], page).href }),
  });
  return sanitizeHtml(html, {
    ...ALLOWED_UNDER_TITLE,
    allowedAttributes: { a: ["href", "rel"], img: ["src", "alt", "width", "height"] },
    transformTags: { a: whole("href"), img: whole("src") },
  });
}

/** A product's introduction: a section of its page. */
export interface Introduction {
  /** What the text itself is headed, as safe HTML; undefined where it begins without a heading. */
  heading?: string;
  /** The rest as safe HTML, its headings from h3 on. */
  html: string;
}

/**
 * Makes a section of a markdown introduction. Where the text begins with a heading, that heads the section, instead of
 * standing under another that says the same.
 *
 * @param markdown what the platform sent
 * @returns undefined where there is nothing to show
 */
export function introductionOf(markdown: string | undefined): Introduction | undefined {
  const all = markdown === undefined ? "" : safeMarkdown(markdown).trim();
  if (!all) return undefined;
  const [whole = "", , heading = ""] = /^<(h[34])>([^]*?)<\/\1>\s*/.exec(all) ?? [];
  const rest = all.slice(whole.length);
  // A heading below the one that has moved up moves up after it: no level is left out.
  const html = rest.includes("<h3>") ? rest : rest.replace(/<(\/?)h4>/g, "<$1h3>");
  return heading.trim() ? { heading: heading.trim(), html } : { html };
}
