import { expect, test } from "../support/journey";

test.beforeEach(({ enter }) => enter("en_US"));

test("with scripts the code and the link are copied by a button, which says so @newer @long", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/InvitationCode");
  for (const id of ["invite-code", "invite-link"]) {
    const field = page.locator(".copy", { has: page.locator(`#${id}`) });
    await field.getByRole("button").click();
    const toast = field.getByRole("status").locator(".toast");
    await expect(toast).toHaveText("Copied");
    const first = await toast.elementHandle();
    await field.getByRole("button").click();
    await expect.poll(() => first.evaluate((element) => element.isConnected), "said again").toBe(false);
    await expect(toast).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await page.locator(`#${id}`).inputValue());
  }
  await page.locator("summary", { hasText: "Texts to share" }).click();
  const text = page.locator(".field", { has: page.locator("#text-en") });
  await text.locator("textarea").fill("My own words");
  await text.getByRole("button").click();
  await expect(text.getByRole("status")).toHaveText("Copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("My own words");
});

test("where the browser can share, the link is shared; where it cannot, there is no button for it @newer @long", async ({
  page,
}) => {
  await page.addInitScript(() => {
    const shared: string[] = [];
    Object.assign(window, { shared });
    if (sessionStorage.getItem("unable")) Reflect.deleteProperty(Navigator.prototype, "share");
    else
      Object.defineProperty(navigator, "share", { value: async ({ url }: ShareData) => void shared.push(url ?? "") });
  });
  await page.goto("/InvitationCode");
  const share = page.getByRole("button", { name: "Share the link" });
  await expect(page.getByRole("link", { name: "Send by email" }), "the same place").toHaveCount(0);
  await share.click();
  const shared = await page.evaluate(() => (window as unknown as { shared: string[] }).shared);
  expect(shared).toEqual([await page.locator("#invite-link").inputValue()]);

  await page.evaluate(() => sessionStorage.setItem("unable", "1"));
  await page.reload();
  await expect(page.locator(".copy button").first()).toBeVisible();
  await expect(share).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Send by email" })).toBeVisible();
});
