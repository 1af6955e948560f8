import type { Page } from "@playwright/test";
import { showAsServed } from "../support/as-served";
import { addAxeTo, violations } from "../support/axe";
import { floating, floatingOnPaper } from "../support/floating";
import { expect, test } from "../support/journey";
import { ScriptlessContext } from "../support/scriptless/context";
import { atDoubledText, sideways } from "../support/sideways";
import { signInThrough } from "../support/signing-in";
import { stretch } from "../support/stretching";
import { smallTargets } from "../support/targets";
import { AUDIENCES, BRAND } from "../support/views/audiences";
import { expectTexts } from "../support/views/texts";
import { sampledViews } from "../support/views/view";

/** The accent of the example brand (`content/example/theme.css`). */
const ACCENT = "#7a1fa2";
/** A height without fixed bars: content under a bar can be scrolled, but axe counts it as covered. */
const NARROW = { width: 320, height: 470 };

// With Save-Data no page gets scripts, so every view is checked as the server wrote it.
test.use({
  // Chromium does not know that a document comes from this machine when it did not load it itself.
  permissions: ["local-network-access"],
  contextOptions: { reducedMotion: "reduce" },
  extraHTTPHeaders: async ({ extraHTTPHeaders }, provide) => provide({ ...extraHTTPHeaders, "Save-Data": "on" }),
  viewport: NARROW,
});

/** A view with the visitor's text at 200 %: the size of its text, and the elements that make it scroll sideways. */
function largeText(page: Page): Promise<{ size: string; wide: string[] }> {
  return atDoubledText(page, async () => ({
    size: await page.evaluate(() => getComputedStyle(document.body).fontSize),
    wide: await sideways(page),
  }));
}

for (const { name: audience, account, views } of AUDIENCES) {
  test(`the views of a ${audience} meet WCAG 2.2 AA, fit 320 px, and text of 200 %`, async ({
    page,
    baseURL,
    extraHTTPHeaders,
    sandbox,
    noUpstreamEnvironment: outage,
  }) => {
    test.setTimeout(240_000);
    const visitor = new ScriptlessContext(baseURL ?? "", { headers: extraHTTPHeaders ?? {} });
    // English has the longer words.
    visitor.jar.set("ulan", "en_US");
    const way = await visitor.newPage();
    // Views use what this page and Playwright's have in common.
    const testContext = { page: way as unknown as Page, sandbox, account: await account(sandbox) };
    if (audience !== "visitor" && audience !== "signedOutOnOutage") {
      await signInThrough(testContext.page, sandbox, testContext.account, false);
    }
    const origin = audience === "signedOutOnOutage" ? outage.storefront.url : "";
    await addAxeTo(page);
    for (const { view, isChecked } of sampledViews(views, 24)) {
      await view.open({ ...testContext, origin });
      if (!isChecked) continue;
      await expectTexts(testContext.page, `${view.name} (${way.url()})`, "en_US");
      await showAsServed(page, way);
      const here = `${view.name} (${page.url()})`;
      expect.soft(await sideways(page), `${here}: sideways at 320 px`).toEqual([]);
      expect.soft(await violations(page, "light"), `${here}: axe, light`).toEqual([]);
      expect.soft(await violations(page, "dark", { colourAlone: true }), `${here}: axe, dark`).toEqual([]);
      expect.soft(await smallTargets(page), `${here}: targets under 44 px`).toEqual([]);
      expect.soft(await floating(page), `${here}: over the page`).toEqual([]);
      expect.soft(await floatingOnPaper(page), `${here}: over the text on paper`).toEqual([]);
      expect.soft(await stretch(page), `${here}: what can be long`).toBeGreaterThan(0);
      expect.soft(await sideways(page), `${here}: long names and figures, sideways at 320 px`).toEqual([]);
      expect.soft(await largeText(page), `${here}: text of 200 %`).toEqual({ size: "32px", wide: [] });
    }
  });
}

// It differs in colours and texts, and not in how they are laid out.
test("the views of another brand meet WCAG 2.2 AA in its colours, and its texts fit 320 px @long", async ({
  page,
  baseURL,
  extraHTTPHeaders,
  sandbox,
  brandEnvironment,
}) => {
  test.setTimeout(120_000);
  const visitor = new ScriptlessContext(baseURL ?? "", { headers: extraHTTPHeaders ?? {} });
  visitor.jar.set("ulan", "en_US");
  const way = await visitor.newPage();
  const account = await BRAND.account(sandbox);
  await addAxeTo(page);
  for (const view of BRAND.views) {
    await view.open({ page: way as unknown as Page, sandbox, account, origin: brandEnvironment.storefront.url });
    await showAsServed(page, way);
    const here = `${view.name} (${page.url()})`;
    await page.emulateMedia({ colorScheme: "light" });
    await expect.soft(page.locator("html"), `${here}: the brand's own accent`).toHaveCSS("--accent", ACCENT);
    expect.soft(await sideways(page), `${here}: sideways at 320 px`).toEqual([]);
    expect.soft(await violations(page, "light"), `${here}: axe, light`).toEqual([]);
    expect.soft(await violations(page, "dark", { colourAlone: true }), `${here}: axe, dark`).toEqual([]);
    expect.soft(await smallTargets(page), `${here}: targets under 44 px`).toEqual([]);
  }
});
