import { defineConfig, devices } from "@playwright/test";
import { OLD_BROWSER } from "./support/old-browser";
import { launchOptions } from "./support/chromium";
import { isWholeRun } from "@storefront/test-support/sample";

const phone = {
  ...devices["Pixel 7"],
  viewport: { width: 375, height: 812 },
  deviceScaleFactor: 1,
};

/** Page transitions take 0.15 s and processor time, so in `npm test` only the journeys of Home have them. */
const withoutTransitions = isWholeRun ? {} : { contextOptions: { reducedMotion: "reduce" as const } };

/** `npm test` runs a sample: only English, whose texts are longer, and one case of each mechanism. */
const sampled = (leftOut: RegExp) => (isWholeRun ? {} : { grepInvert: leftOut });

/**
 * Configures journeys in Chromium on the build (docs/change/testing.md). They run without scripts unless the file is
 * called `*.scripts.spec.ts`.
 * - `@both`: also with scripts, for a main flow on a screen that hydrates;
 * - `@scripts`: the same, but without scripts only in `npm run test:long`;
 * - `@long`: only in `npm run test:long`.
 */
export default defineConfig({
  testDir: "e2e",
  outputDir: "../test-results",
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // On two cores a third worker gains nothing, because each starts its own browser and servers.
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
    // Otherwise every journey with scripts would cache pages, which only `offline.scripts.spec.ts` needs.
    serviceWorkers: "block",
    screenshot: "only-on-failure",
    trace: "off",
  },
  // When a worker moves on to another project, it restarts with its browser and servers.
  projects: [
    {
      name: "no-scripts",
      workers: 1,
      use: { javaScriptEnabled: false },
      testIgnore: "**/*.scripts.spec.ts",
      ...sampled(/: el_GR\b|@long|@scripts/),
    },
    // This project lacks the APIs that Chrome 66 or Safari 12.1 lack (house 16). It runs a sample; in `npm run
    // test:long` every journey with scripts except those about newer features (`@newer`).
    {
      name: OLD_BROWSER,
      // The sample needs only one worker. That worker continues with the next project, so no other must start.
      ...(isWholeRun ? {} : { workers: 1 }),
      grep: isWholeRun ? /\.scripts\.spec|@scripts|@both/ : /@old-browser/,
      grepInvert: /: el_GR\b|WCAG|@newer/,
    },
    { name: "scripts", grep: /\.scripts\.spec|@scripts|@both/, ...sampled(/: el_GR\b|@long|@old-browser/) },
  ],
});
