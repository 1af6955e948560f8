import { expect, test } from "vitest";
import { documents, sourceFiles } from "../../support/citations";

/** A search for a standard term finds a file of that name, by its path and in the glossary. */

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
])("%s: the glossary leads to a file of this name", (_term, name) => {
  const found = files.filter(({ path }) => name.test(path));
  expect(found.filter(({ path }) => glossary.includes(`\`${path}\``))).not.toEqual([]);
});

test("the glossary has at most 25 words of our own", () => {
  const [words = ""] = glossary.split("## Where to find");
  expect(words.split("\n").filter((line) => /^\| (?!word|-)/.test(line)).length).toBeLessThanOrEqual(25);
});
