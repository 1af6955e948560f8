import type { TestEnvironment } from "../support/stage";
import { expect, test } from "../support/journey";

/** The id of a failure that a visitor can quote, and its lines in the operator's log. */

/** The lines of the log about one request. */
function linesAbout(environment: TestEnvironment, requestId: string): Record<string, unknown>[] {
  return environment.storefront
    .output()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter((line) => line["requestId"] === requestId);
}

const failedCall = (path: string) =>
  expect.objectContaining({
    call: expect.stringContaining(path),
    level: "warn",
    reason: expect.any(String),
    sent: true,
  });
const responded = expect.objectContaining({ msg: "request", status: 503 });

test.beforeEach(({ setLocale }) => setLocale("en_US"));

test("a page that failed shows an id to quote, and the log has the cause under that id", async ({
  page,
  sandbox,
  environment,
}) => {
  await sandbox.fail("project_sku_detail", { kind: "html" });
  const response = await page.goto("/PowerProductDetail/987654");
  expect(response?.status()).toBe(503);
  const id = response?.headers()["x-request-id"] ?? "none";
  await expect(page.locator("main")).toContainText(`Reference: ${id}`);
  await expect.poll(() => linesAbout(environment, id)).toEqual([failedCall("/project_sku_detail"), responded]);
  // A page that did not fail shows none.
  await page.goto("/Login");
  await expect(page.locator("body")).not.toContainText("Reference");
});

test("a form that failed shows an id to quote, with and without scripts", async ({
  page,
  sandbox,
  environment,
  account,
}) => {
  await sandbox.fail("login_in", { kind: "html" });
  await page.goto("/Login");
  await page.locator("[name=mobileNumber]").fill(account.email);
  await page.locator("[name=loginPword]").fill(account.password);
  const posted = page.waitForResponse((response) => response.request().method() === "POST");
  await page.locator("[name=loginPword]").press("Enter");
  const id = (await posted).headers()["x-request-id"] ?? "none";
  await expect(page.locator("#summary")).toContainText(`Reference: ${id}`);
  await expect
    .poll(() => linesAbout(environment, id))
    .toEqual(expect.arrayContaining([failedCall("/user/login_in"), responded]));
});
