import type { Page } from "@playwright/test";
import { expect, test } from "../support/journey";
import { PRODUCT_PATH } from "../support/purchase-paths";
import { signInThrough } from "../support/signing-in";
import { LOCALES } from "../support/texts";

/** The next visitor who signs in in the same tab does not see the previous one's input (behaviour 10.50). */

const FIRST = "Yamada-of-the-first";
const field = (page: Page, name: string) => page.locator(`main [name=${name}]`);

async function signOut(page: Page): Promise<void> {
  await page.goto("/UserCenter?step=logout");
  await page.locator("[role=dialog] form button").first().click();
  await expect(page).toHaveURL("/Index/Home");
}

/** Presses Back until this page is there. */
async function goBackTo(page: Page, path: string): Promise<void> {
  while (!page.url().endsWith(path)) expect(await page.goBack(), "the history has an earlier page").not.toBeNull();
}

const FORMS = {
  "an identity form's input": {
    path: "/RealNameInfo?country=392",
    fields: ["familyName", "name", "certificateNumber"],
    tags: "@scripts",
  },
  "an enquiry": {
    path: "/LeavingMessage",
    fields: ["name", "tel", "email", "socialAccount", "message"],
    tags: "@long @both",
  },
} as const;

const PRESERVED = {
  "a quantity": [PRODUCT_PATH, "buyAmount", "@scripts"],
  "a search": ["/Index/Power", "q", "@long @both"],
} as const;

for (const locale of LOCALES) {
  for (const [what, { path, fields, tags }] of Object.entries(FORMS)) {
    test(`Back shows ${what} only to the visitor who typed it: ${locale} ${tags}`, async ({ page, sandbox, enter }) => {
      await enter(locale, { authLevel: 3 });
      await page.goto(path);
      for (const name of fields) await field(page, name).fill(FIRST);
      const choice = page.locator("main [type=radio][value='4'], main select option[value='81']");
      await choice.evaluate((one) => Object.assign(one, { checked: true, selected: true }));
      const chosen = () => choice.evaluate((one) => one.matches(":checked"));
      await page.goto("/Index/AboutUs");
      await page.goBack();
      await expect(field(page, fields[0])).toHaveValue(FIRST);
      expect(await chosen()).toBe(true);

      await signOut(page);
      await signInThrough(page, sandbox, await sandbox.createAccount({ authLevel: 3 }));
      await goBackTo(page, path);
      await page.waitForLoadState();
      for (const name of fields) await expect(field(page, name)).toHaveValue("");
      expect(await chosen()).toBe(false);
    });
  }

  for (const [what, [path, name, tags]] of Object.entries(PRESERVED)) {
    test(`Back shows ${what}, which scripts keep, only to the visitor who typed it: ${locale} ${tags}`, async ({
      page,
      sandbox,
      enter,
    }) => {
      await enter(locale);
      await page.goto(path);
      await page.waitForLoadState("networkidle");
      const before = await field(page, name).inputValue();
      await field(page, name).fill("7");
      await signOut(page);
      await signInThrough(page, sandbox, await sandbox.createAccount());
      await goBackTo(page, path);
      await page.waitForLoadState("networkidle");
      await expect(field(page, name)).toHaveValue(before);
    });
  }

  test(`Back after signing out shows nothing of the account and posts nothing: ${locale} @scripts`, async ({
    page,
    account,
    enter,
  }) => {
    await enter(locale);
    await page.goto("/Recharge/BTC");
    const address = await page.locator("#deposit-address").innerText();
    await page.goto("/UserCenter");
    await signOut(page);
    const posts: string[] = [];
    page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
    for (let steps = 0; steps < 3; steps += 1) {
      await page.goBack();
      await expect(page).toHaveURL(/\/Login\?redirectTo=/);
      expect(await page.content()).not.toContain(account.email);
      expect(await page.content()).not.toContain(address);
    }
    expect(posts).toEqual([]);
  });
}
