import type axe from "axe-core";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";

const WCAG_22_AA = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * What a page of an accessibility test needs: axe is a script, so scripts are on and the page's policy, which may allow
 * none, is passed by. In the project without scripts the site is asked for none instead (`Save-Data: on`).
 */
export const AXE_OPTIONS = {
  bypassCSP: true,
  javaScriptEnabled: true,
  contextOptions: { reducedMotion: "reduce" },
  extraHTTPHeaders: async (
    { extraHTTPHeaders }: { extraHTTPHeaders?: Record<string, string> },
    provide: (headers: Record<string, string>) => Promise<void>,
    { project }: { project: { name: string } },
  ) => provide({ ...extraHTTPHeaders, ...(project.name === "no-scripts" ? { "Save-Data": "on" } : {}) }),
} as const;

/**
 * What axe finds against WCAG 2.2 AA in a colour scheme.
 *
 * @param colourAlone looks at contrast only: all that a scheme changes on a page whose other scheme was looked at whole
 */
export async function violations(
  page: Page,
  colorScheme: "light" | "dark",
  { colourAlone = false }: { colourAlone?: boolean } = {},
): Promise<string[]> {
  await page.emulateMedia({ colorScheme });
  // A document that was looked at in one scheme has axe for the other.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(SOURCE);
  const runOnly: axe.RunOptions["runOnly"] = colourAlone
    ? { type: "rule", values: ["color-contrast"] }
    : { type: "tag", values: WCAG_22_AA };
  return page.evaluate(async (runOnly) => {
    const { run } = (window as unknown as { axe: typeof axe }).axe;
    // What passes is not told, and need not be described. Frames are other sites' widgets.
    const { violations } = await run(document, { runOnly, resultTypes: ["violations"], iframes: false });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id} ${html} ${String(failureSummary)}`),
    );
  }, runOnly);
}

/** Expects no violation of WCAG 2.2 AA that axe can find in the light colour scheme, nor of contrast in the dark one. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    const found = await violations(page, colorScheme, { colourAlone: colorScheme === "dark" });
    expect(found, `${page.url()} in the ${colorScheme} scheme`).toEqual([]);
  }
}
