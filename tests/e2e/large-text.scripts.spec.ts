import { CHROMIUM_FLAGS, findChromium } from "../support/chromium";
import { expect, test } from "../support/journey";
import { sideways } from "../support/sideways";

/** Text at 200 %, as a visitor sets it in the browser: pages may not tell it from any other base size. */
test.use({
  launchOptions: {
    executablePath: findChromium(),
    args: [...CHROMIUM_FLAGS, "--blink-settings=defaultFontSize=32,defaultFixedFontSize=26"],
  },
});

for (const locale of ["el_GR", "en_US"] as const) {
  test(`text set to 200 % doubles, and nothing scrolls sideways: ${locale}`, async ({ page, setLocale }) => {
    await setLocale(locale);
    for (const path of ["/Index/Home", "/Index/Power", "/Login", "/PowerProductDetail/1001"]) {
      await page.goto(path);
      const size = await page.evaluate(() => getComputedStyle(document.body).fontSize);
      expect(size, path).toBe("32px");
      expect(await sideways(page), path).toEqual([]);
    }
  });
}
