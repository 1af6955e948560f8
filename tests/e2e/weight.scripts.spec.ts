import type { Page, Request } from "@playwright/test";
import { expect, test } from "../support/journey";

const MARKUP_BUDGET_BYTES = 14_000;
const BEFORE_IMAGES_BUDGET_BYTES = 50_000;
const REQUEST_BUDGET = 8;

/** The requests of a visit by a browser that runs scripts: a page without scripts must not load one. */
async function requestsOf(page: Page, visit: () => Promise<unknown>): Promise<Request[]> {
  const requests: Request[] = [];
  const note = (request: Request) => requests.push(request);
  page.on("requestfinished", note);
  await visit();
  await page.waitForLoadState("networkidle");
  page.off("requestfinished", note);
  return requests;
}

async function bytesOf(requests: Request[]): Promise<number> {
  const sizes = await Promise.all(requests.map((request) => request.sizes()));
  return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
}

const ofType = (requests: Request[], ...types: string[]) =>
  requests.filter((request) => types.includes(request.resourceType()));

test("a first visit to the home page fits a slow phone", async ({ page }) => {
  const requests = await requestsOf(page, () => page.goto("/Index/Home"));
  const markup = await bytesOf(ofType(requests, "document", "stylesheet"));
  const beforeImages = await bytesOf(requests.filter((request) => request.resourceType() !== "image"));
  console.log(`home page: ${markup} bytes of HTML and CSS, ${requests.length} requests`);
  expect(markup).toBeLessThanOrEqual(MARKUP_BUDGET_BYTES);
  expect(beforeImages).toBeLessThanOrEqual(BEFORE_IMAGES_BUDGET_BYTES);
  // Pictures do not count: the operator decides how many banners there are.
  const addresses = requests.filter((request) => request.resourceType() !== "image").map((request) => request.url());
  expect(addresses.length, addresses.join("\n")).toBeLessThanOrEqual(REQUEST_BUDGET);
});

test("Home, UserCenter, MyOrder and Successpay fetch no script, and their policy allows none", async ({
  page,
  signIn,
  account,
}) => {
  await signIn(page, account);
  for (const path of ["/Index/Home", "/UserCenter", "/MyOrder", "/Successpay"]) {
    const requests = await requestsOf(page, async () => {
      const response = await page.goto(path);
      expect(await response?.headerValue("content-security-policy"), path).toContain("script-src 'none'");
    });
    expect(ofType(requests, "script", "fetch", "xhr"), path).toEqual([]);
    await expect(page.locator("script:not([type='application/ld+json'])"), path).toHaveCount(0);
  }
});

test.describe("with Save-Data: on", () => {
  test.use({
    extraHTTPHeaders: async ({ extraHTTPHeaders }, provide) => provide({ ...extraHTTPHeaders, "Save-Data": "on" }),
  });

  test("no page gets a script", async ({ page }) => {
    for (const path of ["/Index/Power", "/Login"]) {
      const requests = await requestsOf(page, () => page.goto(path));
      expect(ofType(requests, "script"), path).toEqual([]);
    }
  });
});
