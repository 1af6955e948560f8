import { followFromHome } from "../support/from-home";
import { expect, test } from "../support/journey";
import { TEXTS } from "../support/texts";

for (const locale of ["el_GR", "en_US"] as const) {
  const t = TEXTS[locale];

  test(
    `from Home to a miner on the second page, its pictures, back, and to the contact form: ${locale}`,
    { tag: ["@long", "@scripts", "@browser"] },
    async ({ page, setLocale, javaScriptEnabled }) => {
      const heading = page.getByRole("heading", { level: 1 });
      const cards = page.locator("article.product");
      await setLocale(locale);
      await followFromHome(page, "menu", t("common.miner"));
      await expect(page).toHaveURL("/Index/Miner");
      await expect(heading).toHaveText(t("common.miner"));
      await expect(page.locator("#item-10")).toHaveCount(1);

      if (javaScriptEnabled) {
        await expect(async () => {
          await page.locator(".list-end").scrollIntoViewIfNeeded();
          await expect(cards).toHaveCount(14, { timeout: 1000 });
        }).toPass();
        await expect(page).toHaveURL("/Index/Miner?page=2");
      } else {
        await expect(cards).toHaveCount(10);
        await page.getByRole("link", { name: t("Index.listMore") }).click();
        await expect(page).toHaveURL("/Index/Miner?page=2#item-11");
        await expect(page.locator("#item-11")).toBeInViewport({ ratio: 0.9 });
        await expect(page.locator("#item-1")).not.toBeInViewport();
      }
      await expect(page.locator(".list-end")).toContainText(t("Index.listEnd"));

      await page.locator("#item-12 a").click();
      await expect(page).toHaveURL("/MinerProductDetail/2012");
      await expect(heading).toContainText("Meridian Z15 Pro");
      await expect(page.locator("#picture-1")).toBeInViewport({ ratio: 0.9 });
      await expect(page.locator("#picture-3")).not.toBeInViewport();
      await page.getByRole("link", { name: t("Product.pictureLink", { number: 3 }) }).click();
      await expect(page.locator("#picture-3")).toBeInViewport({ ratio: 0.9 });
      await expect(page.locator("#picture-1")).not.toBeInViewport();
      await expect(heading, "the page stays where it is").toBeInViewport();
      await expect(page.getByRole("heading", { level: 2, name: t("MinerProductDetail.configuration") })).toBeVisible();

      await page.getByRole("link", { name: t("common.back"), exact: true }).click();
      await expect(page).toHaveURL("/Index/Miner");
      await page.goto("/Index/Miner?page=2");
      await expect(cards).toHaveCount(14);
      await page.locator("#item-14 a").click();
      await page.getByRole("link", { name: t("LeavingMessage.title"), exact: true }).click();
      await expect(page).toHaveURL("/LeavingMessage?product=2014");
    },
  );
}

test(
  "the address of a miner among the products leads to its own page",
  { tag: ["@scripts", "@browser"] },
  async ({ page, setLocale }) => {
    await setLocale("en_US");
    await page.goto("/PowerProductDetail/2001");
    await expect(page).toHaveURL("/MinerProductDetail/2001");
    await expect(page.locator("[name=buyAmount]")).toHaveCount(0);
  },
);
