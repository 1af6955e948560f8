import { fileURLToPath } from "node:url";
import { pathProblems } from "./paths";

/** Part of `npm run check`: each path that a document or a comment names exists. */

const problems = pathProblems(fileURLToPath(new URL("../..", import.meta.url)));
for (const problem of problems) console.error(problem);
if (problems.length) process.exitCode = 1;
