import { expect, test } from "../support/journey";
import { LOCALES } from "../support/texts";
import { openHydrated } from "../support/shopping";

for (const locale of LOCALES) {
  for (const [price, widthPx] of [
    ["12.34567891", 360],
    ["99999999.12345678", 320],
  ] as const) {
    test(`an amount in the bar that buys is one line, its coin with it: ${price} at ${widthPx} px: ${locale}`, async ({
      page,
      enter,
      sandbox,
    }) => {
      await sandbox.setProduct("1001", { price });
      await page.setViewportSize({ width: widthPx, height: 640 });
      await enter(locale, { balances: { USDT: "9999999999" } });
      await openHydrated(page, "/PowerProductDetail/1001?buyAmount=1");
      const amount = page.locator(".action-bar-note strong");
      await expect(amount).toHaveText(/^[\d,.]+\u00a0USDT$/);
      const lines = await amount.evaluate((strong) => {
        const range = document.createRange();
        range.selectNodeContents(strong);
        return new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size;
      });
      expect(lines).toBe(1);
    });
  }
}
