import { HtmlValidate, type ConfigData } from "html-validate";
import { expect, test as base } from "../support/journey";
import { startStage, type Stage } from "../support/stage";

/** Only what contradicts how React writes HTML is other than recommended. */
const CONFIG: ConfigData = {
  extends: ["html-validate:recommended"],
  rules: {
    // React closes void elements with a slash, writes charSet as its own name for it, and boolean attributes as empty.
    "void-style": ["error", { style: "selfclosing" }],
    "attr-case": "off",
    "attribute-boolean-style": ["error", { style: "empty" }],
  },
};

const PLACE = 40;
const DEAD_PLATFORM = "http://127.0.0.1:9";

const test = base.extend<object, { downStage: Stage }>({
  /** A storefront whose platform does not answer. */
  downStage: [
    async ({}, provide, { parallelIndex }) => {
      const stage = await startStage(PLACE + parallelIndex, { UPSTREAM_URL: DEAD_PLATFORM });
      await provide(stage);
      await stage.stop();
    },
    { scope: "worker" },
  ],
});

/** What is wrong with a page's HTML as the server wrote it. */
async function faultsOf(html: string): Promise<string[]> {
  const report = await new HtmlValidate(CONFIG).validateString(html);
  return report.results.flatMap(({ messages }) =>
    messages.map(({ line, column, ruleId, message }) => `${line}:${column} ${ruleId}: ${message}`),
  );
}

for (const locale of ["el_GR", "en_US"] as const) {
  test(`the HTML of every page is valid: ${locale}`, async ({ page, setLocale, signIn, account, downStage }) => {
    await setLocale(locale);
    const check = async (url: string, status = 200) => {
      const response = await page.request.get(url, { maxRedirects: 0 });
      expect(response.status(), url).toBe(status);
      expect(await faultsOf(await response.text()), url).toEqual([]);
    };
    for (const path of ["/Index/Home", "/Index/Power", "/Index/Power?page=2", "/Login", "/Login/someone@example.com"]) {
      await check(path);
    }
    for (const id of [1001, 1003, 1004, 1006]) await check(`/PowerProductDetail/${id}`);
    await check("/NoSuchPage", 404);
    await check("/PowerProductDetail/0", 404);
    for (const path of ["/Index/Home", "/Index/Power"]) await check(downStage.storefront.url + path, 503);

    const refused = await page.request.post("/Login", { form: { mobileNumber: "", loginPword: "" } });
    expect(refused.status()).toBeGreaterThanOrEqual(400);
    expect(await faultsOf(await refused.text()), "a refused form").toEqual([]);

    await page.goto("/Login");
    await page.locator("[name=mobileNumber]").fill(account.email);
    await page.locator("[name=loginPword]").fill(account.password);
    await page.locator("[name=loginPword]").press("Enter");
    await expect(page.locator("[name=googleCode]")).toBeVisible();
    await check("/Login?step=google");
    await signIn(page, account);
    for (const path of ["/Index/Home", "/UserCenter", "/MyOrder", "/Successpay", "/PowerProductDetail/1001"]) {
      await check(path);
    }
  });
}
