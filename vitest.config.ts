import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** Files that exchange modules are named so: they have a process of their own. */
const ALONE = "tests/unit/**/*.alone.test.ts";

/** Short files whose tests take long: they begin first, so that no core waits for them at the end. */
const LONG = /(purchase\.killed|qr|store\.file)\.test\.tsx?$/;

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const bySize = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId);
    return [...bySize.filter(isLong), ...bySize.filter((file) => !isLong(file))];
  }
}

/** Unit and action tests. What needs a build is in `vitest.build.config.ts`, what needs a browser in `playwright.config.ts`. */
export default defineConfig({
  resolve: {
    alias: [
      { find: /^~server\//, replacement: path("./server/") },
      { find: /^~\//, replacement: path("./app/") },
    ],
  },
  esbuild: { jsx: "automatic" },
  test: {
    environment: "node",
    globals: false,
    setupFiles: ["tests/support/setup.ts"],
    pool: "forks",
    // Files share a process and its modules: to load them anew for each file took half of the time. tests/support/setup.ts puts
    // back what a test changes. As many at least as at most: a process that the pool ends because it is idle may at that moment be
    // ended for another reason as well, which ends the run and leaves the others behind, busy for ever (tinypool 1.1).
    poolOptions: { forks: { minForks: 3, maxForks: 3, isolate: false, execArgv: ["--max-semi-space-size=64"] } },
    projects: [
      { extends: true, test: { name: "unit", include: ["tests/unit/**/*.test.{ts,tsx}"], exclude: [ALONE] } },
      { extends: true, test: { name: "alone", include: [ALONE] } },
    ],
    sequence: { sequencer: LongFirst },
    css: false,
    // For a test that hangs; on a busy machine some take their time.
    testTimeout: 60_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
