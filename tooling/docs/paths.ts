import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const FOLDERS = ["app", "content", "deploy", "docs", "packages", "public", "server", "tests", "tooling", "tools"];

/** Kinds of files, each with the parts that name paths: all of a document, but only the comments of code. */
const KINDS: readonly [name: RegExp, comments: RegExp][] = [
  [/\.md$/, /^.*$/gm],
  [/\.(?:[cm]?[jt]sx?|css|jsonc)$/, /(?<=^|[\s{(])\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/gm],
  [/\.(?:ya?ml|sh|conf|cfg|toml|service|timer)$/, /(?<=^|\s)#.*/g],
];

/** The changelog is not checked, because it uses names that have changed since. */
const HISTORY = "CHANGELOG.md";
/** Files that a command or an operator writes. */
const MADE_LATER = /^(?:docs\/change\/siege\.md|deploy\/compose\/certificates\b)/;

/** A path from the root or by an alias, with or without an extension, or a TypeScript file's name in backticks. */
const PATH = new RegExp(
  `(?<![\\w./~@$:-])(?:(?:${FOLDERS.join("|")})/|~(?:server|tools)?/|@storefront/)(?:\\{[^}]*\\}|[^\\s\`"',;:|…#!?\\\\])+` +
    "|(?<=`)\\w[\\w.$()/-]*\\.tsx?(?=`)",
  "g",
);
const PUNCTUATION = /[.)/]+$/;
const WILDCARD = /<[^>]*>|\*+/g;

function filesIn(root: string): string[] {
  const inFolders = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path}`),
  );
  return [...readdirSync(root), ...inFolders].filter((path) => !/node_modules|^tests\/bench\/peers\//.test(path));
}

export function pathsIn(file: string, text: string): string[] {
  const comments = KINDS.find(([name]) => name.test(file))?.[1];
  if (!comments || file === HISTORY) return [];
  // The text of a link ends before its target, and diagrams contain HTML.
  const said = (text.match(comments) ?? []).join("\n").replace(/\]\(|<br\/>/g, " ");
  const found = said.replaceAll("&lt;", "<").replaceAll("&gt;", ">").match(PATH) ?? [];
  return [
    ...new Set(
      found.map((path) => (path.includes("(") ? path.replace(/(?<=\))[.)]+$/, "") : path.replace(PUNCTUATION, ""))),
    ),
  ];
}

export function leadsTo(path: string, files: readonly string[]): boolean {
  const target = path
    .replace(/^~(?=server|tools)/, "")
    .replace(/^~/, "app")
    .replace(/^@storefront/, "packages");
  const pattern = target
    .split(WILDCARD)
    .map((part) => part.replace(/[\\^$.+?()[\]|{}]/g, "\\$&"))
    .join("[^/]*")
    .replace(/\\\{(.*?)\\\}/g, (_, list: string) => `(?:${list.replaceAll(",", "|")})`);
  const isFromRoot = FOLDERS.includes(target.split("/")[0] ?? "");
  const named = new RegExp(`${isFromRoot ? "^" : "(?:^|/)"}${pattern}(?:\\.[a-z.]+)?$`);
  return MADE_LATER.test(path) || files.some((file) => named.test(file));
}

export function pathProblems(root: string): string[] {
  const files = filesIn(root);
  return files.flatMap((file) =>
    (KINDS.some(([name]) => name.test(file)) ? pathsIn(file, readFileSync(join(root, file), "utf8")) : [])
      .filter((path) => !leadsTo(path, files))
      .map((path) => `${file}: ${path} does not exist`),
  );
}
