import { Lexer, type Token, type Tokens } from "marked";
import { markdownSection } from "~server/markup/markup";
import type { ContentFile } from "./content-file";

export const LEGAL_NAMES = ["agreement", "privacy"] as const;
export type LegalName = (typeof LEGAL_NAMES)[number];

export interface OwnLegalText {
  title: string | undefined;
  /** Empty if missing, as is `dated`. */
  version: string;
  dated: string;
  /** Text before the first section, as safe HTML. */
  lead: string;
  sections: { heading: string; html: string }[];
}

/** Fields between two lines of `---`. Without any field, such lines are part of the text. */
const FRONT_MATTER = /^---\n((?:[^]*?\n)??[\w-]+:[^]*?)\n---(?:\n|$)/;
const FIELD = /^(\w+):(.*)$/;
const QUOTED = /^(["'])(.*)\1$/;
const DATE = /^\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2}(?::\d{2})?)?$/;
const VERSION = /^[\p{L}\d][\p{L}\d .+-]{0,31}$/u;
const PICTURE = /!\[|<img[\s/>]/i;
const FENCE = /^ {0,3}(?:```|~~~)/;

/** Parses any Markdown; front matter may give its `date` and `version`. */
export function readLegalText({ text, fault }: ContentFile): OwnLegalText {
  const [whole = "", head = ""] = FRONT_MATTER.exec(text) ?? [];
  const { title, lead, sections } = partsOf(text.slice(whole.length));
  if (!lead.trim() && sections.length === 0) fault("has no text");
  if (PICTURE.test(text)) fault("has a picture: a legal text must be text only");
  const htmlOf = (markdown: string, name: string) => {
    const html = piecesOf(markdown).map(markdownSection);
    if (html.includes(undefined)) fault(`${name}: is too long or too deeply nested for markdown`);
    return html.join("\n");
  };
  return {
    title,
    ...frontMatterOf(head, fault),
    lead: htmlOf(lead, "the text before the first heading"),
    sections: sections.map(({ heading, markdown }) => ({ heading, html: htmlOf(markdown, `"${heading}"`) })),
  };
}

function frontMatterOf(head: string, fault: ContentFile["fault"]): Pick<OwnLegalText, "version" | "dated"> {
  const fields = new Map(
    head.split("\n").flatMap((line) => {
      const [, name, value = ""] = FIELD.exec(line) ?? [];
      return name === undefined ? [] : [[name, QUOTED.exec(value.trim())?.[2] ?? value.trim()] as const];
    }),
  );
  const [dated, version] = [fields.get("date") ?? "", fields.get("version") ?? ""];
  if (dated && !isDate(dated))
    fault("date: must be a day such as 2026-01-31, optionally with a time such as 16:30 or 16:30:50");
  if (version && !VERSION.test(version)) {
    fault("version: must be up to 32 letters, digits, dots, hyphens and blanks");
  }
  return { version, dated };
}

function isDate(date: string): boolean {
  if (!DATE.test(date)) return false;
  const parsed = new Date(`${date.replace(" ", "T")}${date.length > 10 ? "Z" : ""}`);
  // `Date` would read the 31st of a short month as a day of the next month.
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date.slice(0, 10));
}

const isTop = (token: Token | undefined) => token?.type === "heading" && token["depth"] === 1;

/** Splits Markdown at its headings of the highest level. A single first heading of level 1 is the title. */
function partsOf(markdown: string) {
  const tokens = Lexer.lex(markdown);
  const [first, second] = tokens.filter(({ type }) => type !== "space");
  const isTitle = isTop(first) && (tokens.filter(isTop).length === 1 || isTop(second));
  const headings = tokens.filter((token): token is Tokens.Heading => token.type === "heading");
  const title = isTitle ? headings[0] : undefined;
  const highest = Math.min(...headings.slice(title ? 1 : 0).map(({ depth }) => depth));
  const parts = [{ heading: "", markdown: "" }];
  for (const token of tokens) {
    if (token === title) continue;
    const heading = headings.find((one) => one === token && one.depth === highest);
    const part = parts.at(-1);
    if (heading) parts.push({ heading: plain(heading.text), markdown: "" });
    else if (part) part.markdown += token.raw;
  }
  const [lead, ...sections] = parts;
  return { title: title && plain(title.text), lead: lead?.markdown ?? "", sections };
}

/** Longer texts are parsed in pieces. */
const PIECE_MAX_LENGTH = 20_000;

/** Splits Markdown between paragraphs, never within code. */
function piecesOf(markdown: string): string[] {
  if (markdown.length <= PIECE_MAX_LENGTH) return [markdown];
  const pieces: string[] = [];
  let piece: string[] = [];
  let length = 0;
  let isCode = false;
  for (const line of markdown.split("\n")) {
    if (FENCE.test(line)) isCode = !isCode;
    const isBetween = !isCode && piece.at(-1)?.trim() === "" && /^\S/.test(line);
    if (isBetween && length > PIECE_MAX_LENGTH / 2) {
      pieces.push(piece.join("\n"));
      [piece, length] = [[], 0];
    }
    piece.push(line);
    length += line.length + 1;
  }
  return [...pieces, piece.join("\n")];
}

/** Removes markup, because headings become link texts. */
const plain = (heading: string) => heading.replace(/\\(?=[!-/:-@[-`{-~])|\*\*|__|`/g, "");
