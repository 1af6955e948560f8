import type { Page } from "@playwright/test";
import { LANGUAGES } from "~/i18n/locales";
import { followFromHome } from "../support/from-home";
import { expect, test } from "../support/journey";
import { TEXTS } from "../support/texts";

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";
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

  test.describe("on iOS", () => {
    test.use({ userAgent: IPHONE });

    test(`the account centre's earnings open an overlay with buttons for App Store and TestFlight: ${locale}`, async ({
      page,
      enterByForm,
    }) => {
      await enterByForm(locale);
      const toast = page.getByRole("status").first();
      await expect(toast.getByRole("link", { name: t("common.testFlight") })).toBeVisible();
      await toast.getByRole("link", { name: t("common.dismiss") }).click();
      await expect(page.getByRole("link", { name: t("common.testFlight") }), "the foot has its sheet").toHaveCount(0);

      await page.goto("/UserCenter");
      await page.getByRole("link", { name: t("UserCenter.earnings") }).click();
      const dialog = page.getByRole("dialog");
      await expect(dialog).toHaveAccessibleName(t("UserCenter.earningsTitle"));
      await expect(dialog.locator("a[href='/AppDownload']")).toHaveText([t("common.appStore"), t("common.testFlight")]);
      await dialog.getByRole("link", { name: t("common.close") }).click();
      await expect(page).toHaveURL("/UserCenter");
      await page.getByRole("link", { name: t("UserCenter.earnings") }).click();
      await dialog.getByRole("link", { name: t("common.appStore") }).click();
      await expect(page).toHaveURL("/AppDownload");
      await expect(downloads(page)).toHaveText([t("common.appStore"), t("common.testFlight")]);
    });
  });

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

test.describe("while the upstream does not respond", () => {
  for (const locale of ["el_GR", "en_US"] as const) {
    test(`a message, a retry link and a contact link, and no button without a link: ${locale}`, async ({
      page,
      context,
      noUpstreamEnvironment: outage,
    }) => {
      const t = TEXTS[locale];
      const { url } = outage.storefront;
      await context.addCookies([{ name: "ulan", value: locale, url }]);
      const response = await page.goto(`${url}/AppDownload`);
      expect(response?.status()).toBe(503);
      await expect(main(page)).toContainText(t("AppDownload.unavailable"));
      await expect(downloads(page)).toHaveCount(0);
      await expect(main(page).getByRole("link", { name: t("common.retry") })).toHaveAttribute("href", "/AppDownload");
      await expect(main(page).getByRole("link", { name: t("common.support") })).toBeVisible();
    });
  }
});
