import { expect, test } from "../support/journey";
import { hydrated, quantity } from "../support/shopping";
import { PRODUCT_PATH } from "../support/purchase-paths";

test("a hydrated page reports what it measured once, when it is left, and nothing about its visitor", async ({
  page,
  appOnlyEnvironment,
}) => {
  // One page in ten reports; this one does.
  await page.addInitScript(() => (Math.random = () => 0));
  const reports: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/vitals")) reports.push(request.postData() ?? "");
  });
  const library = page.waitForResponse(/web-vitals-/);
  await page.goto(`${appOnlyEnvironment.storefront.url}${PRODUCT_PATH}?quantity=2`);
  await hydrated(page);
  await library;
  await page.locator("button[value=increase]").click();
  await expect(quantity(page)).toHaveValue("3");
  const answer = page.waitForResponse(/\/vitals$/);
  await page.goto(`${appOnlyEnvironment.storefront.url}/Index/Home`);
  expect((await answer).status()).toBe(204);
  expect(reports).toHaveLength(1);
  const report = new URLSearchParams(reports[0]);
  expect(report.get("page")).toBe(PRODUCT_PATH);
  expect([...report.keys()].filter((name) => !["page", "LCP", "INP", "CLS"].includes(name))).toEqual([]);
  expect(Number(report.get("LCP"))).toBeGreaterThan(0);
});
