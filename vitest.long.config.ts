import { defineConfig, mergeConfig } from "vitest/config";
import unit from "./vitest.config";

/** Tests that take long; `npm test` has a sample of each. */
export default mergeConfig(
  { ...unit, test: { ...unit.test, projects: undefined } },
  defineConfig({
    test: {
      include: ["tests/long/**/*.test.ts", "tests/built/photos.test.ts"],
      env: { PHOTO_ROUNDS: "8" },
      testTimeout: 90_000,
      hookTimeout: 60_000,
    },
  }),
);
