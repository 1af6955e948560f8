import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Configuration } from "markdownlint";
import { lint } from "markdownlint/promise";
import { linkProblems } from "./links";
import { pathProblems } from "./paths";

/** A part of `npm run check`: documents are well-formed, and links and named paths lead somewhere. */

/** oxfmt checks the layout, and lines have no maximum length. */
const RULES: Configuration = {
  default: true,
  "line-length": false,
  "no-inline-html": { allowed_elements: ["a", "br", "sup"] },
  // The legal texts of a brand begin with their front matter.
  "first-line-heading": false,
  // A changelog has the same headings under each version.
  "no-duplicate-heading": { siblings_only: true },
  "table-column-style": false,
};

const root = fileURLToPath(new URL("../..", import.meta.url));
const inFolders = ["app", "content", "deploy", "docs", "packages"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path}`),
);
const files = [...readdirSync(root), ...inFolders].filter((path) => path.endsWith(".md") && !/node_modules/.test(path));
const pages = files.map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));

const results = await lint({ config: RULES, strings: Object.fromEntries(pages.map(({ path, text }) => [path, text])) });
const faults = Object.entries(results).flatMap(([path, found]) =>
  found.map(
    ({ lineNumber, ruleNames, ruleDescription, errorDetail }) =>
      `${path}:${lineNumber}: ${ruleNames.join("/")}: ${errorDetail ?? ruleDescription}`,
  ),
);
const problems = [...faults, ...linkProblems(root, pages), ...pathProblems(root)];
for (const problem of problems) console.error(problem);
if (problems.length) process.exitCode = 1;
