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

/** Expects no violation of WCAG 2.2 AA that axe can find, in the light and in the dark colour scheme. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page }).withTags(WCAG_22_AA).analyze();
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => ({ id, html, failureSummary })),
    );
    expect(found, `${page.url()} in the ${colorScheme} scheme`).toEqual([]);
  }
}
