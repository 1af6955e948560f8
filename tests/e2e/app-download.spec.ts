import { expect, test } from "../support/journey";
import { TEXTS } from "../support/texts";

const t = TEXTS.en_US;
const WECHAT =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.47(0x18002f2c) NetType/WIFI Language/zh_TW";

test.beforeEach(({ setLocale }) => setLocale("en_US"));

test("the QR code shows only on a wide screen @long", async ({ page }) => {
  await page.goto("/AppDownload");
  await expect(page.locator("img.qr")).toBeHidden();
  await page.setViewportSize({ width: 768, height: 1024 });
  await expect(page.getByRole("img", { name: t("AppDownload.qr") })).toBeVisible();
});

test.describe("inside WeChat", () => {
  test.use({ userAgent: WECHAT });

  test("the focus moves through the hint to open a browser in reading order @long", async ({ page }) => {
    await page.goto("/AppDownload");
    const stops = [
      page.getByRole("link", { name: t("common.skip") }),
      page.getByLabel(t("AppDownload.maskCopy")),
      page.getByRole("link", { name: t("AppDownload.stay") }),
      page.getByRole("link", { name: t("common.footAgreement") }),
    ];
    for (const stop of stops) {
      await page.keyboard.press("Tab");
      await expect(stop).toBeFocused();
      await expect(stop).toBeInViewport({ ratio: 1 });
    }
  });
});
