import type { Locator } from "@playwright/test";
import { expect, test } from "../support/journey";
import { toCode } from "../support/shopping";
import { toSecondStep } from "../support/signing-in";
import { fillIn, validRegistration } from "../support/valid-forms";

/** The primary button of each step is on the first screen of a small phone with its keyboard closed (house 22). */

test.use({ viewport: { width: 360, height: 640 } });

const isSeen = (button: Locator) => expect(button).toBeInViewport({ ratio: 1 });

test("the primary button is on the first screen of sign-in, registration and each code sheet", async ({
  page,
  sandbox,
  setLocale,
}) => {
  await setLocale("en_US");
  await page.goto("/Assets");
  await isSeen(page.getByRole("button", { name: "Sign in" }));
  await page.goto("/Register");
  await isSeen(page.getByRole("button", { name: "Agree to Register" }));
  await fillIn(page, validRegistration({ email: "newcomer@example.com" }));
  await page.locator("[name=confirmPwd]").press("Enter");
  await isSeen(page.getByRole("button", { name: "Complete registration" }));
  for (const secondStep of ["google", "sms", "email"] as const) {
    await toSecondStep(page, await sandbox.createAccount({ secondStep }));
    await isSeen(page.getByRole("button", { name: "Confirm" }));
    await expect(page.getByRole("dialog").locator("input:not([type=hidden])")).toHaveAttribute(
      "autocomplete",
      "one-time-code",
    );
  }
});

test("the primary button is on the first screen of each step of the authenticator @long", async ({ page, enter }) => {
  await enter("en_US", { secondStep: "sms", googleBound: false });
  await page.goto("/GoogleBind");
  await isSeen(page.locator("main button[value=begin]"));
  await page.locator("main button[value=begin]").click();
  // The page has two steps: the link is its primary button, and the rest follows below.
  await isSeen(page.getByRole("link", { name: "Open in authenticator" }));
  await page.locator("[name=written]").check();
  await page.locator("main button[value=written]").click();
  await isSeen(page.getByRole("button", { name: "Link" }));
});

test("the first result of a search is on the first screen, below a row that opens the filters @long", async ({
  page,
  setLocale,
}) => {
  for (const locale of ["el_GR", "en_US"] as const) {
    await setLocale(locale);
    // With several coins, with one, and with every filter.
    for (const query of ["sort=daily", "coin=USDT&sort=daily", "q=%20&status=onsale&cycle=360&coin=USDT&sort=daily"]) {
      await page.goto(`/Index/Power?${query}`);
      await isSeen(page.locator("main .product-title").first());
    }
  }
  await page.goto("/Index/Power?coin=USDT&sort=daily");
  const filters = page.locator("details.fold");
  await expect(filters.locator("select").first()).toBeHidden();
  await filters.locator("summary").click();
  await filters.locator("[name=sort]").selectOption("price");
  await filters.locator("button").click();
  await expect(page).toHaveURL(/coin=USDT&sort=price/);
});

test("after paying, the primary button is on the first screen @long", async ({ page, enter, pay }) => {
  await enter("en_US");
  await toCode(page);
  await pay();
  await expect(page).toHaveURL(/\/Successpay/);
  await isSeen(page.locator("main a.button"));
});

test("a miner's button is on the first screen, above the pictures @long", async ({ page }) => {
  for (const id of [2001, 2003]) {
    await page.goto(`/MinerProductDetail/${id}`);
    await isSeen(page.locator("aside.contact a.button"));
  }
});
