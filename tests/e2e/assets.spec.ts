import { expect, test } from "../support/journey";
import { sideways } from "../support/sideways";

test.describe("at 320 px", () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test(
    "nothing scrolls sideways, however large the amounts are",
    { tag: "@browser" },
    async ({ page, sandbox, signIn }) => {
      const balances = { USDT: "123456789012345.1234", FIL: "987654321098765.123456", BTC: "20999999.99999999" };
      await signIn(page, await sandbox.createAccount({ balances }));
      await page.goto("/Assets");
      expect(await sideways(page)).toEqual([]);
    },
  );
});
