import { expect, test } from "../support/journey";

test(
  "back after logout shows nothing of the account and posts nothing",
  { tag: "@browser" },
  async ({ page, account, signIn, context }) => {
    await signIn(page, account);
    await page.goto("/UserCenter");
    await page.goto("/UserCenter?step=logout");
    await page.getByRole("dialog").locator("button.button").click();
    await expect(page).toHaveURL("/Index/Home");
    const posts: string[] = [];
    context.on("request", (request) => {
      if (request.method() === "POST") posts.push(request.url());
    });
    await page.goBack();
    await expect(page).toHaveURL(/\/Login\?redirectTo=/);
    expect(await page.content()).not.toContain(account.email);
    expect(posts).toEqual([]);
  },
);
