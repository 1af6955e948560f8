import { defineConfig, devices } from "@playwright/test";
import { OLD_BROWSER } from "./support/old-browser";
import { launchOptions } from "./support/chromium";
import { isWholeRun } from "./support/sample";

const phone = {
  ...devices["Pixel 7"],
  viewport: { width: 375, height: 812 },
  deviceScaleFactor: 1,
};

/**
 * Page transitions take 0.15 s and processor time. In `npm test` only the journeys of Home have them, in
 * `npm run test:long` all.
 */
const withoutTransitions = isWholeRun ? {} : { contextOptions: { reducedMotion: "reduce" as const } };

/** `npm test` runs a sample: one language, English, whose texts are longer, and one case of each mechanism. */
const sampled = (leftOut: RegExp) => (isWholeRun ? {} : { grepInvert: leftOut });

/**
 * Journeys in Chromium over the build (docs/change/testing.md): without scripts, unless the file is called `*.scripts.spec.ts`.
 * - `@both`: with scripts too, for a main flow on a screen that hydrates;
 * - `@scripts`: the same, but without scripts only in `npm run test:long`;
 * - `@long`: only in `npm run test:long`.
 */
export default defineConfig({
  testDir: "e2e",
  outputDir: "../test-results",
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // On two cores a third worker gains nothing, since each starts its own browser and servers.
  workers: 2,
  retries: 0,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [["line"], ["json"]] : [["line"]],
  use: {
    ...phone,
    ...withoutTransitions,
    launchOptions: launchOptions(),
    actionTimeout: 10_000,
    navigationTimeout: 20_000,
    // Otherwise every journey with scripts would cache pages; only `offline.scripts.spec.ts` needs that.
    serviceWorkers: "block",
    screenshot: "only-on-failure",
    trace: "off",
  },
  // A worker restarts, with its browser and servers, when it moves on to another project.
  projects: [
    {
      name: "no-scripts",
      workers: 1,
      use: { javaScriptEnabled: false },
      testIgnore: "**/*.scripts.spec.ts",
      ...sampled(/: el_GR\b|@long|@scripts/),
    },
    // Without the APIs that Chrome 66 or Safari 12.1 lacks (house 16): a sample; in `npm run test:long` every journey
    // with scripts except those about newer features (`@newer`).
    {
      name: OLD_BROWSER,
      // Only for the sample: its worker continues with the next project, so no other must start.
      ...(isWholeRun ? {} : { workers: 1 }),
      grep: isWholeRun ? /\.scripts\.spec|@scripts|@both/ : /@old-browser/,
      grepInvert: /: el_GR\b|WCAG|@newer/,
    },
    { name: "scripts", grep: /\.scripts\.spec|@scripts|@both/, ...sampled(/: el_GR\b|@long|@old-browser/) },
  ],
});
