import type axe from "axe-core";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";

const WCAG_22_AA = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Adds axe to every document that a page opens, so that axe is sent only once. */
export const addAxeTo = (page: Page) => page.addInitScript({ content: SOURCE });

/** Loads axe into the open document. This is faster than `evaluate`, because the script has half a megabyte. */
async function load(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Runtime.evaluate", { expression: SOURCE });
  await devtools.detach();
}

/** The attribute of elements whose contrast axe must check. */
const UNCHECKED = "data-contrast-unchecked";
/** The combinations of text colour, size and background that axe has checked in this process. */
const checked = new Set<string>();

/**
 * Marks the texts of a page whose contrast was not checked yet. Contrast is axe's slowest check, and most texts have
 * the same colours as texts in other views.
 *
 * @returns the number of marked texts
 */
async function markUnchecked(page: Page): Promise<number> {
  const found = await page.evaluate(
    ({ known, mark }) => {
      const isText = (node: Node) => node.nodeType === Node.TEXT_NODE && /\S/.test(node.nodeValue ?? "");
      const looks = new Map<Element, string>();
      const backgroundsOf = (element: Element | null): string => {
        if (!element) return "";
        const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
        const own = `${backgroundColor} ${backgroundImage} ${opacity}`;
        const all = looks.get(element) ?? `${backgroundsOf(element.parentElement)}/${own}`;
        looks.set(element, all);
        return all;
      };
      const unchecked = new Set<string>();
      for (const element of document.querySelectorAll("body, body *")) {
        element.removeAttribute(mark);
        const hasText = element.matches("input, select, textarea") || Array.from(element.childNodes).some(isText);
        if (!hasText || !element.checkVisibility()) continue;
        const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
        const look = `${color} ${fontSize} ${fontWeight} ${textShadow} on ${backgroundsOf(element)}`;
        if (known.includes(look)) continue;
        element.setAttribute(mark, "");
        unchecked.add(look);
      }
      return [...unchecked];
    },
    { known: [...checked], mark: UNCHECKED },
  );
  for (const look of found) checked.add(look);
  return found.length;
}

/**
 * Returns axe's violations of WCAG 2.2 AA in a colour scheme.
 *
 * @param colourAlone true to check only contrast, because nothing else differs between a page's colour schemes
 */
export async function violations(
  page: Page,
  colorScheme: "light" | "dark",
  { colourAlone = false }: { colourAlone?: boolean } = {},
): Promise<string[]> {
  await page.emulateMedia({ colorScheme });
  const unchecked = await markUnchecked(page);
  if (unchecked === 0 && colourAlone) return [];
  // A document that was checked in one scheme already has axe for the other.
  if (!(await page.evaluate(() => "axe" in window))) await load(page);
  const runOnly: axe.RunOptions["runOnly"] = colourAlone
    ? { type: "rule", values: ["color-contrast"] }
    : { type: "tag", values: WCAG_22_AA };
  return page.evaluate(
    async ({ runOnly, colourAlone, mark }) => {
      const { configure, run } = (window as unknown as { axe: typeof axe }).axe;
      configure({ rules: [{ id: "color-contrast", selector: `[${mark}]` }] });
      // We check only violations, and skip frames, which are other sites' widgets, and preloading, which only a rule
      // about sound needs.
      const { violations } = await run(document, {
        runOnly,
        // `smallTargets` requires 44 px instead of 24. The rule for 2.5.3 is experimental, so it is off by default.
        rules: { "target-size": { enabled: false }, "label-content-name-mismatch": { enabled: !colourAlone } },
        resultTypes: ["violations"],
        iframes: false,
        preload: false,
      });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id} ${html} ${String(failureSummary)}`),
      );
    },
    { runOnly, colourAlone, mark: UNCHECKED },
  );
}

/** Expects no violation of WCAG 2.2 AA in the light scheme, and none of contrast in the dark scheme. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    const found = await violations(page, colorScheme, { colourAlone: colorScheme === "dark" });
    expect(found, `${page.url()} in the ${colorScheme} scheme`).toEqual([]);
  }
}
