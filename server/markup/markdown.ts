import { Lexer, Parser, Tokenizer, type MarkedOptions, type Token } from "marked";

const MARKDOWN_MAX_LENGTH = 20_000;

/** Maximum cost in characters scanned. A long introduction with lists, tables and links on every line takes a tenth. */
const WORK_MAX = 5_000_000;
/** Extra cost of a line when blocks are scanned. */
const LINE_WORK = 600;
/** Extra cost of a list item, for which marked makes five expressions, and of a table's cell or a paragraph. */
const ITEM_WORK = 500;
const PIECE_WORK = 100;

/** Characters that make marked scan the rest of the paragraph. */
const MARKS = /([*_~`])\1*|[[<!\\]/g;
/** Second lines of tables, or lines that underline a heading. Marked scans the rest of the text at each of them. */
const DELIMITERS = /^[ \t>|:]*-[-:| \t]*$/gm;
/** Spaces and apparent URLs. Marked scans again from each of their characters. */
const SPANS = /[^\S\n]+|(?:www\.|(?:https?|ftp):\/\/)[^\s<]*/gi;
/** Possible names before an `@`. Marked scans from each of their characters too. */
const NAMES = /[\w.!#$%&'*+/=?`{|}~-]+@?/g;
const SPAN_WORK = 1 / 16;
/** Eleven nested quotations or lists on one line, which nobody writes. Marks of one kind are a horizontal rule. */
const TOO_DEEP = /^(?![ \t]*([-*])(?:[ \t]*\1)+[ \t]*$)(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])[ \t])){11}/m;
const LINES = /\n/g;
const ITEMS = /^[ \t]*(?:[-+*]|\d{1,9}[.)])(?![^\s])/gm;

class TooMuchWork extends Error {}

const countOf = (what: RegExp, text: string) => text.match(what)?.length ?? 0;

/**
 * Throws if parsing would take too long: marked takes quadratic time for some texts. Computes the maximum cost of each
 * piece before it is parsed; nested pieces count again.
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
    // Counts each piece, because a table with many columns has many cells.
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
/** Punctuation that ends an emphasis as a letter does. Excludes marks, as a row of them would be scanned from each. */
const BEFORE_CJK = String.raw`(?:[${OTHER_PUNCTUATION}--[*_~]](?:\*+|~+)${CJK})`;
const CJK_PUNCTUATION = String.raw`\u2014\u2018\u2019\u201c\u201d\u2026\u3001-\u3003\u3008-\u301f\ufe30-\ufe6f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65`;
/** CJK ends a URL after ASCII, where a sentence continues; but a path or value may begin with it (`/雲端A方案`). */
const CJK_AFTER_ASCII = String.raw`(?<=[./:?&=#][\w%~+\-]*[A-Za-z0-9]|[!-"$'-*,.:;@~])[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}]`;

/** Matches the class of punctuation, or its negation, in marked's expressions. */
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

/** Adapts marked's rules to text without spaces between words: `**注意：**正文`, and URLs that end without one. */
function rulesWithCjk(inline: Tokenizer["rules"]["inline"]): Tokenizer["rules"]["inline"] {
  const { emStrongLDelim, emStrongRDelimAst, delLDelim, delRDelim, url } = inline;
  return {
    ...inline,
    punctuation: /^(?![*_])[\s\p{P}\p{S}\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}]/u,
    emStrongLDelim: withCjk(emStrongLDelim),
    emStrongRDelimAst: withCjk(emStrongRDelimAst),
    // Requires two tildes, because ranges have single ones: some text of `5~7 U, 100~200` would be struck out.
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
  // A link definition is repeated for each of its links.
  const longest = Math.max(0, ...Object.values(tokens.links).map(({ href, title }) => (href + (title ?? "")).length));
  lexer.spend(longest * countOf(/\[/g, markdown));
  return Parser.parse(tokens, { ...OPTIONS, breaks });
}

/**
 * Converts Markdown to HTML that still has to be sanitised; a text that is too costly stays as typed.
 *
 * @param breaks true to turn a line break in a paragraph into one on the page
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
