import { Lexer, Parser, Tokenizer, type MarkedOptions, type Token } from "marked";

/** A longer text is shown as it was typed. */
const MARKDOWN_MAX_LENGTH = 20_000;

/**
 * The most that reading one text may cost, in characters looked at. A long introduction with lists, tables and links on
 * every line costs a tenth of it; what costs more was made to.
 */
const WORK_MAX = 5_000_000;
/** The cost of a line beside its characters when scanning for blocks, and of a table's cell or a paragraph. */
const LINE_WORK = 600;
/** The cost of a list's item beside that: the library makes five expressions for each. */
const ITEM_WORK = 500;
const PIECE_WORK = 100;

/** Each of these makes the reader look through the rest of its paragraph for what may belong to it. */
const MARKS = /[*_~`]+|[[<!\\]/g;
/** Each of these may be the second line of a table, or beneath a heading: the parser scans the rest to its end. */
const DELIMITERS = /^[ \t>|:]*-[-:| \t]*$/gm;
/** The parser scans blanks, and the rest of what looks like a URL, again from each of their characters. */
const SPANS = /[^\S\n]+|(?:www\.|(?:https?|ftp):\/\/)[^\s<]*/gi;
const SPAN_WORK = 1 / 16;
/** So many quotations or lists that begin within one line are none; marks of one kind and no more are a line. */
const TOO_DEEP = /^(?![ \t]*([-*])(?:[ \t]*\1)+[ \t]*$)(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])[ \t])){11}/m;
const LINES = /\n/g;
const ITEMS = /^[ \t]*(?:[-+*]|\d{1,9}[.)])(?![^\s])/gm;

class TooMuchWork extends Error {}

const countOf = (what: RegExp, text: string) => text.match(what)?.length ?? 0;

/**
 * Parses markdown, and gives up where that takes too long: for some texts the library's time grows with the square of
 * their length, for nested quotations and lists even faster. The maximum cost of a piece of text is computed before it
 * is parsed, and nested pieces count again.
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
    // Within a list's item each line is scanned to the end of its paragraph, for what may be beneath a heading.
    const scans = (this.state.top ? 1 : lines) + countOf(DELIMITERS, src);
    this.spend(src.length * scans + LINE_WORK * lines + ITEM_WORK * countOf(ITEMS, src));
    return super.blockTokens(src, tokens, lastParagraphClipped);
  }

  override inline(src: string, tokens?: Token[]): Token[] {
    // Few lines of a table with many columns make many cells.
    this.spend(PIECE_WORK);
    return super.inline(src, tokens);
  }

  override inlineTokens(src: string, tokens?: Token[]): Token[] {
    this.spend(src.length * (1 + countOf(MARKS, src)));
    return super.inlineTokens(src, tokens);
  }
}

const OPTIONS: MarkedOptions = { gfm: true, async: false };

/** Chinese and Japanese letters, punctuation and full-width signs. */
const CJK = String.raw`[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\u3000-\u303f\uff01-\uff65]`;
const OTHER_PUNCTUATION = String.raw`[[\p{P}\p{S}]--${CJK}]`;
/** Here the end of an emphasis is as after a letter. Marks are left out: a row of them would be scanned from each. */
const BEFORE_CJK = String.raw`(?:[${OTHER_PUNCTUATION}--[*_~]](?:\*+|~+)${CJK})`;
/** A bare URL ends before it. */
const CJK_PUNCTUATION = String.raw`\u2014\u2018\u2019\u201c\u201d\u2026\u3001-\u3003\u3008-\u301f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65`;

/** How the library's expressions name punctuation, or anything else: with blanks, or without. */
const PUNCTUATION = /\[(\^?)((?:\\s)?)\\p\{P\}\\p\{S\}\]/g;

/** One of the library's expressions, for which CJK punctuation is as letters, and other punctuation is beside CJK. */
function withCjk(rule: RegExp): RegExp {
  const source = rule.source.replace(PUNCTUATION, (_, not: string, blank: string) =>
    not
      ? String.raw`(?:(?=${BEFORE_CJK}).|[^${blank}${OTHER_PUNCTUATION}])`
      : `(?!${BEFORE_CJK})[${blank}${OTHER_PUNCTUATION}]`,
  );
  return new RegExp(source, rule.flags.replace("u", "v"));
}

/**
 * The library's rules for text that has no blanks between its words. CommonMark wants one between punctuation that ends
 * an emphasis and the next word (`**注意：**正文` would keep its asterisks), and lets a URL go on until one.
 */
function rulesWithCjk(inline: Tokenizer["rules"]["inline"]): Tokenizer["rules"]["inline"] {
  const { emStrongLDelim, emStrongRDelimAst, delLDelim, delRDelim, url } = inline;
  return {
    ...inline,
    punctuation: /^(?![*_])[\s\p{P}\p{S}\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}]/u,
    emStrongLDelim: withCjk(emStrongLDelim),
    emStrongRDelimAst: withCjk(emStrongRDelimAst),
    delLDelim: withCjk(delLDelim),
    delRDelim: withCjk(delRDelim),
    url: new RegExp(
      url.source.replace(String.raw`[^\s<]*`, () => String.raw`[^\s<${CJK_PUNCTUATION}]*`),
      url.flags,
    ),
  };
}

const RULES = { lines: rulesWithCjk(Lexer.rules.inline.breaks), paragraphs: rulesWithCjk(Lexer.rules.inline.gfm) };

function read(markdown: string, breaks: boolean): string {
  const tokenizer = new Tokenizer();
  const lexer = new BoundedLexer({ ...OPTIONS, breaks, tokenizer });
  tokenizer.rules.inline = breaks ? RULES.lines : RULES.paragraphs;
  for (const [span] of markdown.matchAll(SPANS)) lexer.spend(span.length ** 2 * SPAN_WORK);
  const tokens = lexer.lex(markdown);
  // A URL defined once for many links is written out for each.
  const longest = Math.max(0, ...Object.values(tokens.links).map(({ href, title }) => (href + (title ?? "")).length));
  lexer.spend(longest * countOf(/\[/g, markdown));
  return Parser.parse(tokens, { ...OPTIONS, breaks });
}

/**
 * Converts markdown to HTML, including any HTML in it: not safe yet.
 *
 * @param markdown any text
 * @param breaks whether a line that ends within a paragraph ends on the page too
 * @returns the text as it was typed where it is too long, or too costly to parse
 */
export function htmlOf(markdown: string, breaks = true): string {
  if (markdown.length > MARKDOWN_MAX_LENGTH || TOO_DEEP.test(markdown)) return asTyped(markdown);
  try {
    return read(markdown, breaks);
  } catch (error) {
    // Thousands of quotations, each inside another, overflow the stack.
    if (error instanceof TooMuchWork || error instanceof RangeError) return asTyped(markdown);
    throw error;
  }
}

/** A text as HTML that shows it as it was typed. */
export function asTyped(text: string): string {
  const escaped = text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
  return `<p>${escaped.replace(/\n/g, "<br>")}</p>`;
}
