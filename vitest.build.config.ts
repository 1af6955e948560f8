import { defineConfig, mergeConfig } from "vitest/config";
import unit from "./vitest.config";

/** Checks of the built files: run `npm run build` first. */
export default mergeConfig(
  { ...unit, test: { ...unit.test, include: [], projects: undefined } },
  defineConfig({
    test: {
      include: ["tests/built/**/*.test.ts"],
      // Beside the unit tests, which keep both cores busy.
      poolOptions: { forks: { minForks: 1, maxForks: 1 } },
      testTimeout: 60_000,
      hookTimeout: 60_000,
    },
  }),
);
