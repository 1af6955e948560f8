import type { Page } from "@playwright/test";
import { LANGUAGES } from "~/i18n/locales";
import { followFromHome } from "../support/from-home";
import { expect, test } from "../support/journey";
import { TEXTS } from "../support/texts";

const WECHAT =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.47(0x18002f2c) NetType/WIFI Language/zh_TW";

const main = (page: Page) => page.locator("main");
/** The links to other sites. */
const downloads = (page: Page) => main(page).locator("a[href^='https:']");

for (const locale of ["el_GR", "en_US"] as const) {
  const t = TEXTS[locale];
  const toOther = LANGUAGES[locale === "el_GR" ? "en_US" : "el_GR"].switchTo;

  test(
    `from Home's foot to the one download; its QR code shows only on a wide screen: ${locale}`,
    { tag: ["@long", "@browser"] },
    async ({ page, setLocale }) => {
      await setLocale(locale);
      await followFromHome(page, "foot", t("common.appDownload"));
      await expect(page).toHaveURL("/Index/Home?step=app");
      await page
        .getByRole("dialog")
        .getByRole("link", { name: t("common.download") })
        .click();
      await expect(page).toHaveURL("/AppDownload");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("common.appDownload"));
      await expect(downloads(page)).toHaveText([t("common.download")]);
      await expect(page.locator("img.qr")).toBeHidden();
      await page.setViewportSize({ width: 768, height: 1024 });
      await expect(page.getByRole("img", { name: t("AppDownload.qr") })).toBeVisible();
      await page.setViewportSize({ width: 375, height: 812 });

      await main(page)
        .getByRole("link", { name: t("AppDownload.forIos") })
        .click();
      await expect(downloads(page)).toHaveText([t("common.appStore"), t("common.testFlight")]);
      await page.getByRole("button", { name: toOther }).click();
      await expect(page, "what was chosen outlives a change of language").toHaveURL(
        "/AppDownload?platform=ios#language",
      );
    },
  );

  test.describe("inside WeChat", () => {
    test.use({ userAgent: WECHAT });

    test(
      `a mask asks for a normal browser, takes the focus in reading order, and can be left: ${locale}`,
      { tag: ["@long", "@browser"] },
      async ({ page, setLocale, baseURL }) => {
        await setLocale(locale);
        await page.goto("/AppDownload");
        await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("AppDownload.maskTitle"));
        await expect(downloads(page)).toHaveCount(0);
        const address = page.getByLabel(t("AppDownload.maskCopy"));
        await expect(address).toHaveValue(`${baseURL}/AppDownload`);
        await expect(address).not.toBeEditable();

        const stops = [
          page.getByRole("link", { name: t("common.skip") }),
          address,
          page.getByRole("link", { name: t("AppDownload.stay") }),
          page.getByRole("button", { name: toOther }),
          page.getByRole("link", { name: t("common.helpTitle") }),
        ];
        for (const stop of stops) {
          await page.keyboard.press("Tab");
          await expect(stop).toBeFocused();
          await expect(stop).toBeInViewport({ ratio: 1 });
        }
        await page.getByRole("link", { name: t("AppDownload.stay") }).click();
        await expect(page).toHaveURL("/AppDownload?stay=1");
        await expect(downloads(page)).toHaveText([t("common.appStore"), t("common.testFlight")]);
        await page.getByRole("link", { name: t("AppDownload.stayed") }).click();
        await expect(page).toHaveURL("/AppDownload");
        await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("AppDownload.maskTitle"));
      },
    );
  });
}
