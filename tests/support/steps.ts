import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";

/** The results of Vitest or Playwright, in one form. */
interface Outcome {
  passed: number;
  failed: number;
  skipped: number;
  /** Each test with its duration in seconds and the reason for its failure. */
  tests: { name: string; seconds: number; failure?: string | undefined }[];
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), duration: z.number().nullish(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
});

/** Reads Vitest's report. @throws ZodError if it is not one */
function readVitest(report: unknown): Outcome {
  const { numPassedTests, numFailedTests, numPendingTests, testResults } = vitestReport.parse(report);
  // A file that does not load reports no tests, but must count as failed.
  const broken = testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
  return {
    passed: numPassedTests,
    failed: numFailedTests + broken.length,
    skipped: numPendingTests,
    tests: [
      ...broken.map(({ name, message }) => ({ name: basename(name), seconds: 0, failure: message })),
      ...testResults.flatMap((file) =>
        file.assertionResults.map(({ fullName, duration, failureMessages }) => ({
          name: `${basename(file.name)}: ${fullName}`,
          seconds: (duration ?? 0) / 1000,
          failure: failureMessages[0],
        })),
      ),
    ],
  };
}

const journey = z.object({
  projectName: z.string(),
  status: z.string(),
  results: z.array(z.object({ duration: z.number(), error: z.object({ message: z.string() }).partial().optional() })),
});

interface Suite {
  file: string;
  specs: { title: string; tests: z.infer<typeof journey>[] }[];
  suites?: Suite[] | undefined;
}

const suite: z.ZodType<Suite> = z.object({
  file: z.string(),
  specs: z.array(z.object({ title: z.string(), tests: z.array(journey) })),
  suites: z.lazy(() => suite.array()).optional(),
});

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  suites: z.array(suite),
});

function journeysOf({ file, specs, suites = [] }: Suite): Outcome["tests"] {
  const own = specs.flatMap(({ title, tests }) =>
    tests.map(({ projectName, status, results }) => ({
      name: `${file} (${projectName}): ${title}`,
      seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
      failure: ["unexpected", "flaky"].includes(status) ? (results[0]?.error?.message ?? status) : undefined,
    })),
  );
  return [...own, ...suites.flatMap(journeysOf)];
}

/** Reads Playwright's report. A journey that passed only on a retry has failed. @throws ZodError */
function readPlaywright(report: unknown): Outcome {
  const { stats, suites } = playwrightReport.parse(report);
  const { expected, unexpected, flaky, skipped } = stats;
  return { passed: expected, failed: unexpected + flaky, skipped, tests: suites.flatMap(journeysOf) };
}

/** The steps of a test run: programs, the steps that they need, and their results. */

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const reports = mkdtempSync(join(tmpdir(), "storefront-tests-"));
process.once("exit", () => rmSync(reports, { recursive: true, force: true }));

/** The maximum cores of simultaneous steps on a machine with two: while one waits, another uses its core. */
const SIDE_BY_SIDE = 3;

export interface Step {
  name: string;
  program: string;
  args: string[];
  deadlineMs: number;
  /** The number of cores that the step keeps busy. */
  cores: 0 | 1 | 2;
  /** The steps without which this step has nothing to test. */
  needs?: readonly string[];
  env?: Record<string, string>;
  /** Reads the report that the step wrote. A step without a report counts as one check. */
  read?: (report: unknown) => Outcome;
}

/** The result of a step. */
export interface Done extends Outcome {
  step: Step;
  seconds: number;
}

export const bin = (name: string): string => join(ROOT, "node_modules/.bin", name);
/** The native compiler; `.bin` may contain the compiler for Remix under the same name. */
export const TSC = join(ROOT, "node_modules/typescript-7/bin/tsc");
const reportOf = (name: string): string => join(reports, `${name}.json`);

const CHECK_DEADLINE_MS = 8 * 60_000;

/**
 * Makes a step for a check without tests. Compilers make many short-lived objects, so more memory saves a fifth of
 * their time. Those in Go (types, lint) get one core, because another step uses the second.
 */
export const check = (name: string, program: string, ...args: string[]): Step => ({
  name,
  program,
  args,
  cores: 1,
  deadlineMs: CHECK_DEADLINE_MS,
  env: { NODE_OPTIONS: "--max-semi-space-size=128", GOMAXPROCS: "1" },
});

/** Returns the part of a step that runs Vitest. */
export function vitest(name: string, ...projects: string[]): Pick<Step, "name" | "program" | "args" | "read"> {
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${reportOf(name)}`];
  return {
    name,
    program: bin("vitest"),
    args: ["run", ...projects.map((project) => `--project=${project}`), ...reporters],
    read: readVitest,
  };
}

/** Returns the part of a step that runs Playwright. */
export function playwright(name: string): Pick<Step, "name" | "program" | "args" | "env" | "read"> {
  return {
    name,
    program: bin("playwright"),
    args: ["test", "--config=tests/playwright.config.ts"],
    env: { NODE_OPTIONS: "--max-semi-space-size=64", PLAYWRIGHT_JSON_OUTPUT_FILE: reportOf(name) },
    read: readPlaywright,
  };
}

const running = new Set<number>();

/** Ends all processes that a running step has started, including browsers and servers. */
function stop(group: number): void {
  try {
    process.kill(-group, "SIGKILL");
  } catch {
    // The group has ended already.
  }
}

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    running.forEach(stop);
    process.exit(1);
  });
}

/** Runs a program to its end or deadline and prints its output. Returns its exit code; undefined if it was stopped. */
function execute({ name, program, args, deadlineMs, env }: Step): Promise<number | undefined> {
  return new Promise((done) => {
    const child = spawn(program, args, {
      cwd: ROOT,
      // It is a separate process group, so that its browsers and servers end with it.
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
      // The output of simultaneous steps is printed one after the other, without colours.
      env: { ...process.env, NO_COLOR: "1", ...env },
    });
    const group = child.pid ?? 0;
    console.log(`-- ${name} begins`);
    running.add(group);
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => (output += text));
    }
    const timer = setTimeout(() => {
      output += `\n${name}: stopped after ${deadlineMs / 60_000} minutes`;
      stop(group);
    }, deadlineMs);
    const end = (code: number | undefined) => {
      clearTimeout(timer);
      running.delete(group);
      console.log(`\n== ${name}\n${output.trimEnd()}`);
      done(code);
    };
    child.on("error", (error) => {
      output += error.message;
      end(undefined);
    });
    child.on("close", (code) => end(code ?? undefined));
  });
}

/** Runs a step and counts its tests. */
async function outcomeOf(step: Step): Promise<Outcome> {
  const code = await execute(step);
  const check: Outcome = { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, tests: [] };
  if (!step.read) return check;
  try {
    const outcome = step.read(JSON.parse(readFileSync(reportOf(step.name), "utf8")));
    // The step failed without a failed test: there was an error outside of all tests, or no test at all.
    return code !== 0 && outcome.failed === 0 ? { ...outcome, failed: 1 } : outcome;
  } catch (error) {
    console.log(`${step.name}: no report (${String(error)})`);
    return { passed: 0, failed: 1, skipped: 0, tests: [] };
  }
}

/**
 * Runs steps side by side, in order as far as possible. A step counts as failed if a step that it needs has failed.
 *
 * @returns the results in the order of the steps
 */
export async function runAll(steps: readonly Step[]): Promise<Done[]> {
  const done = new Map<string, Done>();
  const waiting = [...steps];
  const active = new Map<Step, Promise<void>>();
  const busy = () => [...active.keys()].reduce((sum, { cores }) => sum + cores, 0);
  const begin = async (step: Step) => {
    const from = performance.now();
    const failed = (step.needs ?? []).filter((name) => done.get(name)?.failed !== 0);
    if (failed.length > 0) console.log(`\n== ${step.name}: not run, since ${failed.join(" and ")} failed`);
    const outcome = failed.length > 0 ? { passed: 0, failed: 1, skipped: 0, tests: [] } : await outcomeOf(step);
    done.set(step.name, { ...outcome, step, seconds: (performance.now() - from) / 1000 });
  };
  while (waiting.length > 0 || active.size > 0) {
    const ready = waiting.find(
      ({ needs = [], cores }) => needs.every((name) => done.has(name)) && busy() + cores <= SIDE_BY_SIDE,
    );
    if (ready) {
      waiting.splice(waiting.indexOf(ready), 1);
      active.set(
        ready,
        begin(ready).finally(() => active.delete(ready)),
      );
    } else await Promise.race(active.values());
  }
  return steps.flatMap(({ name }) => done.get(name) ?? []);
}
