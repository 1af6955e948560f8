import { defineConfig, devices } from "@playwright/test";
import { CHROMIUM_FLAGS, findChromium } from "./tests/support/chromium";

const phone = {
  ...devices["Pixel 7"],
  viewport: { width: 375, height: 812 },
  deviceScaleFactor: 1,
};

/**
 * Journeys over the build, each with and without scripts; a file named `*.scripts.spec.ts` only with them. They start the
 * sandbox and the storefront themselves (`tests/support/journey.ts`).
 */
export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results",
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
  // A machine under load may starve a browser once; twice is a defect.
  retries: process.env.CI ? 1 : 0,
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
    { name: "scripts", use: { javaScriptEnabled: true } },
    { name: "no-scripts", use: { javaScriptEnabled: false }, testIgnore: "**/*.scripts.spec.ts" },
  ],
});
