import type { Page } from "@playwright/test";
import { showAsServed } from "../support/as-served";
import { addAxeTo, expectAccessible, violations } from "../support/axe";
import { expect, test } from "../support/journey";
import { ScriptlessContext } from "../support/scriptless/context";
import type { ScriptlessPage } from "../support/scriptless/scriptless-page";
import { openHydrated, quantity } from "../support/shopping";
import { atDoubledText, sideways } from "../support/sideways";
import { signInThrough } from "../support/signing-in";
import { AUDIENCES, BRAND } from "../support/views/audiences";
import { expectTexts } from "../support/views/texts";
import { sampledViews } from "../support/views/view";

/** Elements with names from the upstream or a visitor, which may be long, with or without spaces. */
const NAMES = [
  ...["h1", "h2", "h3", "dt", "dd", "th", "td", ".tag", ".button", ".entry-text", ".product-title", ".banner-title"],
  ...[".bar-logo span", ".summary li", ".field-error", ".toast p", ".note"],
];

/**
 * Makes a page's data as long as possible: each number with a fraction gets eight digits before and eight after the
 * point, and each name is extended by several words and a long one.
 *
 * @returns how many numbers and names it has made longer
 */
function stretch(page: Page): Promise<number> {
  return page.evaluate((names) => {
    const LONG_FIGURE = "12,345,678.12345678";
    const LONG_NAME = " goes on in several words to Donaudampfschifffahrtsgesellschaft";
    let count = 0;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (text.parentElement?.closest("script, style, option")) continue;
      const longer = text.nodeValue?.replace(/\d[\d,]*\.\d+/g, LONG_FIGURE) ?? "";
      if (longer !== text.nodeValue) count += 1;
      text.nodeValue = longer;
    }
    for (const element of document.querySelectorAll(names)) {
      const last = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).lastChild();
      if (!last?.nodeValue?.trim()) continue;
      last.nodeValue += LONG_NAME;
      count += 1;
    }
    return count;
  }, NAMES.join(","));
}

/**
 * Controls of a page that are smaller than 44 × 44 px (house 19). Links in sentences and in the upstream's texts are
 * only as high as their line, a checkbox is pressed by its label, and a link may cover its row.
 */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const LEAST_PX = 44;
    const WORDS = /[\p{L}\p{N}]/u;
    const isInSentence = (element: Element) =>
      getComputedStyle(element).display === "inline" &&
      Array.from(element.parentElement?.childNodes ?? []).some(
        (node) => node !== element && !(node instanceof HTMLAnchorElement) && WORDS.test(node.textContent ?? ""),
      );
    const targets = document.querySelectorAll(
      "a[href], button, summary, select, textarea, input:not([type=hidden]), [role=button]",
    );
    return Array.from(targets).flatMap((element) => {
      if (element.closest("[inert], [aria-hidden=true], .prose, .skip") || !element.checkVisibility()) return [];
      if (isInSentence(element)) return [];
      const label = element.matches("[type=checkbox], [type=radio]") ? element.closest("label") : null;
      const isPositioned = (one: Element, part?: string) => getComputedStyle(one, part).position !== "static";
      let target = label ?? element;
      if (isPositioned(element, "::after"))
        while (!isPositioned(target) && target.parentElement) target = target.parentElement;
      const { width, height } = target.getBoundingClientRect();
      // Layout is in fractions of a pixel.
      if (width > LEAST_PX - 0.5 && height > LEAST_PX - 0.5) return [];
      return [`${Math.round(width)} × ${Math.round(height)}: ${element.outerHTML.slice(0, 120)}`];
    });
  });
}

/**
 * Lists that Safari does not announce as such: those with `list-style: none` or without an item of that display type,
 * unless they are in navigation.
 */
function unannounced(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isMarked = (item: Element) => {
      const { display, listStyleType } = getComputedStyle(item);
      return display === "list-item" && listStyleType !== "none";
    };
    return Array.from(document.querySelectorAll("ul, ol"))
      .filter((list) => list.checkVisibility() && !list.closest("nav") && !Array.from(list.children).some(isMarked))
      .map((list) => list.outerHTML.slice(0, 120));
  });
}

const A4 = { width: 794, height: 1123 };

/**
 * Elements over the text on printed pages, except an open sheet or menu, which is then the text itself.
 */
async function floatingOnPaper(page: Page): Promise<string[]> {
  const window = page.viewportSize();
  await page.setViewportSize(A4);
  await page.emulateMedia({ media: "print" });
  const found = await page.evaluate(() =>
    Array.from(document.querySelectorAll("body *"))
      .filter((element) => getComputedStyle(element).position === "fixed" && element.checkVisibility())
      .filter((element) => !element.matches(".sheet-veil, .menu-panel"))
      .map((element) => element.outerHTML.slice(0, 120)),
  );
  await page.emulateMedia({ media: "screen" });
  if (window) await page.setViewportSize(window);
  return found;
}

/**
 * Elements that wrongly stay over the page while it scrolls (house 22): anything but a low bar at its top, its bottom
 * or the bottom of a sheet. A bar is too high if it takes more than half of a window of 1280 × 1024 px at 400 %. An
 * open sheet or menu may cover the page, since it scrolls by itself.
 */
function floating(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const MOST_PX = 128;
    return Array.from(document.querySelectorAll("body *")).flatMap((element) => {
      const { position, top, bottom } = getComputedStyle(element);
      if (position !== "fixed" && position !== "sticky") return [];
      // The element sticks only horizontally, and scrolls vertically with the page.
      if (position === "sticky" && top === "auto" && bottom === "auto") return [];
      if (element.matches(".sheet-veil, .menu-panel") || !element.checkVisibility()) return [];
      const { height } = element.getBoundingClientRect();
      if (element.matches("header.bar, .compare-tray, .low-bar, .sheet-foot") && height <= MOST_PX) return [];
      return [`${position}, ${Math.round(height)} px: ${element.outerHTML.slice(0, 120)}`];
    });
  });
}

/** The accent of the example brand (`content/example/theme.css`). */
const ACCENT = "#7a1fa2";

/** A visitor without scripts, in English, whose texts are longer; `page` is the same page under Playwright's type. */
async function visitor(url: string, headers: Record<string, string>): Promise<{ way: ScriptlessPage; page: Page }> {
  const context = new ScriptlessContext(url, { headers });
  context.jar.set("ulan", "en_US");
  const way = await context.newPage();
  return { way, page: way as unknown as Page };
}

/** Checks a view as served, at 320 px. */
async function expectFit(page: Page, here: string): Promise<void> {
  expect.soft(await sideways(page), `${here}: sideways at 320 px`).toEqual([]);
  expect.soft(await violations(page, "light"), `${here}: axe, light`).toEqual([]);
  expect.soft(await violations(page, "dark", { colourAlone: true }), `${here}: axe, dark`).toEqual([]);
  expect.soft(await smallTargets(page), `${here}: targets under 44 px`).toEqual([]);
  expect.soft(await unannounced(page), `${here}: lists that Safari does not announce`).toEqual([]);
}

/** The text size of a view with text at 200 %, and the elements that make it scroll sideways. */
function largeText(page: Page): Promise<{ size: string; wide: string[] }> {
  return atDoubledText(page, async () => ({
    size: await page.evaluate(() => getComputedStyle(document.body).fontSize),
    wide: await sideways(page),
  }));
}

test.describe("pages without scripts", () => {
  // With Save-Data no page gets scripts.
  test.use({
    // For Chromium, a document that it did not load itself does not come from this machine.
    permissions: ["local-network-access"],
    contextOptions: { reducedMotion: "reduce" },
    extraHTTPHeaders: async ({ extraHTTPHeaders }, provide) => provide({ ...extraHTTPHeaders, "Save-Data": "on" }),
    // A height without fixed bars: content under a bar can be scrolled, but axe counts it as covered.
    viewport: { width: 320, height: 470 },
  });

  for (const { name: audience, account, views } of AUDIENCES) {
    test(`the views of a ${audience} meet WCAG 2.2 AA, and fit 320 px and text at 200 %`, async ({
      page,
      baseURL,
      extraHTTPHeaders,
      sandbox,
      noUpstreamEnvironment: outage,
    }) => {
      test.setTimeout(240_000);
      const { way, page: served } = await visitor(baseURL ?? "", extraHTTPHeaders ?? {});
      const who = await account(sandbox);
      const isOutage = audience === "signedOutOnOutage";
      if (audience !== "visitor" && !isOutage) await signInThrough(served, sandbox, who);
      const origin = isOutage ? outage.storefront.url : "";
      await addAxeTo(page);
      for (const { view, isChecked } of sampledViews(views, 80)) {
        await view.open({ page: served, sandbox, account: who, origin });
        if (!isChecked) continue;
        await showAsServed(page, way);
        const here = `${view.name} (${page.url()})`;
        expectTexts(await way.content(), here, "en_US");
        await expectFit(page, here);
        expect.soft(await floating(page), `${here}: over the page`).toEqual([]);
        expect.soft(await floatingOnPaper(page), `${here}: over the text on paper`).toEqual([]);
        expect.soft(await stretch(page), `${here}: what can be long`).toBeGreaterThan(0);
        expect.soft(await sideways(page), `${here}: long names and figures, sideways at 320 px`).toEqual([]);
        expect.soft(await largeText(page), `${here}: text of 200 %`).toEqual({ size: "32px", wide: [] });
      }
    });
  }

  test("the views of another brand meet WCAG 2.2 AA in its colours, and its texts fit 320 px @long", async ({
    page,
    baseURL,
    extraHTTPHeaders,
    sandbox,
    brandEnvironment,
  }) => {
    test.setTimeout(120_000);
    const { way, page: served } = await visitor(baseURL ?? "", extraHTTPHeaders ?? {});
    const account = await BRAND.account(sandbox);
    await addAxeTo(page);
    for (const view of BRAND.views) {
      await view.open({ page: served, sandbox, account, origin: brandEnvironment.storefront.url });
      await showAsServed(page, way);
      await page.emulateMedia({ colorScheme: "light" });
      const here = `${view.name} (${page.url()})`;
      await expect.soft(page.locator("html"), `${here}: the brand's own accent`).toHaveCSS("--accent", ACCENT);
      await expectFit(page, here);
    }
  });
});

test.describe("elements added by scripts meet WCAG 2.2 AA @long", () => {
  // The page's policy would block axe, which is a script.
  test.use({ bypassCSP: true, contextOptions: { reducedMotion: "reduce" } });

  for (const path of ["/Login", "/Register"]) {
    test(`the widget of each captcha kind, and the note for a kind without a web widget: ${path}`, async ({
      page,
      sandbox,
    }) => {
      for (const kind of [1, 2, 9]) {
        await sandbox.setCaptchaKind(kind);
        await page.goto(path);
        if (kind !== 9) await expect(page.locator("#captcha").locator("[role=slider], button")).toBeVisible();
        await expectAccessible(page);
      }
    });
  }

  test("the toast about a quantity, which also has a border in forced colours", async ({ page }) => {
    await openHydrated(page);
    await quantity(page).fill("900");
    await quantity(page).blur();
    await expect(page.getByRole("alert")).toBeVisible();
    await expectAccessible(page);
    await page.emulateMedia({ forcedColors: "active" });
    await expect(page.locator(".toast")).toHaveCSS("border-top-width", "1px");
  });
});
