import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { linkProblems } from "../../../tooling/docs/links";

/** The check of links in documents; `npm run check` applies it to the repository. */

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const problemsOf = (text: string) => linkProblems(ROOT, [{ path: "README.md", text }]);

test("links to existing files, headings and anchors pass, and external links are ignored", () => {
  const text = '# A heading, with 2 words\n\n<a id="here"></a>';
  const links = [
    "(CONTRIBUTING.md)",
    "(#a-heading-with-2-words)",
    "(#here)",
    "(https://example.com/none)",
    "(/Notice)",
  ];
  expect(problemsOf(`${text}\n\n${links.map((link) => `[a]${link}`).join(" ")}`)).toEqual([]);
});

test("a link to a missing file or anchor is reported", () => {
  expect(problemsOf("[a](none.md) [b](#none)")).toEqual([
    "README.md: (none.md) leads nowhere",
    "README.md: (#none) leads nowhere",
  ]);
});
