import { expect, test } from "../support/journey";
import { hydrated, quantity } from "../support/shopping";
import { PRODUCT_PATH } from "../support/purchase-paths";

test("a hydrated page reports its measurements once, when left, without data about the visitor @newer", async ({
  page,
  appOnlyEnvironment: { storefront },
}) => {
  const taken = () => storefront.output().match(/"method":"POST","path":"[^"]*","status":204/g)?.length ?? 0;
  const before = taken();
  await page.addInitScript(() => {
    // One page in ten reports; this makes the page report.
    Math.random = () => 0;
    // Playwright does not show the beacons of a page that is left.
    const send = navigator.sendBeacon.bind(navigator);
    navigator.sendBeacon = (url, body) => {
      sessionStorage.setItem("beacons", `${sessionStorage.getItem("beacons") ?? ""}${url}?${String(body)}\n`);
      return send(url, body);
    };
  });
  const library = page.waitForResponse(/web-vitals-/);
  await page.goto(`${storefront.url}${PRODUCT_PATH}?buyAmount=2`);
  await hydrated(page);
  await library;
  await page.locator("button[value=increase]").click();
  await expect(quantity(page)).toHaveValue("3");
  await page.goto(`${storefront.url}/Index/Home`);

  const beacons = await page.evaluate(() => (sessionStorage.getItem("beacons") ?? "").trim().split("\n"));
  expect(beacons).toHaveLength(1);
  const { pathname, searchParams: report } = new URL(beacons[0] ?? "", storefront.url);
  expect(pathname).toBe("/vitals");
  expect(report.get("page")).toBe(PRODUCT_PATH);
  expect([...report.keys()].filter((name) => !["page", "LCP", "INP", "CLS"].includes(name))).toEqual([]);
  expect(Number(report.get("LCP"))).toBeGreaterThan(0);
  await expect.poll(taken).toBeGreaterThan(before);
});
