import { expect, test } from "../support/journey";
import { expectOrders, toCode } from "../support/shopping";
import { LOCALES, TEXTS } from "../support/texts";

for (const locale of LOCALES) {
  const t = TEXTS[locale];

  test(`no orders yet, then one, whose status moves with time: ${locale}`, async ({ page, sandbox, enter, pay }) => {
    await enter(locale);
    await page.goto("/MyOrder");
    await expect(page.getByText(t("MyOrder.empty"))).toBeVisible();
    await page.getByRole("link", { name: t("MyOrder.toMarket") }).click();
    await expect(page).toHaveURL("/Index/Power");

    await toCode(page);
    await pay();
    await expect(page).toHaveURL(/\/Successpay/);
    await expectOrders(page, 1);
    const tag = page.locator("main article .tag");
    await expect(tag).toHaveText(t("MyOrder.paid"));
    await sandbox.advance(2 * 60_000);
    await page.reload();
    await expect(tag).toHaveText(t("MyOrder.pending"));
    await sandbox.advance(10 * 60_000);
    await page.reload();
    await expect(tag).toHaveText(t("MyOrder.mining"));
    await expect(page.locator("main article")).toContainText(t("MyOrder.day", { day: 1, of: 540 }));

    // As pictures, whose words have the figures of the list.
    const plan = await page.locator("main article h2").textContent();
    const quantity = String(await page.locator("main article dl dd").first().textContent());
    await expect(page.locator("main .span")).toHaveCount(1);
    await expect(page.locator("main .span-name")).toHaveText(`${plan} ${quantity}`);
    await expect(page.locator("main .span svg rect")).toHaveCount(2);
    await page.getByText(t("MyOrder.months")).click();
    const months = page.locator("section[aria-labelledby=by-month]");
    await expect(months.locator("dd")).toHaveText(Array(7).fill(quantity));
    await expect(months.locator("svg rect")).toHaveCount(7);

    const tab = (status: string) => page.locator(`main nav a[href='/MyOrder?status=${status}']`).click();
    await tab("ended");
    await expect(page).toHaveURL("/MyOrder?status=ended");
    await expect(page.locator("main article")).toHaveCount(0);
    await expect(page.locator("main")).toContainText(t("MyOrder.noneFound"));
    await tab("mining");
    await expect(page.locator("main article")).toHaveCount(1);

    // Searched for by a part of its number, and taken along as a file.
    const number = await page.locator("main article .exact").textContent();
    const search = page.locator("main form[role=search]");
    await page.getByText(t("MyOrder.searchAndSort")).click();
    await search.locator("[name=q]").fill("nowhere");
    await search.getByRole("button").click();
    await expect(page.locator("main")).toContainText(t("MyOrder.noneFound"));
    await page.getByRole("link", { name: t("MyOrder.showAll") }).click();
    await expect(page).toHaveURL("/MyOrder");
    await page.getByText(t("MyOrder.searchAndSort")).click();
    await search.locator("[name=q]").fill(String(number).slice(4, -1));
    await search.getByRole("button").click();
    await expect(page.locator("main article")).toHaveCount(1);
    const file = await page.getByRole("link", { name: t("Download.csv") }).getAttribute("href");
    const csv = await (await page.request.get(String(file))).text();
    expect(csv.split("\r\n")[1]).toContain(`${number},`);

    // The order's own page: what is known of it, the way back to what was bought, and a question about it.
    await page.locator("main article a").click();
    await expect(page).toHaveURL(/\/MyOrder\/\d+$/);
    await expect(page.locator("main .ring")).toHaveText(t("MyOrder.day", { day: 1, of: 540 }));
    await expect(page.locator("main .timeline [aria-current=step]")).toContainText(t("MyOrder.mining"));
    const calendar = await page.getByRole("link", { name: t("Order.calendar") }).getAttribute("href");
    expect((await page.request.get(String(calendar))).headers()["content-type"]).toContain("text/calendar");
    await expect(page.getByRole("link", { name: t("Order.buyAgain") })).toHaveAttribute(
      "href",
      "/PowerProductDetail/1001",
    );
    await page
      .locator("main")
      .getByRole("link", { name: t("Order.ask") })
      .click();
    await expect(page.locator("textarea")).toHaveValue(/\d{10,}/);
  });

  test(`orders that cannot be read are an error with a retry link: ${locale}`, async ({ page, sandbox, enter }) => {
    await enter(locale);
    await sandbox.fail("getOrderList", { kind: "malformed" });
    const response = await page.goto("/MyOrder");
    expect(response?.status()).toBe(503);
    await expect(page.getByText(t("MyOrder.unavailable"))).toBeVisible();
    await expect(page.getByText(t("MyOrder.empty"))).toHaveCount(0);
    await sandbox.heal();
    await page.getByRole("link", { name: t("common.retry") }).click();
    await expect(page.getByText(t("MyOrder.empty"))).toBeVisible();
  });
}
