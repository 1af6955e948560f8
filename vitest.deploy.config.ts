import { defineConfig, mergeConfig } from "vitest/config";
import unit from "./vitest.config";

/** `npm run deploy:check`: what is in `deploy/`, with the tools that run it. One file at a time: they take ports. */
export default mergeConfig(
  { ...unit, test: { ...unit.test, projects: undefined } },
  defineConfig({
    test: {
      include: ["tests/deploy/*.test.ts"],
      fileParallelism: false,
      testTimeout: 120_000,
      hookTimeout: 120_000,
    },
  }),
);
