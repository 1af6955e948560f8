import { readFileSync } from "node:fs";
import { advisoryProblems, readAdvisories } from "./advisories";
import { licenceProblems, readLicences } from "./licences";
import { readLockfile, sourceProblems } from "./lockfile";

/** A part of `npm run check`: no package from elsewhere, with an unknown advisory or with an unknown licence. */

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
const locked = readLockfile(read("../../package-lock.json"));
const problems = [
  ...sourceProblems(locked),
  ...advisoryProblems(locked, readAdvisories(read("advisories.json"))),
  ...licenceProblems(locked, readLicences(read("licences.json"))),
];
for (const problem of problems) console.error(problem);
if (problems.length) {
  console.error(`${problems.length} to fix or explain in tooling/security/.`);
  process.exitCode = 1;
}
