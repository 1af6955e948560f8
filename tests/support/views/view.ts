import type { Page } from "@playwright/test";
import type { Sandbox } from "@storefront/sandbox/start";
import { sampleOf } from "@storefront/test-support/sample";
import type { Credentials } from "../signing-in";

/** The context in which a view is opened. */
export interface TestContext {
  page: Page;
  sandbox: Sandbox;
  /** The visitor's account, signed in or not. */
  account: Credentials;
  /** The storefront's origin, if it differs from the page's. */
  origin: string;
}

/** One state of a screen. `open` leads to it in any language, with or without scripts. */
export interface View {
  name: string;
  open: (testContext: TestContext) => Promise<unknown>;
  /** True if the view changes nothing, so that later views do not need it. */
  onlyReads?: true;
}

/** Returns every n-th view to check, and the earlier views that affect these. */
export function sampledViews(views: readonly View[], n: number): { view: View; isChecked: boolean }[] {
  const sample = sampleOf(views, n);
  const checked = new Set(sample);
  const end = 1 + Math.max(...sample.map((one) => views.indexOf(one)));
  const needed = views.slice(0, end).filter((one) => checked.has(one) || !one.onlyReads);
  return needed.map((one) => ({ view: one, isChecked: checked.has(one) }));
}

export const view = (name: string, open: View["open"]): View => ({ name, open });

/** Makes a view that an address opens. */
export const at = (name: string, path: string): View => ({
  name,
  open: ({ page, origin }) => page.goto(origin + path),
  onlyReads: true,
});

/** Makes a view of a page while an upstream call fails. */
export const failing = (name: string, call: string, path: string): View => ({
  name,
  open: async ({ page, sandbox }) => {
    await sandbox.fail(call, { kind: "html" });
    await page.goto(path);
    await sandbox.heal(call);
  },
  onlyReads: true,
});

/** Waits for the error of a rejected form. */
export const refusal = (page: Page) => page.locator("#summary, [aria-invalid=true]").first().waitFor();
export const dialog = (page: Page) => page.locator("[role=dialog]");
/** Presses the button at the end of the page's form. */
export const submit = (page: Page) =>
  page.locator("main form[method=post] button:not([value^=language])").last().click();
/** The password of the sandbox's accounts. */
export const DEMO_PASSWORD = "Demo12345";
