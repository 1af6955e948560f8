import { defineConfig, devices } from "@playwright/test";
import { CHROMIUM_FLAGS, findChromium } from "./tests/support/chromium";

const phone = {
  ...devices["Pixel 7"],
  viewport: { width: 375, height: 812 },
  deviceScaleFactor: 1,
};

/** `npm run test:long` walks every journey in every way that it can be walked. */
const isWhole = process.env.JOURNEYS === "all";

/** What looks at documents as the server wrote them, which a browser no longer has. */
const AS_SERVED = "**/views.spec.ts";

/** What a browser adds is the same in both languages: journeys that are walked in both are so over HTTP. */
const inOneLanguage = (tags: RegExp) => (isWhole ? {} : { grep: tags, grepInvert: /: el_GR\b/ });

/**
 * Journeys over the build (docs/testing.md). Each is walked over HTTP, by a parser that sends forms as a browser without scripts
 * does; in Chromium where a tag says what for:
 * - `@scripts`: the screen has scripts, and is used with them too (so is a whole file `*.scripts.spec.ts`);
 * - `@no-scripts`: a main way, which a real browser walks without scripts;
 * - `@browser`: what only a browser shows (what is in view, has the focus, moves, or comes back by its button), and not over HTTP.
 */
export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results",
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
  retries: 0,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [["line"], ["json"]] : [["line"]],
  use: {
    ...phone,
    launchOptions: { executablePath: findChromium(), args: CHROMIUM_FLAGS },
    actionTimeout: 10_000,
    navigationTimeout: 20_000,
    screenshot: "only-on-failure",
    trace: "off",
  },
  projects: [
    { name: "scripts", testIgnore: AS_SERVED, ...inOneLanguage(/\.scripts\.spec|@scripts/) },
    {
      name: "no-scripts",
      use: { javaScriptEnabled: false },
      testIgnore: ["**/*.scripts.spec.ts", AS_SERVED],
      ...inOneLanguage(/@no-scripts|@browser/),
    },
    { name: "http", use: { javaScriptEnabled: false }, testIgnore: "**/*.scripts.spec.ts", grepInvert: /@browser/ },
  ],
});
