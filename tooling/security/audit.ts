import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { readAdvisories } from "./advisories";
import { auditProblems } from "./audit-report";

/** `npm run audit`: compares the registry's report with the list. Some registries have no report. */

const { stdout } = spawnSync("npm", ["audit", "--json"], { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
const list = readAdvisories(readFileSync(new URL("advisories.json", import.meta.url), "utf8"));
const problems = auditProblems(stdout, list);
for (const problem of problems) console.error(problem);
if (problems.length) process.exitCode = 1;
else console.log(`The registry reports nothing beyond the advisories listed on ${list.made}.`);
