import { z } from "zod";

/** The reports of Vitest and Playwright, in one shape. */
export interface Outcome {
  passed: number;
  failed: number;
  skipped: number;
  /** Each test with the seconds that it took. */
  tests: { name: string; seconds: number }[];
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), duration: z.number().nullish() })),
    }),
  ),
});

/** Reads Vitest's report. @throws ZodError when it is none */
export function readVitest(report: unknown): Outcome {
  const { numPassedTests, numFailedTests, numPendingTests, testResults } = vitestReport.parse(report);
  // A file that does not load reports no tests, and must count as failed.
  const broken = testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
  return {
    passed: numPassedTests,
    failed: numFailedTests + broken.length,
    skipped: numPendingTests,
    tests: testResults.flatMap((file) =>
      file.assertionResults.map(({ fullName, duration }) => ({
        name: `${file.name.replace(/^.*\//, "")}: ${fullName}`,
        seconds: (duration ?? 0) / 1000,
      })),
    ),
  };
}

const journey = z.object({
  projectName: z.string(),
  results: z.array(z.object({ duration: z.number() })),
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
    tests.map(({ projectName, results }) => ({
      name: `${file} (${projectName}): ${title}`,
      seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
    })),
  );
  return [...own, ...suites.flatMap(journeysOf)];
}

/** Reads Playwright's report; a journey that passed only at a second try has failed. @throws ZodError */
export function readPlaywright(report: unknown): Outcome {
  const { stats, suites } = playwrightReport.parse(report);
  const { expected, unexpected, flaky, skipped } = stats;
  return { passed: expected, failed: unexpected + flaky, skipped, tests: suites.flatMap(journeysOf) };
}
