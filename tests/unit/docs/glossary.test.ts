import { expect, test } from "vitest";
import { documents, sourceFiles } from "../../support/citations";

/** Whoever searches for a standard term finds the file that has its name. */

const files = sourceFiles().filter(({ path }) => /^(?:app|server|packages)\/.*(?<!\.test)\.tsx?$/.test(path));
const glossary = documents().find(({ path }) => path === "docs/change/glossary.md")?.text ?? "";

test.each([
  ["page cache TTL", /page-?cache/i],
  ["rate limit", /rate-?limit/i],
  ["circuit breaker", /circuit-?breaker/i],
  ["CSRF", /csrf/i],
  ["idempotency", /idempotent/i],
  ["pagination", /pagination/i],
  ["redirect", /redirect/i],
  ["health check", /health-?check/i],
  ["graceful shutdown", /graceful-?shutdown/i],
])("%s: a file has this name, and its first comment has the term", (term, name) => {
  const found = files.filter(({ path }) => name.test(path));
  const saying = found.filter(({ text }) => {
    const [comment = ""] = /\/\*\*[\s\S]*?\*\//.exec(text) ?? [];
    return comment.toLowerCase().includes(term.toLowerCase());
  });
  expect(found, "files of this name").not.toEqual([]);
  expect(saying, "files that say it").not.toEqual([]);
  expect(glossary, "where the glossary leads").toContain(`\`${saying[0]?.path}\``);
});

test("the glossary has at most 25 words of our own", () => {
  const [words = ""] = glossary.split("## Where to find");
  expect(words.split("\n").filter((line) => /^\| (?!word|-)/.test(line)).length).toBeLessThanOrEqual(25);
});
