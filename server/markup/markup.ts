import sanitizeHtml from "sanitize-html";
import { cachedByText, shownOf } from "~server/markup/text-cache";
import { asTyped, htmlOf } from "~server/markup/markdown";
import { pictureFor } from "~server/pictures/picture";
import { safePath } from "~server/session/redirects";
import { absoluteUrl, imageUrl } from "~server/upstream/links";

const NESTING_MAX_DEPTH = 30;
/** The sanitiser searches all open tags for each tag; only an attack opens this many. */
const OPEN_MAX = 500;

const LINK = "noopener noreferrer nofollow";

/** A safe link target and its kind: the web, a mailbox, or a page of this site by its absolute path. */
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
 * A picture in a text. Where the text gives no width, the picture has its natural width, up to its column. It then has
 * one size only: a browser that chooses among several would assume the whole width of the column.
 */
function textPicture(address: string | undefined, width: string | undefined) {
  const place = width === undefined ? undefined : `(max-width:${width}px) 92vw,${width}px`;
  const picture = pictureFor("text", address, place);
  return picture && width === undefined ? { src: picture.src } : picture;
}

/**
 * The allowlist for the upstream's markup: nothing in it runs, frames, styles or posts anything. A picture with a
 * relative address is one of the upstream's.
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
    // A price that no longer holds would read as one that does.
    del: "s",
    strike: "s",
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
  // A link without an allowed address becomes its text; a picture without one, and without a description, is omitted.
  exclusiveFilter: ({ tag, attribs }) => {
    if (tag === "a") return attribs.href ? false : "excludeTag";
    // A picture that was replaced by its description has no attributes.
    return tag === "img" && "alt" in attribs && !attribs.src;
  },
};

/** As `ALLOWED`, for a page whose only heading is its h1; editors of notices write their paragraphs as `div` too. */
const ALLOWED_UNDER_TITLE: sanitizeHtml.IOptions = {
  ...ALLOWED,
  allowedTags: ["h2", "div", ...(ALLOWED.allowedTags || [])],
  transformTags: { ...ALLOWED.transformTags, h1: "h2", h2: "h2", h3: "h3" },
};

const { img: _, ...TRANSFORMED_OF_OWN } = ALLOWED.transformTags ?? {};

/** As `ALLOWED`, without pictures: it is read before the settings that a picture depends on are. */
const ALLOWED_OF_OWN: sanitizeHtml.IOptions = {
  ...ALLOWED,
  allowedTags: (ALLOWED.allowedTags || []).filter((tag) => tag !== "img"),
  // Clauses keep their numbers.
  allowedAttributes: { a: ["href", "rel"], ol: ["start"] },
  transformTags: TRANSFORMED_OF_OWN,
};

class TooManyOpen extends Error {}

/** Sends HTML through an allowlist, as it was typed where too many of its elements are inside each other. */
function sanitized(html: string, allowed: sanitizeHtml.IOptions): string {
  let open = 0;
  const counted = {
    ...allowed,
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

/** The ids of the labels of tables and code, which the page has in its own language. */
export type RegionName = "wide-table" | "wide-code";

const region = (name: RegionName) => `<section tabindex="0" aria-labelledby="${name}">`;

/**
 * Lets a keyboard scroll elements that may be wider than the page. The allowlist leaves these elements without
 * attributes, and closes each.
 */
function scrollable(html: string): string {
  return html
    .replace(/<table>/g, `${region("wide-table")}<table>`)
    .replace(/<pre>/g, `${region("wide-code")}<pre>`)
    .replace(/<\/(table|pre)>/g, "</$1></section>");
}

/** Moves headings up until they begin at h2 and skip no level, for visitors who navigate by them. */
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
 * @param html what the upstream sent
 * @returns HTML as safe as that of `safeMarkdown`, with headings from h2 on without gaps; a plain text keeps its lines
 */
export const safeHtml = cachedByText((html) =>
  scrollable(withLines(headingsInOrder(sanitized(html, ALLOWED_UNDER_TITLE)))),
);

/**
 * Makes safe HTML of a markdown introduction (behaviour 2.27).
 *
 * @param markdown what the upstream sent; HTML in it passes the same allowlist
 * @returns HTML without scripts, styles, forms, frames or handlers; links lead to the web, to a mailbox or to a page of
 *   this site, pictures are those that `imageUrl` allows. A text too long or too deep to be parsed as markdown stays as
 *   it was typed.
 */
export const safeMarkdown = cachedByText((markdown) => scrollable(sanitized(htmlOf(markdown), ALLOWED)));

/**
 * A part of a text of the operator's own as safe HTML, as a notice would be cleaned; its page or sheet gives it a
 * heading, so that its own headings begin below.
 *
 * @returns undefined where it cannot be read as markdown
 */
export function markdownSection(markdown: string): string | undefined {
  // Files are wrapped at some width.
  const html = htmlOf(markdown, false);
  if (markdown.trim() && html === asTyped(markdown)) return undefined;
  const safe = scrollable(sanitized(html, ALLOWED_OF_OWN)).trim();
  return safe.includes("<h3>") ? safe : safe.replace(/<(\/?)h4>/g, "<$1h3>");
}

/** The note beneath a text that is cut; empty for any other. */
const cutNote = (text: string, whenCut: string) => (shownOf(text) === text ? "" : `<p><em>${whenCut}</em></p>`);

/**
 * A notice as its page shows it.
 *
 * @param content what the upstream sent
 * @param whenCut the note where it is too long to be shown whole, a text of this site
 * @returns safe HTML
 */
export const noticeOf = (content: string, whenCut: string): string => safeHtml(content) + cutNote(content, whenCut);

/**
 * Rewrites safe HTML for use outside this site's pages, such as a feed. There it needs absolute addresses, no labels of
 * wide tables, and one picture instead of a choice of sizes.
 *
 * @param html the result of `noticeOf`, in which `<`, `>` and quotation marks of texts and values are escaped
 * @param origin of this site
 * @returns the same text with whole addresses
 */
export function safeHtmlElsewhere(html: string, origin: string): string {
  return html
    .replace(/<\/?section\b[^>]*>/g, "")
    .replace(/<(?:a|img) [^>]*>/g, (tag) =>
      tag.replace(/ (?:srcset|sizes|loading)="[^"]*"/g, "").replace(/ (href|src)="(?=\/)/g, ` $1="${origin}`),
    );
}

/** A product's introduction: a section of its page. */
export interface Introduction {
  /** What the text itself is headed, as safe HTML; undefined where it begins without a heading. */
  heading?: string;
  /** The rest as safe HTML, its headings from h3 on. */
  html: string;
}

/**
 * Makes a section of a markdown introduction. If the text begins with a heading, that becomes the section's heading, so
 * that none is repeated.
 *
 * @param markdown what the upstream sent
 * @param whenCut as that of `noticeOf`
 * @returns undefined where there is nothing to show
 */
export function introductionOf(markdown: string | undefined, whenCut: string): Introduction | undefined {
  const all = markdown === undefined ? "" : safeMarkdown(markdown).trim();
  if (!all) return undefined;
  const [whole = "", , heading = ""] = /^<(h[34])>([^]*?)<\/\1>\s*/.exec(all) ?? [];
  const rest = all.slice(whole.length);
  // A heading below the one that has moved up moves up too, so that no level is skipped.
  const below = rest.includes("<h3>") ? rest : rest.replace(/<(\/?)h4>/g, "<$1h3>");
  const html = below + cutNote(markdown ?? "", whenCut);
  return heading.trim() ? { heading: heading.trim(), html } : { html };
}
