import { CHROMIUM_FLAGS, findChromium } from "../support/chromium";
import { expect, test } from "../support/journey";
import { sideways } from "../support/sideways";
import { signInThrough } from "../support/signing-in";
import { AUDIENCES } from "../support/views";

/** Text at 200 %, as a visitor sets it in the browser: pages may not tell it from any other base size. */
test.use({
  launchOptions: {
    executablePath: findChromium(),
    args: [...CHROMIUM_FLAGS, "--blink-settings=defaultFontSize=32,defaultFixedFontSize=26"],
  },
  extraHTTPHeaders: async ({ extraHTTPHeaders }, provide) => provide({ ...extraHTTPHeaders, "Save-Data": "on" }),
});

for (const { name, account, views } of AUDIENCES.filter(({ name }) => name !== "stranded")) {
  // English has the longer words.
  test(`text set to 200 % doubles, and no view of a ${name} scrolls sideways`, async ({ page, sandbox, setLocale }) => {
    test.setTimeout(120_000);
    await setLocale("en_US");
    const who = await account(sandbox);
    if (name !== "visitor") await signInThrough(page, sandbox, who, false);
    for (const view of views) {
      await view.open({ page, sandbox, account: who, origin: "" });
      const size = await page.evaluate(() => getComputedStyle(document.body).fontSize);
      expect.soft(size, view.name).toBe("32px");
      expect.soft(await sideways(page), `${view.name} (${page.url()})`).toEqual([]);
    }
  });
}
