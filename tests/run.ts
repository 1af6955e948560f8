import { stripVTControlCharacters } from "node:util";
import { CHECKS } from "./support/checks";
import { provideRedis, provideSqlite } from "./support/provision";
import { bin, check, playwright, runAll, vitest, type Done, type Step } from "./support/steps";

/**
 * `npm test`: runs every check on two cores, continues after a failure, and ends with one line `N passed, N failed`. A
 * check without tests (types, lint, build …) counts as one.
 */

const TESTS_DEADLINE_MS = 20 * 60_000;
const SLOWEST = 10;

/** Installing the browser is mostly waiting for a download. */
const browser: Step = { ...check("browser", bin("tsx"), "tests/install.ts"), cores: 0 };

/**
 * The unit tests often wait, so other steps run beside them, the build first. The journeys come last, because journeys
 * and unit tests would slow each other down.
 */
const STEPS: Step[] = [
  check("build", bin("tsx"), "tests/build.ts"),
  browser,
  { ...vitest("unit", "unit", "isolated"), deadlineMs: TESTS_DEADLINE_MS, cores: 2 },
  {
    ...vitest("built files", "built"),
    deadlineMs: TESTS_DEADLINE_MS,
    cores: 1,
    needs: ["build"],
  },
  ...CHECKS,
  { ...playwright("journeys"), deadlineMs: TESTS_DEADLINE_MS, cores: 2, needs: ["build", "browser"] },
];

function summaryOf(all: readonly Done[]): string {
  const lines = all.map(
    ({ step, passed, failed, skipped, seconds }) =>
      `  ${step.name}: ${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ""} (${seconds.toFixed(0)} s)`,
  );
  const tests = all.flatMap((done) => done.tests);
  const slowest = [...tests]
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST)
    .map(({ name, seconds }) => `  ${seconds.toFixed(1)} s  ${name}`);
  const failures = tests.flatMap(({ name, failure }) =>
    failure === undefined ? [] : [`  ${name}\n    ${stripVTControlCharacters(failure).split("\n", 1)[0]}`],
  );
  const failed = failures.length > 0 ? ["Failed:", ...failures, ""] : [];
  return ["The slowest tests:", ...slowest, "", ...failed, ...lines].join("\n");
}

if (!provideRedis()) console.log("redis-server could not be installed: its tests are skipped.");
if (!provideSqlite()) console.log("sqlite3 could not be installed: its tests are skipped.");

const from = performance.now();
const all = await runAll(STEPS);
const sum = (count: "passed" | "failed") => all.reduce((total, done) => total + done[count], 0);
console.log(`\n${summaryOf(all)}\n  together: ${((performance.now() - from) / 1000).toFixed(0)} s\n`);
console.log(`${sum("passed")} passed, ${sum("failed")} failed`);
process.exitCode = sum("failed") > 0 ? 1 : 0;
