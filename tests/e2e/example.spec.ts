import { expect, test } from "../support/journey";
import { expectOrders, payWithWrongCode, sheet, toCode } from "../support/shopping";

test("a buyer whose code was wrong can pay with the next one @scripts", async ({ page, enter, pay }) => {
  await enter("en_US");
  await toCode(page, "5");
  await payWithWrongCode(page);
  await expect(sheet(page)).toContainText("Verification code error!");
  await pay();
  await expect(page).toHaveURL(/\/Successpay\?/);
  await expectOrders(page, 1);
});

test("unreadable orders are not shown as an empty list", async ({ page, enter, sandbox }) => {
  await enter("en_US");
  await sandbox.fail("getOrderList", { kind: "reset" });
  await page.goto("/MyOrder");
  await expect(page.locator("main")).toContainText("We can’t show your orders right now");
});
