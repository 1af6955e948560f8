import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The rules that comments cite, and the form of a citation (CONTRIBUTING.md, "Citing"). */

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The kinds of rules that can be cited, each with the form of its numbers. */
const KINDS = { behaviour: /^\d+(?:\.\d+)?$/, decision: /^\d{4}$/, house: /^\d+$/, trap: /^\d+$/ } as const;
type Kind = keyof typeof KINDS;
const isKind = (word: string): word is Kind => Object.hasOwn(KINDS, word);

/** A file of the repository: its path from the root, and its text. */
export interface SourceFile {
  path: string;
  text: string;
}

function read(path: string): SourceFile {
  return { path, text: readFileSync(join(root, path), "utf8") };
}

/** Returns the paths, from the root, of the files below a folder whose names have this ending. */
function below(folder: string, ending: RegExp): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => ending.test(path) && !path.includes("node_modules"))
    .map((path) => join(folder, path))
    .sort();
}

const CODE = /\.(?:[cm]?[jt]sx?|css)$/;

/** Reads every source and style file, except the two about citations. */
export function sourceFiles(): SourceFile[] {
  const own = /^tests\/(?:support\/citations|unit\/docs\/citations\.test)\.ts$/;
  const atTheRoot = readdirSync(root).filter((name) => CODE.test(name));
  const inFolders = ["app", "server", "tools", "packages", "tooling", "deploy", "tests"].flatMap((folder) =>
    below(folder, CODE),
  );
  return [...atTheRoot, ...inFolders].filter((path) => !own.test(path)).map(read);
}

/** Reads every page of the documentation. */
export function documents(): SourceFile[] {
  const atTheRoot = readdirSync(root).filter((name) => name.endsWith(".md"));
  return [...atTheRoot, ...["docs", "packages"].flatMap((folder) => below(folder, /\.md$/))].map(read);
}

/** Returns everything that can be cited, as `behaviour 5.12`; duplicates are listed twice. */
export function citable(pages: readonly SourceFile[]): string[] {
  return pages.flatMap(({ path, text }) => {
    const all = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, number = ""]) => number);
    if (path.startsWith("docs/behaviour/")) {
      return [...all(/^# (\d+)\. /gm), ...all(/<a id="(\d+\.\d+)"><\/a>/g)].map((one) => `behaviour ${one}`);
    }
    if (path === "docs/change/decisions.md")
      return all(/^### <a id="(\d{4})"><\/a>\1\. /gm).map((one) => `decision ${one}`);
    if (path === "CONTRIBUTING.md")
      return all(/<a id="house-(\d+)"><\/a>\*\*house \1\*\*/g).map((one) => `house ${one}`);
    if (path === "docs/change/versions.md")
      return all(/<a id="trap-(\d+)"><\/a>\*\*trap \1\*\*/g).map((one) => `trap ${one}`);
    return [];
  });
}

/** Something that looks like a citation, with the rules that it cites, or none if its form is wrong. */
export interface Citation {
  line: number;
  text: string;
  cites: string[];
}

/** Blanks out the stars and slashes at the start of a comment's lines. Every character keeps its position. */
function withoutMargins(text: string): string {
  return text.replace(/\n[ \t]*(?:\*(?!\/)|\/\/)?[ \t]*/g, (margin) => `\n${" ".repeat(margin.length - 1)}`);
}

/** Returns everything in a text that looks like a citation, even in a wrong form. */
export function citationsIn(source: string): Citation[] {
  const text = withoutMargins(source);
  const lineAt = (index: number) => text.slice(0, index).split("\n").length;
  const found: Citation[] = [];
  const inBrackets = text.replace(
    /\((?=(?:behaviour|decision|house|trap)\b)([^()]*)\)/g,
    (whole, inner: string, at: number) => {
      found.push({ line: lineAt(at), text: whole.replace(/\s+/g, " "), cites: cited(inner) });
      return " ".repeat(whole.length);
    },
  );
  for (const { 0: stray, index } of inBrackets.matchAll(/\b(?:behaviour|decision|house|trap)s?\s+\d[\d.]*/gi)) {
    found.push({ line: lineAt(index), text: stray.replace(/\s+/g, " "), cites: [] });
  }
  return found;
}

/** Reads `behaviour 5.12, 7.3; decision 0007`. Any other text cites nothing. */
function cited(inner: string): string[] {
  const parts = inner
    .replace(/\s+/g, " ")
    .split("; ")
    .map((part) => {
      const [, kind = "", numbers = ""] = /^([a-z]+) (.+)$/.exec(part) ?? [];
      const list = numbers.split(", ");
      return isKind(kind) && list.every((one) => KINDS[kind].test(one)) ? list.map((one) => `${kind} ${one}`) : [];
    });
  return parts.some((part) => part.length === 0) ? [] : parts.flat();
}

const OLD_FORMS = [
  /\bspec\s+sections?\b/gi,
  /\b[Ss]ections?\s+\d/g,
  /\brulings?\b/gi,
  /\bscreens,?\s+rows?\b/gi,
  /\bstack,?\s+traps?\b/gi,
  /\bdesign(?:,?\s+rules?\b|,\s+"|\.md)/gi,
  /\bthe\s+specification\b/gi,
];

/** Returns citations of documents that are not in this repository, with their lines. */
export function oldForms(source: string): string[] {
  const text = withoutMargins(source);
  return OLD_FORMS.flatMap((form) =>
    [...text.matchAll(form)].map(({ 0: found, index }) => `${text.slice(0, index).split("\n").length}: ${found}`),
  );
}
