import type { Request } from "@playwright/test";
import { catalogues } from "~server/texts/catalogue";
import { attributesOf, only } from "../support/html";
import { expect, test } from "../support/journey";
import { sampleOf } from "../support/sample";

const MARKUP_BUDGET_BYTES = 14_000;
const REQUEST_BUDGET = 8;

/** The hydrated screens with the namespaces that their routes name. */
const HYDRATED = [
  ["/Index/Power", ["Index", "Market", "Power", "Product"]],
  ["/Index/Miner", ["Index", "Miner", "Product"]],
  ["/PowerProductDetail/1001", ["PowerProductDetail", "Product"]],
  ["/Login", ["Login", "Code", "Captcha"]],
] as const;

const SHARED = ["common", "errors"];

test("scripts are loaded with a lower priority than styles", async ({ page }) => {
  for (const [path] of HYDRATED) {
    const html = await (await page.request.get(path)).text();
    const priorities = attributesOf(html, "link[rel=modulepreload]", "fetchpriority");
    expect(priorities.length, path).toBeGreaterThan(3);
    expect(new Set(priorities), path).toEqual(new Set(["low"]));
  }
});

for (const [path, own] of sampleOf(HYDRATED, 4)) {
  test(`a first visit fits 14 kB of HTML and CSS, in few requests, with the texts of its own namespaces: ${path}`, async ({
    page,
    setLocale,
  }) => {
    const requests: Request[] = [];
    page.on("requestfinished", (request) => requests.push(request));
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    const ofType = (...types: string[]) => requests.filter((request) => types.includes(request.resourceType()));

    // For the next page: nothing waits for it.
    const later = await page.locator('link[rel="stylesheet"][media]').getAttribute("href");
    const first = ofType("document", "stylesheet").filter((request) => !request.url().endsWith(String(later)));
    const sizes = await Promise.all(first.map((request) => request.sizes()));
    const bytes = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
    expect(bytes).toBeGreaterThan(1000);
    expect(bytes).toBeLessThanOrEqual(MARKUP_BUDGET_BYTES);
    const scripts = ofType("script");
    const counted = requests.filter((request) => !scripts.includes(request) && request.resourceType() !== "image");
    expect(counted.length, counted.map((request) => request.url()).join("\n")).toBeLessThanOrEqual(REQUEST_BUDGET);

    expect(scripts.length, "it does hydrate").toBeGreaterThan(3);
    const files = await Promise.all(scripts.map(async (request) => (await request.response())?.text() ?? ""));
    const { el_GR, en_US } = catalogues;
    for (const script of files) {
      // A sentence of the catalogue in a script means that the whole catalogue is in it.
      for (const { errors, UserCenter } of [el_GR, en_US]) {
        expect(script).not.toContain(errors.network);
        expect(script).not.toContain(UserCenter.logoutText);
      }
    }
    for (const locale of ["el_GR", "en_US"] as const) {
      await setLocale(locale);
      const html = await (await page.request.get(path)).text();
      const { texts } = JSON.parse(only(html, "script#hydration").text()) as { texts: object };
      const namespaces = Object.keys(texts);
      expect(new Set(namespaces)).toEqual(new Set([...SHARED, ...own]));
      const otherNamespaces = Object.keys(el_GR).filter((namespace) => !namespaces.includes(namespace));
      expect(otherNamespaces.length).toBeGreaterThan(3);
      for (const text of [html, ...files]) {
        expect(text).not.toContain(el_GR.UserCenter.logoutText);
        expect(text).not.toContain(en_US.UserCenter.logoutText);
        expect(text).not.toContain(en_US.MyOrder.unavailableText);
        expect(text, "the stored name of a locale stays out of markup").not.toMatch(/lang="el_GR"|lang="en_US"/);
      }
    }
  });
}

test.describe("with Save-Data: on", () => {
  test.use({
    extraHTTPHeaders: async ({ extraHTTPHeaders }, provide) => provide({ ...extraHTTPHeaders, "Save-Data": "on" }),
  });

  test("no page gets any script, and each still has its content @long", async ({ page, account, signIn }) => {
    const scripts: string[] = [];
    const visit = async (path: string) => {
      const note = (request: Request) => request.resourceType() === "script" && scripts.push(request.url());
      page.on("request", note);
      const response = await page.goto(path);
      expect(await response?.headerValue("content-security-policy"), path).toContain("script-src 'none'");
      await expect(page.locator("h1"), path).toBeVisible();
      await expect(page.locator("script:not([type='application/ld+json'])"), path).toHaveCount(0);
      page.off("request", note);
    };
    for (const path of ["/Index/Home", "/Index/Power", "/PowerProductDetail/1001", "/Login", "/NoSuchPage"]) {
      await visit(path);
    }
    // Chromium drops a test's headers when it follows a redirect; only pages opened by their address count.
    await signIn(page, account);
    for (const path of ["/UserCenter", "/MyOrder", "/Successpay", "/PowerProductDetail/1001"]) await visit(path);
    expect(scripts).toEqual([]);
  });
});
