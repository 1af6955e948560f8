import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { scriptUrl } from "./vite-scripts";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** Files that mock modules have this name, and a process of their own. */
const ALONE = "tests/unit/**/*.alone.test.ts";

/** Short files whose tests take long: they begin first, so that no core waits for them at the end. */
const LONG = /(purchase\.killed|qr|store\.file|store\.restored)\.test\.tsx?$/;

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const bySize = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId);
    return [...bySize.filter(isLong), ...bySize.filter((file) => !isLong(file))];
  }
}

/** Unit and action tests. Tests of the build are in `vitest.build.config.ts`, journeys in `playwright.config.ts`. */
export default defineConfig({
  resolve: {
    alias: [
      { find: /^~server\//, replacement: path("./server/") },
      { find: /^~\//, replacement: path("./app/") },
    ],
  },
  plugins: [scriptUrl()],
  esbuild: { jsx: "automatic", jsxDev: false },
  test: {
    environment: "node",
    globals: false,
    setupFiles: ["tests/support/setup.ts"],
    pool: "forks",
    // Files share a process and its modules: loading them again for each file took half of the time.
    // tests/support/setup.ts restores what a test changes. The pool keeps as many processes as it may have, because
    // tinypool 1.1 can end an idle one twice, which aborts the run and leaves the others running for ever.
    poolOptions: { forks: { minForks: 3, maxForks: 3, isolate: false, execArgv: ["--max-semi-space-size=64"] } },
    projects: [
      { extends: true, test: { name: "unit", include: ["tests/unit/**/*.test.{ts,tsx}"], exclude: [ALONE] } },
      { extends: true, test: { name: "alone", include: [ALONE] } },
    ],
    sequence: { sequencer: LongFirst },
    css: false,
    // Only for tests that hang; on a busy machine some tests are slow.
    testTimeout: 60_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
