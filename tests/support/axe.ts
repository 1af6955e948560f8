import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const WCAG_22_AA = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

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
  const axe = new AxeBuilder({ page });
  const { violations } = await (colourAlone ? axe.withRules("color-contrast") : axe.withTags(WCAG_22_AA)).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id} ${html} ${failureSummary}`),
  );
}

/** Expects no violation of WCAG 2.2 AA that axe can find, in the light and in the dark colour scheme. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    expect(await violations(page, colorScheme), `${page.url()} in the ${colorScheme} scheme`).toEqual([]);
  }
}
