import {
  provideChromium,
  provideFonts,
  provideNode,
  provideRedis,
  provideSqlite,
  RUNTIME_NODE,
} from "./support/provision";
import { bin, check, playwright, runAll, TSC, vitest, type Done, type Step } from "./support/steps";

/**
 * `npm test`: runs every check, on two cores, goes on after a failure, and ends with one line `N passed, N failed`. A
 * check without tests of its own (types, lint, format, lockfile, build) counts as one.
 */

const TESTS_DEADLINE_MS = 20 * 60_000;
const SLOWEST = 10;

/** Long steps without dependencies begin first; the journeys are last: beside the unit tests both take longer. */
const STEPS: Step[] = [
  check("build", bin("remix"), "vite:build"),
  check("lint", bin("oxlint"), "--threads=1"),
  check("types", TSC),
  check("format", bin("oxfmt"), "--check", "."),
  check("lockfile", bin("tsx"), "tooling/security/check.ts"),
  {
    ...vitest("built files", "built"),
    deadlineMs: TESTS_DEADLINE_MS,
    cores: 1,
    needs: "build",
  },
  { ...vitest("unit", "unit", "isolated"), deadlineMs: TESTS_DEADLINE_MS, cores: 2 },
  { ...playwright("journeys"), deadlineMs: TESTS_DEADLINE_MS, cores: 2, needs: "build" },
];

function summaryOf(all: readonly Done[]): string {
  const lines = all.map(
    ({ step, passed, failed, skipped, seconds }) =>
      `  ${step.name}: ${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ""} (${seconds.toFixed(0)} s)`,
  );
  const slowest = all
    .flatMap(({ tests }) => tests)
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST)
    .map(({ name, seconds }) => `  ${seconds.toFixed(1)} s  ${name}`);
  return ["The slowest tests:", ...slowest, "", ...lines].join("\n");
}

const chromium = provideChromium();
if (chromium) process.env.CHROMIUM_PATH = chromium;
else console.log("No Chromium could be had: journeys will fail.");
if (!provideFonts()) console.log("No wide and narrow font could be had: journeys that measure them will fail.");
if (!provideRedis()) console.log("No redis-server could be had: its tests are skipped.");
if (!provideSqlite()) console.log("No sqlite3 could be had: its tests are skipped.");
if (!provideNode(RUNTIME_NODE)) console.log(`No Node ${RUNTIME_NODE} could be had: its test is skipped.`);

const from = performance.now();
const all = await runAll(STEPS);
const sum = (count: "passed" | "failed") => all.reduce((total, done) => total + done[count], 0);
console.log(`\n${summaryOf(all)}\n  together: ${((performance.now() - from) / 1000).toFixed(0)} s\n`);
console.log(`${sum("passed")} passed, ${sum("failed")} failed`);
process.exitCode = sum("failed") > 0 ? 1 : 0;
