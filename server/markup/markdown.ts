import { Lexer, Parser, Tokenizer, type MarkedOptions, type Token } from "marked";

/** A longer text is shown as typed. */
const MARKDOWN_MAX_LENGTH = 20_000;

/** In characters scanned. A long introduction with lists, tables and links on every line costs a tenth of this. */
const WORK_MAX = 5_000_000;
/** Extra cost of a line when scanning for blocks, and of a table's cell or a paragraph. */
const LINE_WORK = 600;
/** Extra cost of a list item: marked makes five expressions for each. */
const ITEM_WORK = 500;
const PIECE_WORK = 100;

/** Characters that make marked scan the rest of the paragraph. */
const MARKS = /([*_~`])\1*|[[<!\\]/g;
/** May be the second line of a table or underline a heading, so marked scans the rest of the text. */
const DELIMITERS = /^[ \t>|:]*-[-:| \t]*$/gm;
/** marked rescans from each space, and from each character of an apparent URL. */
const SPANS = /[^\S\n]+|(?:www\.|(?:https?|ftp):\/\/)[^\s<]*/gi;
/** marked also scans from each character of a possible name before an `@`. */
const NAMES = /[\w.!#$%&'*+/=?`{|}~-]+@?/g;
const SPAN_WORK = 1 / 16;
/** Nobody nests this many quotations or lists on one line. Marks of a single kind are a horizontal rule. */
const TOO_DEEP = /^(?![ \t]*([-*])(?:[ \t]*\1)+[ \t]*$)(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])[ \t])){11}/m;
const LINES = /\n/g;
const ITEMS = /^[ \t]*(?:[-+*]|\d{1,9}[.)])(?![^\s])/gm;

class TooMuchWork extends Error {}

const countOf = (what: RegExp, text: string) => text.match(what)?.length ?? 0;

/**
 * Gives up if parsing would take too long: for some texts marked's time grows with the square of their length, for
 * nested quotations and lists even faster. Computes the maximum cost of a piece before parsing it; nested pieces count
 * again.
 */
class BoundedLexer extends Lexer {
  #left = WORK_MAX;

  spend(work: number): void {
    this.#left -= work;
    if (this.#left < 0) throw new TooMuchWork("this text takes too long to read as markdown");
  }

  override blockTokens(src: string, tokens?: Token[], lastParagraphClipped?: boolean): Token[];
  override blockTokens(src: string, tokens?: Lexer["tokens"], lastParagraphClipped?: boolean): Lexer["tokens"];
  override blockTokens(src: string, tokens?: Token[], lastParagraphClipped?: boolean): Token[] {
    const lines = 1 + countOf(LINES, src);
    // In a list item each line is scanned to the end of its paragraph, because it may be a heading.
    const scans = (this.state.top ? 1 : lines) + countOf(DELIMITERS, src);
    this.spend(src.length * scans + LINE_WORK * lines + ITEM_WORK * countOf(ITEMS, src));
    return super.blockTokens(src, tokens, lastParagraphClipped);
  }

  override inline(src: string, tokens?: Token[]): Token[] {
    // A table with many columns has many cells.
    this.spend(PIECE_WORK);
    return super.inline(src, tokens);
  }

  override inlineTokens(src: string, tokens?: Token[]): Token[] {
    this.spend(src.length * (1 + countOf(MARKS, src)));
    return super.inlineTokens(src, tokens);
  }
}

const OPTIONS: MarkedOptions = { gfm: true, async: false };

const CJK = String.raw`[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\u3000-\u303f\uff01-\uff65]`;
const OTHER_PUNCTUATION = String.raw`[[\p{P}\p{S}]--${CJK}]`;
/** Ends an emphasis like a letter. Excludes marks, because a row of them would be scanned from each. */
const BEFORE_CJK = String.raw`(?:[${OTHER_PUNCTUATION}--[*_~]](?:\*+|~+)${CJK})`;
/** Ends a bare URL. */
const CJK_PUNCTUATION = String.raw`\u2014\u2018\u2019\u201c\u201d\u2026\u3001-\u3003\u3008-\u301f\ufe30-\ufe6f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65`;
/** Also ends a URL after ASCII, where a sentence continues; but a path or value may begin with it (`/雲端A方案`). */
const CJK_AFTER_ASCII = String.raw`(?<=[./:?&=#][\w%~+\-]*[A-Za-z0-9]|[!-"$'-*,.:;@~])[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}]`;

/** Punctuation, or its opposite, in marked's expressions. */
const PUNCTUATION = /\[(\^?)((?:\\s)?)\\p\{P\}\\p\{S\}\]/g;

/** Treats CJK punctuation as letters, and other punctuation next to CJK as inside a word. */
function withCjk(rule: RegExp): RegExp {
  const source = rule.source.replace(PUNCTUATION, (_, not: string, blank: string) =>
    not
      ? String.raw`(?:(?=${BEFORE_CJK}).|[^${blank}${OTHER_PUNCTUATION}])`
      : `(?!${BEFORE_CJK})[${blank}${OTHER_PUNCTUATION}]`,
  );
  return new RegExp(source, rule.flags.replace("u", "v"));
}

/**
 * Adapts marked's rules to text without blanks between words. CommonMark wants a blank after punctuation that ends an
 * emphasis (`**注意：**正文` would keep its asterisks), and lets a URL continue until one.
 */
function rulesWithCjk(inline: Tokenizer["rules"]["inline"]): Tokenizer["rules"]["inline"] {
  const { emStrongLDelim, emStrongRDelimAst, delLDelim, delRDelim, url } = inline;
  return {
    ...inline,
    punctuation: /^(?![*_])[\s\p{P}\p{S}\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}]/u,
    emStrongLDelim: withCjk(emStrongLDelim),
    emStrongRDelimAst: withCjk(emStrongRDelimAst),
    // Only two tildes: one is used in ranges, and between two ranges (`5~7 U, 100~200`) the text would be struck out.
    delLDelim: withCjk(new RegExp(delLDelim.source.replace("~~?", "~~"), delLDelim.flags)),
    delRDelim: withCjk(delRDelim),
    url: new RegExp(
      url.source.replace(String.raw`[^\s<]*`, () => String.raw`(?:(?!${CJK_AFTER_ASCII})[^\s<${CJK_PUNCTUATION}])*`),
      `${url.flags}u`,
    ),
  };
}

const RULES = { lines: rulesWithCjk(Lexer.rules.inline.breaks), paragraphs: rulesWithCjk(Lexer.rules.inline.gfm) };

function read(markdown: string, breaks: boolean): string {
  const tokenizer = new Tokenizer();
  const lexer = new BoundedLexer({ ...OPTIONS, breaks, tokenizer });
  tokenizer.rules.inline = breaks ? RULES.lines : RULES.paragraphs;
  const names = [...markdown.matchAll(NAMES)].filter(([name]) => name.endsWith("@"));
  for (const [span] of [...markdown.matchAll(SPANS), ...names]) lexer.spend(span.length ** 2 * SPAN_WORK);
  const tokens = lexer.lex(markdown);
  // One definition is repeated for each of its links.
  const longest = Math.max(0, ...Object.values(tokens.links).map(({ href, title }) => (href + (title ?? "")).length));
  lexer.spend(longest * countOf(/\[/g, markdown));
  return Parser.parse(tokens, { ...OPTIONS, breaks });
}

/**
 * Converts markdown to HTML that still has to be sanitised. A text too long or too costly to parse stays as typed.
 *
 * @param breaks whether a line break in a paragraph becomes one on the page
 */
export function htmlOf(markdown: string, breaks = true): string {
  if (markdown.length > MARKDOWN_MAX_LENGTH || TOO_DEEP.test(markdown)) return asTyped(markdown);
  try {
    return read(markdown, breaks);
  } catch (error) {
    // Thousands of nested quotations overflow the stack.
    if (error instanceof TooMuchWork || error instanceof RangeError) return asTyped(markdown);
    throw error;
  }
}

export function asTyped(text: string): string {
  const escaped = text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
  return `<p>${escaped.replace(/\n/g, "<br>")}</p>`;
}
