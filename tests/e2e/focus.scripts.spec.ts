import type { ElementHandle } from "@playwright/test";
import { expect, test } from "../support/journey";
import { CODE_PATH, confirmPath, PRODUCT_PATH } from "../support/purchase-paths";
import {
  buyButton,
  code,
  hydrated,
  openHydrated,
  payButton,
  payWithWrongCode,
  quantity,
  sheet,
} from "../support/shopping";
import { LOCALES, TEXTS } from "../support/texts";

const t = TEXTS.en_US;

test.beforeEach(({ setLocale }) => setLocale("en_US"));

for (const locale of LOCALES) {
  const t = TEXTS[locale];
  test(`a sheet takes and traps the focus; Esc closes it, and the focus returns to its opener: ${locale}`, async ({
    page,
    enter,
  }) => {
    await enter(locale);
    await openHydrated(page);
    const loads: string[] = [];
    page.on("request", (request) => request.resourceType() === "document" && loads.push(request.url()));
    const heading = sheet(page).getByRole("heading", { level: 2 });

    await quantity(page).fill("3");
    await buyButton(page).click();
    await expect(heading).toBeFocused();
    for (const under of ["header.bar", "main > .page", "footer"]) {
      await expect(page.locator(under), "the page under a sheet is inert").toHaveAttribute("inert");
    }
    const stops = await sheet(page).locator("a, button").count();
    for (const key of ["Tab", "Shift+Tab"]) {
      for (let stop = 0; stop < stops + 2; stop += 1) {
        await page.keyboard.press(key);
        await expect(sheet(page).locator(":focus"), `${key} ${stop}`).toHaveCount(1);
      }
    }
    // Safari reports the Esc that ends an IME composition like this.
    const composing = { key: "Escape", keyCode: 229, bubbles: true };
    await heading.evaluate((one, init) => one.dispatchEvent(new KeyboardEvent("keydown", init)), composing);
    await expect(sheet(page)).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(sheet(page)).toHaveCount(0);
    await expect(page).toHaveURL(`${PRODUCT_PATH}?buyAmount=3`);
    await expect(buyButton(page)).toBeFocused();
    await expect(page.locator("[inert]")).toHaveCount(0);

    await quantity(page).press("Enter");
    await expect(heading).toBeFocused();
    await page.goBack();
    await expect(quantity(page), "Back closes it too").toBeFocused();

    await quantity(page).press("Enter");
    await sheet(page)
      .getByRole("link", { name: t("common.next"), exact: true })
      .click();
    await expect(code(page), "a sheet focuses its first field").toBeFocused();
    await payWithWrongCode(page);
    await expect(code(page), "a single wrong field gets the focus, not a summary").toBeFocused();
    // After the response the page loads the next quote; until then Esc does not close the sheet.
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(confirmPath("3"));
    await expect(heading).toBeFocused();
    expect(loads).toEqual([]);
  });
}

test("a sheet loaded as a document also takes the focus; closing it loads the page below @long", async ({
  page,
  enter,
}) => {
  await enter("en_US");
  await openHydrated(page);
  await buyButton(page).click();
  await expect(page).toHaveURL(confirmPath("1"));
  await page.reload();
  await hydrated(page);
  await expect(sheet(page).getByRole("heading", { level: 2 })).toBeFocused();
  await page.goto(CODE_PATH);
  await expect(code(page)).toBeFocused();
  // Scripts run: the button waits for six digits.
  await expect(payButton(page)).toBeDisabled();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(confirmPath("1"));
  await hydrated(page);
  await page.keyboard.press("Escape");
  await expect(sheet(page)).toHaveCount(0);
});

test("a rejected form puts the focus on its only wrong field, and announces the error each time", async ({ page }) => {
  await openHydrated(page);
  const announced = page.getByRole("alert");
  let last: ElementHandle | null = null;
  const enter = () => quantity(page).press("Enter");
  for (const press of [() => buyButton(page).click(), enter, enter]) {
    await quantity(page).fill("900");
    await press();
    await expect(quantity(page)).toBeFocused();
    // Waits for a new element, because the field may have kept the focus.
    if (last) await last.waitForElementState("hidden");
    await expect(announced).toHaveText(t("errors.outOfStock"));
    last = await announced.elementHandle();
    await expect(quantity(page)).toHaveAccessibleDescription(new RegExp(t("errors.outOfStock")));
    await expect(page.locator("#buy-buyAmount-error")).toBeInViewport({ ratio: 1 });
  }
  await page.evaluate(() => new Promise((done) => window.setTimeout(done, 400)));
  await expect(quantity(page), "the focus stays there").toBeFocused();
});

test("the sheet of the second step returns the focus to the field where Enter opened it, else to the h1 @long", async ({
  page,
  account,
}) => {
  await page.goto("/Login");
  await page.locator("[name=mobileNumber]").fill(account.email);
  const password = page.locator("[name=loginPword]");
  await password.fill(account.password);
  await expect(page.getByRole("button", { name: t("Login.submit") })).toBeEnabled();
  await password.press("Enter");
  await expect(page.locator("[name=googleCode]")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(sheet(page)).toHaveCount(0);
  await expect(password).toBeFocused();
  await expect(password).toHaveValue("");

  await password.fill(account.password);
  await page.getByRole("button", { name: t("Login.submit") }).click();
  await expect(page.locator("[name=googleCode]")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("heading", { level: 1 }), "opened by the button, not by Enter").toBeFocused();
});

test("another page of the same screen starts at the top, with the focus on the h1 @long", async ({ page, enter }) => {
  await enter("en_US", { authLevel: 3 });
  await page.goto("/CountrySelect");
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => window.scrollTo(0, 300));
  await page.getByRole("button", { name: t("CountrySelect.submit") }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});
