import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { provideChromium, provideRedis } from "./support/provision";

/**
 * `npm test`: every check in order, going on after a failure, ending in one line `N passed, N failed`. A check that has no
 * tests of its own (types, lint, format, build) counts as one.
 */

const root = fileURLToPath(new URL("..", import.meta.url));
const reports = mkdtempSync(join(tmpdir(), "storefront-tests-"));
const CHECK_DEADLINE_MS = 8 * 60_000;
const TESTS_DEADLINE_MS = 40 * 60_000;

interface Outcome {
  passed: number;
  failed: number;
  skipped: number;
}

interface Step {
  name: string;
  program: string;
  args: string[];
  deadlineMs: number;
  /** A step whose failure leaves nothing to test for those that need a build. */
  needsBuild?: boolean;
  /** Reads the report that the step wrote; a step without one counts as one check. */
  count?: (report: unknown) => Outcome;
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
});

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
});

function countVitest(report: unknown): Outcome {
  const { numPassedTests, numFailedTests, numPendingTests, testResults } = vitestReport.parse(report);
  // A file that does not load has no tests to report, and must not pass for that.
  const broken = testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
  return { passed: numPassedTests, failed: numFailedTests + broken.length, skipped: numPendingTests };
}

function countPlaywright(report: unknown): Outcome {
  const { expected, unexpected, flaky, skipped } = playwrightReport.parse(report).stats;
  // A journey that passes only at its second try is told, for somebody to look at; it did pass.
  if (flaky) console.log(`${flaky} journeys passed at the second try`);
  return { passed: expected + flaky, failed: unexpected, skipped };
}

/** A log that is read later reads better without colours. */
const plain: NodeJS.ProcessEnv = process.stdout.isTTY ? process.env : { ...process.env, NO_COLOR: "1" };
const bin = (name: string) => join(root, "node_modules/.bin", name);
const reportOf = (name: string) => join(reports, `${name}.json`);

function vitest(name: string, config: string): Pick<Step, "program" | "args" | "count"> {
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${reportOf(name)}`];
  return { program: bin("vitest"), args: ["run", "--config", config, ...reporters], count: countVitest };
}

const steps: Step[] = [
  { name: "types", program: bin("tsc"), args: ["--noEmit"], deadlineMs: CHECK_DEADLINE_MS },
  { name: "lint", program: bin("eslint"), args: ["--max-warnings=0", "."], deadlineMs: CHECK_DEADLINE_MS },
  { name: "format", program: bin("prettier"), args: ["--check", "."], deadlineMs: CHECK_DEADLINE_MS },
  { name: "unit", ...vitest("unit", "vitest.config.ts"), deadlineMs: TESTS_DEADLINE_MS },
  { name: "build", program: bin("remix"), args: ["vite:build"], deadlineMs: CHECK_DEADLINE_MS },
  {
    name: "built files",
    ...vitest("built files", "vitest.build.config.ts"),
    deadlineMs: TESTS_DEADLINE_MS,
    needsBuild: true,
  },
  {
    name: "journeys",
    program: bin("playwright"),
    args: ["test"],
    deadlineMs: TESTS_DEADLINE_MS,
    needsBuild: true,
    count: countPlaywright,
  },
];

let running: number | undefined;

/** Ends what the running step started, browsers and servers included. */
function stop(): void {
  if (running === undefined) return;
  try {
    process.kill(-running, "SIGKILL");
  } catch {
    // It ended by itself in between.
  }
}

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    stop();
    process.exit(1);
  });
}

/** Runs a program to its end or its deadline; resolves to its exit code, or undefined when it was stopped. */
function run({ name, program, args, deadlineMs }: Step): Promise<number | undefined> {
  return new Promise((done) => {
    const child = spawn(program, args, {
      cwd: root,
      // A group of its own, so that a browser or a server that it started ends with it.
      detached: true,
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...plain, PLAYWRIGHT_JSON_OUTPUT_FILE: reportOf(name) },
    });
    running = child.pid;
    const timer = setTimeout(() => {
      console.log(`${name}: stopped after ${deadlineMs / 60_000} minutes`);
      stop();
    }, deadlineMs);
    child.on("error", (error) => {
      console.log(`${name}: ${error.message}`);
      clearTimeout(timer);
      done(undefined);
    });
    child.on("close", (code) => {
      clearTimeout(timer);
      running = undefined;
      done(code ?? undefined);
    });
  });
}

async function outcomeOf(step: Step): Promise<Outcome> {
  const code = await run(step);
  const check: Outcome = { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
  if (!step.count) return check;
  try {
    const outcome = step.count(JSON.parse(readFileSync(reportOf(step.name), "utf8")));
    // Errors outside of any test, or no test at all.
    const silent = code !== 0 && outcome.failed === 0;
    return silent ? { ...outcome, failed: 1 } : outcome;
  } catch (error) {
    console.log(`${step.name}: no report (${String(error)})`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

function obstacleTo(step: Step, built: boolean, chromium: string | undefined): string | undefined {
  if (step.needsBuild && !built) return "the build failed";
  if (step.name === "journeys" && !chromium) return "no Chromium could be had";
  return undefined;
}

async function main(): Promise<void> {
  const total: Outcome = { passed: 0, failed: 0, skipped: 0 };
  const summary: string[] = [];
  const add = (name: string, { passed, failed, skipped }: Outcome) => {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
    summary.push(`  ${name}: ${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ""}`);
  };

  const chromium = provideChromium();
  if (chromium) process.env.CHROMIUM_PATH = chromium;
  if (!provideRedis()) summary.push("  no redis-server could be had: its tests are skipped");

  let built = true;
  for (const step of steps) {
    console.log(`\n== ${step.name}`);
    const obstacle = obstacleTo(step, built, chromium);
    if (obstacle) console.log(`${step.name}: not run, since ${obstacle}`);
    const outcome: Outcome = obstacle ? { passed: 0, failed: 1, skipped: 0 } : await outcomeOf(step);
    if (step.name === "build") built = outcome.failed === 0;
    add(step.name, outcome);
  }

  rmSync(reports, { recursive: true, force: true });
  console.log(`\n${summary.join("\n")}\n`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed > 0 ? 1 : 0;
}

await main();
