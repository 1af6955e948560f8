import { followFromHome } from "../support/from-home";
import { expect, test } from "../support/journey";
import { PRODUCT_PATH } from "../support/purchase-paths";
import { TEXTS } from "../support/texts";

for (const locale of ["el_GR", "en_US"] as const) {
  const t = TEXTS[locale];

  test(`from Home's foot to an estimate, to its product, and from there back with product and quantity: ${locale}`, async ({
    page,
    setLocale,
  }) => {
    await setLocale(locale);
    await followFromHome(page, "foot", t("Index.estimate"));
    await expect(page).toHaveURL("/Estimate");
    await page.getByLabel(t("Estimate.product")).selectOption("1001");
    await page.getByLabel(t("PowerProductDetail.quantity")).fill("10");
    await page.getByLabel(t("Estimate.half"), { exact: true }).check();
    await page.getByRole("button", { name: t("Estimate.submit") }).click();
    await expect(page).toHaveURL("/Estimate?product=1001&quantity=10&ratio=half#result");
    await expect(page.locator("figure td")).toHaveText(["205.375", "102.6875", "0"]);
    await page.getByRole("link", { name: t("Estimate.toProduct") }).click();
    await expect(page).toHaveURL(`${PRODUCT_PATH}?buyAmount=10`);
    await page.locator("a.ask").click();
    await page.getByRole("link", { name: t("Purchase.estimateLink") }).click();
    await expect(page).toHaveURL("/Estimate?product=1001&quantity=10");
    await expect(page.locator("figure svg")).toHaveCount(1);
  });
}

test(
  "at 320 px the three cases stand side by side, or where a figure is long below each other, and none is broken",
  { tag: ["@long", "@browser"] },
  async ({ page, setLocale }) => {
    await setLocale("en_US");
    await page.setViewportSize({ width: 320, height: 568 });
    const figures = page.locator("figure td .figure");
    for (const [product, quantity, lines] of [
      ["1001", "10", 1],
      ["1008", "3333.33", 3],
    ] as const) {
      await page.goto(`/Estimate?product=${product}&quantity=${quantity}&ratio=half`);
      await expect(figures).toHaveCount(3);
      const places = await figures.evaluateAll((all) =>
        all.map((each) => ({ parts: each.getClientRects().length, box: each.getBoundingClientRect() })),
      );
      expect(places.every(({ parts, box }) => parts === 1 && box.height < 30)).toBe(true);
      expect(new Set(places.map(({ box }) => box.top)).size, product).toBe(lines);
    }
    const cases = await page
      .locator("figure td")
      .evaluateAll((all) => all.map((each) => getComputedStyle(each, "::before").content));
    expect(cases.slice(0, 3)).toEqual(['"100%"', '"50%"', '"0%"']);
  },
);
