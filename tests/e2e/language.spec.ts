import { expect, test } from "../support/journey";

const TO_ENGLISH = "English";
const TO_CHINESE = "繁體中文";

test("the language switch keeps the focus: in the footer, at the end of a form, and in the menu @long @both", async ({
  page,
  javaScriptEnabled,
}) => {
  for (const path of ["/Help", "/Login", "/PowerProductDetail/1001"]) {
    await page.goto(path);
    for (const name of [TO_ENGLISH, TO_CHINESE]) {
      // Once loaded, scripts send the sign-in form.
      if (javaScriptEnabled) await page.waitForLoadState("networkidle");
      await page.getByRole("button", { name }).press("Enter");
      await expect(page.getByRole("button", { name: name === TO_ENGLISH ? TO_CHINESE : TO_ENGLISH })).toBeFocused();
    }
  }
  await page.goto("/Index/Power");
  await page.locator("header summary").click();
  await page.locator("header").getByRole("button", { name: TO_ENGLISH }).press("Enter");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect(page.locator("header summary")).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});
