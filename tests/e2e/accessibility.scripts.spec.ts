import type { Page } from "@playwright/test";
import { violations } from "../support/axe";
import { floating } from "../support/floating";
import { expect, test } from "../support/journey";
import { atDoubledText, sideways } from "../support/sideways";
import { signInThrough } from "../support/signing-in";
import { stretch } from "../support/stretching";
import { smallTargets } from "../support/targets";
import { AUDIENCES } from "../support/views/audiences";

const NARROW = { width: 320, height: 640 };
const PHONE = { width: 375, height: 812 };

// With Save-Data no page gets scripts, so every view is checked as the server wrote it.
test.use({
  contextOptions: { reducedMotion: "reduce" },
  extraHTTPHeaders: async ({ extraHTTPHeaders }, provide) => provide({ ...extraHTTPHeaders, "Save-Data": "on" }),
  viewport: NARROW,
});

/** A view with the visitor's text at 200 %: the size of its text, and the elements that make it scroll sideways. */
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
  test(`every view of a ${audience} meets WCAG 2.2 AA, fits 320 px, and text of 200 %`, async ({
    page,
    sandbox,
    setLocale,
    noPlatformStage,
    context,
  }) => {
    test.setTimeout(240_000);
    // English has the longer words.
    await setLocale("en_US");
    const who = await account(sandbox);
    if (audience !== "visitor" && audience !== "stranded") await signInThrough(page, sandbox, who, false);
    const origin = audience === "stranded" ? noPlatformStage.storefront.url : "";
    if (origin) await context.addCookies([{ name: "ulan", value: "en_US", url: origin }]);
    for (const view of views) {
      await view.open({ page, sandbox, account: who, origin });
      const here = `${view.name} (${page.url()})`;
      expect.soft(await sideways(page), `${here}: sideways at 320 px`).toEqual([]);
      expect.soft(await violations(page, "light"), `${here}: axe, light`).toEqual([]);
      expect.soft(await violations(page, "dark", { colourAlone: true }), `${here}: axe, dark`).toEqual([]);
      expect.soft(await smallTargets(page), `${here}: targets under 44 px`).toEqual([]);
      expect.soft(await floating(page), `${here}: over the page`).toEqual([]);
      expect.soft(await stretch(page), `${here}: what can be long`).toBeGreaterThan(0);
      expect.soft(await sideways(page), `${here}: long names and figures, sideways at 320 px`).toEqual([]);
      expect.soft(await largeText(page), `${here}: text of 200 %`).toEqual({ size: "32px", wide: [] });
    }
  });
}
