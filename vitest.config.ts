import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

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
    include: ["tests/unit/**/*.test.{ts,tsx}"],
    environment: "node",
    globals: false,
    setupFiles: ["tests/support/setup.ts"],
    pool: "forks",
    poolOptions: { forks: { minForks: 1, maxForks: 2 } },
    css: false,
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
