import { markdownSection } from "~server/markup/markup";
import type { ContentFile } from "./read-content";

/** The legal texts that an operator may replace. */
export const LEGAL_NAMES = ["agreement", "privacy"] as const;
export type LegalName = (typeof LEGAL_NAMES)[number];

/** A legal text of the operator's own. */
export interface OwnLegalText {
  /** Its own name, where it begins with one (`# …`). */
  title: string | undefined;
  version: string;
  dated: string;
  /** What comes before the first section, as safe HTML; empty without it. */
  lead: string;
  /** What each second heading (`## …`) begins; their HTML is safe. */
  sections: { heading: string; html: string }[];
}

const FRONT_MATTER = /^---\n([^]*?)\n---(?:\n|$)/;
const FIELD = /^(\w+):(.*)$/;
const QUOTED = /^(["'])(.*)\1$/;
const FIELDS = ["date", "version"];
/** A day, with a time where it matters. */
const DATE = /^\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2}(?::\d{2})?)?$/;
const VERSION = /^[\p{L}\d][\p{L}\d .+-]{0,31}$/u;
const PICTURE = /!\[|<img[\s/>]/i;
const FENCE = /^ {0,3}(?:```|~~~)/;

/** Reads a legal text: front matter with `date` and `version`, and markdown. */
export function readLegalText({ text, fault }: ContentFile): OwnLegalText | undefined {
  const [whole = "", head] = FRONT_MATTER.exec(text) ?? [];
  if (head === undefined) {
    fault("must begin with its date and version between two lines of ---");
    return undefined;
  }
  const fields = frontMatterOf(head, fault);
  const { title, lead, sections } = partsOf(text.slice(whole.length));
  if (sections.length === 0) fault("has no section: each begins with a heading as ## 1. Our services");
  if (PICTURE.test(text)) fault("has a picture: a legal text is words alone");
  const htmlOf = (markdown: string, name: string) => {
    const html = markdownSection(markdown);
    if (html === undefined) fault(`${name}: is too long, or too deep, to be read as markdown`);
    return html ?? "";
  };
  return {
    title,
    version: fields.get("version") ?? "",
    dated: fields.get("date") ?? "",
    lead: htmlOf(lead, "the text before the first ## heading"),
    sections: sections.map(({ heading, markdown }) => ({ heading, html: htmlOf(markdown, `"${heading}"`) })),
  };
}

function frontMatterOf(head: string, fault: ContentFile["fault"]): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of head.split("\n").filter((each) => each.trim())) {
    const [, name, value = ""] = FIELD.exec(line) ?? [];
    if (name === undefined || !FIELDS.includes(name)) fault(`"${line.slice(0, 60)}" is not date or version`);
    else fields.set(name, QUOTED.exec(value.trim())?.[2] ?? value.trim());
  }
  const { date = "", version = "" } = Object.fromEntries(fields) as Partial<Record<string, string>>;
  if (!date) fault("date: is missing");
  else if (!isDate(date)) fault("date: must be a day as 2026-01-31, perhaps with a time as 16:30 or 16:30:50");
  if (!version) fault("version: is missing");
  else if (!VERSION.test(version)) fault("version: must be up to 32 letters, digits, dots, hyphens and blanks");
  return fields;
}

function isDate(date: string): boolean {
  if (!DATE.test(date)) return false;
  const parsed = new Date(`${date.replace(" ", "T")}${date.length > 10 ? "Z" : ""}`);
  // A day beyond the end of its month becomes one of the next.
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date.slice(0, 10));
}

/** Cuts markdown at its headings; what looks like one within code is none. */
function partsOf(markdown: string) {
  const lead: string[] = [];
  const sections: { heading: string; lines: string[] }[] = [];
  let title: string | undefined;
  let isCode = false;
  for (const line of markdown.split("\n")) {
    if (FENCE.test(line)) isCode = !isCode;
    const [, marks, heading = ""] = (!isCode && /^(##?)[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/.exec(line)) || [];
    const { lines } = sections[sections.length - 1] ?? { lines: lead };
    if (marks === "##" && heading) sections.push({ heading: plain(heading), lines: [] });
    else if (marks === "#" && title === undefined && lines === lead && !lead.join("").trim()) title = plain(heading);
    else lines.push(line);
  }
  return {
    title,
    lead: lead.join("\n"),
    sections: sections.map(({ heading, lines }) => ({ heading, markdown: lines.join("\n") })),
  };
}

/** A heading is also a link of the contents and a name for readers: it is plain text. */
const plain = (heading: string) => heading.replace(/\\(?=[!-/:-@[-`{-~])|\*\*|__|`/g, "");
