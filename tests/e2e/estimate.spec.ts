import { expect, test } from "../support/journey";

test("at 320 px the three cases are side by side if they fit, and no figure wraps @long", async ({
  page,
  setLocale,
}) => {
  await setLocale("en_US");
  await page.setViewportSize({ width: 320, height: 568 });
  const figures = page.locator("figure td .figure");
  for (const [product, quantity, lines] of [
    ["1001", "10", 1],
    ["1008", "3333.33", 2],
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
});
