import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import {
  provideBalancer,
  provideChromium,
  provideCheckers,
  provideFonts,
  provideRedis,
  provideSqlite,
} from "./support/provision";
import { bin, check, playwright, ROOT, runAll, vitest, type Done, type Step } from "./support/steps";

/**
 * `npm run test:long`: the long tests, of which `npm test` runs a sample (docs/change/testing.md): processes killed at
 * every point of a payment, two instances behind a balancer, every journey in Chromium in both languages with and
 * without scripts, third-party checkers, Firefox, and the recipes of CONTRIBUTING.md. Writes docs/change/test-long.md.
 */

const REPORT = join(ROOT, "docs/change/test-long.md");
const DEADLINE_MS = 60 * 60_000;

const CHECKERS = join(ROOT, "tests/checkers");

const STEPS: Step[] = [
  check("build", bin("remix"), "vite:build"),
  check("checkers' packages", "npm", "ci", "--prefix", CHECKERS, "--ignore-scripts", "--no-audit", "--no-fund"),
  {
    ...vitest("checkers and Firefox", "checkers"),
    deadlineMs: DEADLINE_MS,
    cores: 2,
    needs: ["build", "checkers' packages"],
  },
  { ...vitest("kills and soak", "long"), deadlineMs: DEADLINE_MS, cores: 2, needs: ["build"] },
  { ...vitest("every case of the unit tests", "unit", "isolated"), deadlineMs: DEADLINE_MS, cores: 2 },
  {
    ...playwright("every journey in every way"),
    deadlineMs: DEADLINE_MS,
    cores: 2,
    needs: ["build"],
  },
];

const git = (...args: string[]) => execFileSync("git", args, { cwd: ROOT, encoding: "utf8" }).trim();

function reportOf(all: readonly Done[]): string {
  const changed = git("status", "--porcelain", "--untracked-files=no") ? ", with changes that are not committed" : "";
  const rows = all.map(
    ({ step, passed, failed, skipped, seconds }) =>
      `| ${step.name} | ${passed} | ${failed} | ${skipped} | ${seconds.toFixed(0)} |`,
  );
  return [
    "# The last long run of the tests",
    "",
    "`npm run test:long` writes this file.",
    "",
    `${new Date().toISOString().slice(0, 10)}, commit ${git("rev-parse", "--short", "HEAD")}${changed}; ${cpus().length} cores, Node ${process.versions.node}.`,
    "",
    "| step | passed | failed | skipped | seconds |",
    "| --- | --- | --- | --- | --- |",
    ...rows,
    "",
  ].join("\n");
}

// The long run has all cases (packages/test-support/sample.ts), views and journeys instead of a sample.
process.env.TESTS = "all";
process.env.CHROMIUM_PATH = provideChromium() ?? "";
provideFonts();
provideRedis();
provideSqlite();
provideBalancer();
provideCheckers();
const all = await runAll(STEPS);
writeFileSync(REPORT, reportOf(all));
execFileSync(bin("oxfmt"), [REPORT]);
console.log(`\n${reportOf(all)}`);
process.exitCode = all.some(({ failed }) => failed > 0) ? 1 : 0;
