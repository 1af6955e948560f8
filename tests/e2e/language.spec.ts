import { expect, test } from "../support/journey";

const TO_ENGLISH = "English";
const TO_CHINESE = "繁體中文";

// The fixture `sandbox` resets the sandbox, for tests that do not use it as well.
test.beforeEach(({ sandbox }) => sandbox.heal());

test(
  "a first visit is in Traditional Chinese, whatever language the browser asks for",
  { tag: "@browser" },
  async ({ browser, baseURL, extraHTTPHeaders }) => {
    const context = await browser.newContext({
      locale: "en-GB",
      ...(baseURL ? { baseURL } : {}),
      extraHTTPHeaders: extraHTTPHeaders ?? {},
    });
    const page = await context.newPage();
    await page.goto("/Login");
    await expect(page.locator("html")).toHaveAttribute("lang", "zh-Hant");
    await context.close();
  },
);

test(
  "the language switch on the sign-in page keeps the page, and the choice lasts",
  { tag: ["@long", "@scripts"] },
  async ({ page, context }) => {
    await page.goto("/Login/a%40example.com?redirectTo=%2FMyOrder");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("登入");
    await page.getByRole("button", { name: TO_ENGLISH }).click();
    await expect(page).toHaveURL("/Login/a%40example.com?redirectTo=%2FMyOrder#language");
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in");
    await expect(page.locator("[name=mobileNumber]")).toHaveValue("a@example.com");
    const stored = (await context.cookies()).find(({ name }) => name === "ulan");
    expect(stored?.value).toBe("en_US");
    expect(stored?.expires).toBeGreaterThan(Date.now() / 1000 + 364 * 24 * 3600);

    await page.goto("/Index/Power");
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await page.goto("/Login");
    await page.getByRole("button", { name: TO_CHINESE }).click();
    await expect(page.locator("html")).toHaveAttribute("lang", "zh-Hant");
  },
);

test(
  "no sheet has the switch, neither one that only informs nor one that confirms",
  { tag: ["@long", "@scripts"] },
  async ({ page, account, signIn }) => {
    const languageForms = page.locator("[name=locale], form[action='/Language']");
    await signIn(page, account);
    for (const path of ["/PowerProductDetail/1001?step=estimate", "/UserCenter?step=earnings"]) {
      await page.goto(path);
      await expect(page.getByRole("dialog")).toBeVisible();
      await expect(languageForms).toHaveCount(0);
    }
    await page.goto("/PowerProductDetail/1001");
    await expect(languageForms).not.toHaveCount(0);
    await page.locator("[name=buyAmount]").press("Enter");
    await expect(page.getByRole("dialog")).toBeVisible();
    await expect(languageForms).toHaveCount(0);
  },
);

test(
  "the switch keeps the focus: in the foot, at a form's end, and on the button of the menu that it was in",
  { tag: ["@long", "@browser", "@scripts"] },
  async ({ page, javaScriptEnabled }) => {
    for (const path of ["/Help", "/Login", "/PowerProductDetail/1001"]) {
      await page.goto(path);
      for (const name of [TO_ENGLISH, TO_CHINESE]) {
        // Scripts send the form of the sign-in, once they are there.
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
  },
);
