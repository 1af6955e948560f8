import type { Page } from "@playwright/test";
import { HtmlValidate, type ConfigData } from "html-validate";
import { violations } from "../support/axe";
import { expect, test as base } from "../support/journey";
import { atDoubledText, sideways } from "../support/sideways";
import { signInThrough } from "../support/signing-in";
import { startStage, type Stage } from "../support/stage";
import { AUDIENCES } from "../support/views";

/** Only what contradicts how React writes HTML is other than recommended. */
const HTML: ConfigData = {
  extends: ["html-validate:recommended"],
  rules: {
    // React closes void elements with a slash, writes charSet as its own name for it, and boolean attributes as empty.
    "void-style": ["error", { style: "selfclosing" }],
    "attr-case": "off",
    "attribute-boolean-style": ["error", { style: "empty" }],
  },
};

const NARROW = { width: 320, height: 640 };
const PHONE = { width: 375, height: 812 };
const PLACE = 40;
const DEAD_PLATFORM = "http://127.0.0.1:9";

const test = base.extend<object, { strandedStage: Stage }>({
  /** A storefront whose platform does not answer. */
  strandedStage: [
    async ({}, provide, { parallelIndex }) => {
      const stage = await startStage(PLACE + parallelIndex, { UPSTREAM_URL: DEAD_PLATFORM });
      await provide(stage);
      await stage.stop();
    },
    { scope: "worker" },
  ],
});

const validator = new HtmlValidate(HTML);

/** What is wrong with a page's HTML as the server wrote it. */
async function faultsOf(html: string): Promise<string[]> {
  const report = await validator.validateString(html);
  return report.results.flatMap(({ messages }) =>
    messages.map(({ line, column, ruleId, message }) => `${line}:${column} ${ruleId}: ${message}`),
  );
}

// axe looks at pages from inside, which a policy without scripts would not let it. Nobody who says Save-Data gets scripts,
// so that every view is looked at as the server wrote it, whole after each step.
test.use({
  bypassCSP: true,
  contextOptions: { reducedMotion: "reduce" },
  extraHTTPHeaders: async ({ extraHTTPHeaders }, provide) => provide({ ...extraHTTPHeaders, "Save-Data": "on" }),
  viewport: NARROW,
});

/** What a view looks like with this visitor's text at 200 %: the size of its text, and what makes it scroll sideways. */
async function largeText(page: Page): Promise<{ size: string; wide: string[] }> {
  await page.setViewportSize(PHONE);
  const seen = await atDoubledText(page, async () => ({
    size: await page.evaluate(() => getComputedStyle(document.body).fontSize),
    wide: await sideways(page),
  }));
  await page.setViewportSize(NARROW);
  return seen;
}

for (const { name: audience, account, views } of AUDIENCES) {
  test(`every view of a ${audience} is valid HTML, meets WCAG 2.2 AA, fits 320 px, and text of 200 %`, async ({
    page,
    sandbox,
    setLocale,
    strandedStage,
    context,
  }) => {
    test.setTimeout(240_000);
    let served = Promise.resolve("");
    page.on("response", (response) => {
      const type = response.headers()["content-type"] ?? "";
      if (response.request().isNavigationRequest() && type.includes("text/html")) {
        // A document that only led on is gone by the time it is asked for.
        served = response.text().catch(() => "not a document");
      }
    });
    // English has the longer words.
    await setLocale("en_US");
    const who = await account(sandbox);
    if (audience !== "visitor" && audience !== "stranded") await signInThrough(page, sandbox, who, false);
    const origin = audience === "stranded" ? strandedStage.storefront.url : "";
    if (origin) await context.addCookies([{ name: "ulan", value: "en_US", url: origin }]);
    for (const view of views) {
      await view.open({ page, sandbox, account: who, origin });
      const here = `${view.name} (${page.url()})`;
      expect.soft(await faultsOf(await served), `${here}: HTML`).toEqual([]);
      await expect.soft(page.locator("h1"), `${here}: one h1`).toHaveCount(1);
      await expect.soft(page, `${here}: a title`).toHaveTitle(/\S/);
      expect.soft(await sideways(page), `${here}: sideways at 320 px`).toEqual([]);
      expect.soft(await violations(page, "light"), `${here}: axe, light`).toEqual([]);
      expect.soft(await violations(page, "dark", { colourAlone: true }), `${here}: axe, dark`).toEqual([]);
      expect.soft(await largeText(page), `${here}: text of 200 %`).toEqual({ size: "32px", wide: [] });
    }
  });
}
