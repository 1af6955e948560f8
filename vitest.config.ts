import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { scriptUrl } from "./tooling/vite/script-url";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** Files that mock modules get a process of their own. */
const ISOLATED = "tests/unit/**/*.isolated.test.ts";

const UNIT = ["tests/unit/**/*.test.{ts,tsx}", "packages/**/*.test.ts"];

const LONG =
  /(purchase\/(killed|pay|lost-mark|stop)|qr|store\/(file|restored|redis[^/]*|continuity)|circuit-breaker|graceful-shutdown|doctor|first-steps|hostile|upload-image|drain)\.test\.tsx?$/;

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const bySize = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId);
    return [...bySize.filter(isLong), ...bySize.filter((file) => !isLong(file))];
  }
}

/** `built` needs `npm run build`; `deploy` is `npm run deploy:check`, `long` `npm run test:long`. */
export default defineConfig({
  resolve: {
    alias: [
      { find: /^~server\//, replacement: path("./server/") },
      { find: /^~tools\//, replacement: path("./tools/") },
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
    // Files share a process and its modules: loading them for each file took half of the time. The number of processes
    // is fixed, because tinypool 1.1 can end an idle one twice, which aborts the run and leaves the others for ever.
    poolOptions: {
      forks: {
        minForks: 3,
        maxForks: 3,
        isolate: false,
        execArgv: ["--max-semi-space-size=64", "--single-threaded-gc"],
      },
    },
    projects: [
      { extends: true, test: { name: "unit", include: UNIT, exclude: [ISOLATED] } },
      { extends: true, test: { name: "isolated", include: [ISOLATED], poolOptions: { forks: { isolate: true } } } },
      {
        extends: true,
        test: {
          name: "built",
          include: ["tests/built/**/*.test.ts"],
          // Beside the unit tests, which use both cores.
          poolOptions: { forks: { singleFork: true } },
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "deploy",
          include: ["tests/deploy/*.test.ts"],
          // One at a time: they take ports.
          poolOptions: { forks: { singleFork: true } },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: "checkers",
          include: ["tests/checkers/*.test.ts"],
          // One at a time: each takes both cores.
          poolOptions: { forks: { singleFork: true } },
          testTimeout: 600_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "long",
          include: ["tests/long/**/*.test.ts", "tests/built/photos.test.ts"],
          env: { PHOTO_ROUNDS: "8" },
          testTimeout: 90_000,
          hookTimeout: 60_000,
        },
      },
    ],
    sequence: { sequencer: LongFirst },
    css: false,
    // Only for tests that hang; on a busy machine some tests are slow.
    testTimeout: 60_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
