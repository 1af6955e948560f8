import type { Page } from "@playwright/test";
import { isReady } from "../support/hydration";
import { expect, test } from "../support/journey";
import { PRODUCT_PATH } from "../support/purchase-paths";
import { buyButton, code, openHydrated, quantity, sheet } from "../support/shopping";
import { signInByCookie } from "../support/signing-in";
import { pressEverything, translate } from "../support/translating";
import { AUDIENCES } from "../support/views/audiences";

/** A page that the browser has translated works on, with scripts (behaviour 10.49). */

/** No script has failed: the page is still React's, and its cookie says nothing. */
async function expectStanding(page: Page, name: string): Promise<void> {
  const cookies = await page.context().cookies();
  expect.soft(cookies.find((cookie) => cookie.name === "scripts")?.value, name).toBeUndefined();
  expect.soft(await page.evaluate(isReady), name).toBe(true);
}

/** All words and figures of a page, without the toast that fades. */
const words = (page: Page) =>
  page.evaluate(() => document.getElementById("page")?.innerText.replace(/\s+/g, " ").trim());

test("on a translated product page each quantity shows what it shows in the original", async ({
  page,
  context,
  enter,
}) => {
  await enter("en_US", { balances: { USDT: "1000" }, googleBound: true });
  const original = await context.newPage();
  await openHydrated(page);
  await openHydrated(original);
  await translate(page);
  const steps: ((tab: Page) => Promise<unknown>)[] = [
    (tab) => tab.locator("button[value=increase]").click(),
    (tab) => quantity(tab).fill("60"),
    // The balance does not suffice: the button leads to a deposit, and the dots of the steps change.
    (tab) => quantity(tab).fill("99"),
    (tab) => quantity(tab).fill("3"),
    (tab) => tab.locator(".chip").nth(1).click(),
    (tab) => quantity(tab).fill("2"),
    (tab) => buyButton(tab).click(),
    (tab) => expect(sheet(tab)).toContainText("USDT"),
    (tab) => sheet(tab).locator("a[href*='step=code']").click(),
    (tab) => expect(code(tab)).toBeVisible(),
  ];
  for (const step of steps) {
    await step(original);
    await step(page);
    await expect.poll(() => words(page)).toBe(await words(original));
  }
  expect(await page.evaluate(() => window.replaced), "the page was never left").toBeGreaterThan(40);
  await expectStanding(page, PRODUCT_PATH);
});

/** Those whose views do not need what pressing everything uses up: codes, quotes and stock. */
const PRESSING = AUDIENCES.filter(({ name }) => name !== "visitor" && name !== "buyer");

for (const { name: audience, account, views } of PRESSING) {
  test(`everything on the translated screens of a ${audience} can be pressed @long`, async ({
    page,
    environment,
    sandbox,
    noUpstreamEnvironment: outage,
    setLocale,
    problems,
  }) => {
    test.setTimeout(600_000);
    const testContext = { page, sandbox, account: await account(sandbox) };
    await setLocale("en_US");
    if (audience !== "signedOutOnOutage") await signInByCookie(page, environment, testContext.account);
    // Where a sign-in leads.
    await page.goto("/Index/Home");
    const origin = audience === "signedOutOnOutage" ? outage.storefront.url : "";
    let screens = 0;
    for (const view of views) {
      await view.open({ ...testContext, origin });
      if (!(await page.locator("script#hydration").count())) continue;
      await page.waitForFunction(isReady);
      await pressEverything(page);
      await expectStanding(page, `${view.name} (${page.url()})`);
      screens += 1;
    }
    expect(screens).toBeGreaterThan(0);
    expect.soft(problems).toEqual([]);
    problems.length = 0;
  });
}
