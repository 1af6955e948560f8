import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import recheck from "recheck/package.json" with { type: "json" };
import { expressionProblems, expressionsIn, readExplained, verdicts } from "./expressions";

/** A part of `npm run check`: every regular expression is linear or explained. */

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const expressions = expressionsIn(path("../../"));
const verdictOf = await verdicts(expressions, path(`../../.cache/recheck-${recheck.version}.json`));
const problems = expressionProblems(
  expressions,
  verdictOf,
  readExplained(readFileSync(path("expressions.json"), "utf8")),
);
for (const problem of problems) console.error(problem);
if (problems.length) {
  console.error(`${problems.length} to make linear or explain in tooling/security/expressions.json.`);
  process.exitCode = 1;
}
