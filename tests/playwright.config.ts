import { defineConfig, devices } from "@playwright/test";
import { OLD_BROWSER } from "./support/old-browser";
import { launchOptions } from "./support/chromium";
import { isWholeRun } from "./support/sample";

const phone = {
  ...devices["Pixel 7"],
  viewport: { width: 375, height: 812 },
  deviceScaleFactor: 1,
};

/** Checks the documents as the server wrote them, which a browser changes. */
const AS_SERVED = "**/views.spec.ts";

/**
 * Between pages a transition takes 0.15 s, and some work of the processor. In `npm test` only the journeys of Home have
 * it; in `npm run test:long` all.
 */
const withoutTransitions = { use: isWholeRun ? {} : { contextOptions: { reducedMotion: "reduce" as const } } };

/** A sample of the journeys, in one language: English, whose texts are longer. Over HTTP they are in Chinese. */
const inBrowser = (tags: RegExp) => (isWholeRun ? {} : { grep: tags, grepInvert: /: el_GR\b|@long|@old-browser/ });

/**
 * Journeys over the build (docs/testing.md). Each runs over HTTP, with a parser that sends forms as a browser without
 * scripts does, and in Chromium where a tag asks for it:
 * - `@scripts`: with scripts too, for a screen that has scripts (so does a whole file `*.scripts.spec.ts`);
 * - `@no-scripts`: without scripts too, for the main flows;
 * - `@browser`: only in Chromium, for what only a browser has (layout, focus, movement, the Back button);
 * - `@long`: in Chromium only in `npm run test:long`.
 */
export default defineConfig({
  testDir: "e2e",
  outputDir: "../test-results",
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // A third on two cores gains nothing: each starts a browser and servers of its own.
  workers: 2,
  retries: 0,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [["line"], ["json"]] : [["line"]],
  use: {
    ...phone,
    launchOptions: launchOptions(),
    actionTimeout: 10_000,
    navigationTimeout: 20_000,
    // Else each journey of a screen with scripts would cache pages; `offline.scripts.spec.ts` does.
    serviceWorkers: "block",
    screenshot: "only-on-failure",
    trace: "off",
  },
  // A worker starts anew, with its browser and its servers, when it goes on to another project: the two short ones have
  // one worker each, which helps with the long one when they are done.
  projects: [
    {
      name: "http",
      workers: 1,
      use: { javaScriptEnabled: false },
      testIgnore: "**/*.scripts.spec.ts",
      grepInvert: isWholeRun ? /@browser/ : /@browser|: en_US\b/,
    },
    {
      name: "no-scripts",
      workers: 1,
      use: { javaScriptEnabled: false, ...withoutTransitions.use },
      testIgnore: ["**/*.scripts.spec.ts", AS_SERVED],
      ...inBrowser(/@no-scripts|@browser/),
    },
    // APIs that Chrome 66 or Safari 12.1 lacks are removed (house 16): a sample, every journey in `npm run test:long`
    // but those about something newer (`@newer`).
    {
      name: OLD_BROWSER,
      // Of the sample alone: its worker goes on with the next project, and no other has to start anew for it.
      ...(isWholeRun ? {} : { workers: 1 }),
      ...withoutTransitions,
      testIgnore: AS_SERVED,
      grep: isWholeRun ? /\.scripts\.spec|@scripts/ : /@old-browser/,
      grepInvert: /: el_GR\b|WCAG|@newer/,
    },
    { name: "scripts", testIgnore: AS_SERVED, ...withoutTransitions, ...inBrowser(/\.scripts\.spec|@scripts/) },
  ],
});
