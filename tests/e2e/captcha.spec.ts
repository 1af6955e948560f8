import { AXE_OPTIONS, expectAccessible } from "../support/axe";
import { expect, test } from "../support/journey";

const SCREENS = ["/Login", "/Register"] as const;
const KINDS = [
  [1, "slider"],
  [2, "challenge"],
] as const;

for (const path of SCREENS) {
  for (const [kind, name] of KINDS) {
    test(
      `${path}, kind ${kind}: without scripts it explains the check and links elsewhere; the policy allows that provider only with scripts`,
      { tag: ["@long", "@scripts"] },
      async ({ page, sandbox, setLocale, javaScriptEnabled }) => {
        await sandbox.setCaptchaKind(kind);
        await setLocale("en_US");
        const response = await page.goto(path);
        const policy = (await response?.headerValue("content-security-policy")) ?? "";
        const scripts = policy.split("; ").find((part) => part.startsWith("script-src")) ?? "";
        expect(scripts).toContain(sandbox.url);
        expect(scripts.includes("localhost"), "another host of the challenge").toBe(name === "challenge");
        const notice = page.locator("main form div", { hasText: "The button appears here once" });
        if (javaScriptEnabled) {
          await expect(page.getByRole("group", { name: "Security check" })).toBeVisible();
          await expect(notice).toHaveCount(0);
          await expect(page.locator("main form button.button")).toBeVisible();
          return;
        }
        await expect(notice).toBeVisible();
        // Before the first field; those in the place of the button are seen where a browser does not know of that.
        for (const elsewhere of ["/AppDownload", "/LeavingMessage"]) {
          await expect(page.locator(`main form .note a[href='${elsewhere}']`)).toBeVisible();
          await expect(notice.locator(`.captcha-otherwise a[href='${elsewhere}']`)).toHaveCount(1);
        }
        await expect(page.locator("main form button.button")).toHaveCount(0);
      },
    );
  }

  test(`${path}, any other kind: use the app`, async ({ page, sandbox, setLocale }) => {
    await sandbox.setCaptchaKind(9);
    await setLocale("en_US");
    await page.goto(path);
    await expect(page.locator("main")).toContainText("Please use the app.");
    await expect(page.locator("main form")).toHaveCount(0);
    await expect(page.locator("main a[href='/AppDownload']")).toBeVisible();
    await expect(page.locator("main a[href='/LeavingMessage']")).toBeVisible();
  });

  test(
    `${path}, kind 0: the policy allows no provider and no widget is loaded`,
    { tag: ["@long", "@scripts"] },
    async ({ page, sandbox }) => {
      await sandbox.setCaptchaKind(0);
      const scripts: string[] = [];
      page.on("request", (request) => {
        if (request.resourceType() === "script") scripts.push(request.url());
      });
      const response = await page.goto(path);
      await page.waitForLoadState("networkidle");
      expect(await response?.headerValue("content-security-policy")).not.toMatch(/script-src[^;]*http/);
      expect(scripts.filter((url) => /CaptchaWidget|widgets|static\/js/.test(url))).toEqual([]);
    },
  );
}

test.describe("WCAG 2.2 AA", () => {
  test.use(AXE_OPTIONS);

  for (const locale of ["el_GR", "en_US"] as const) {
    test(
      `the forms with each captcha, and with one that the web cannot show: ${locale}`,
      { tag: ["@long", "@scripts", "@browser"] },
      async ({ page, sandbox, setLocale }, { project }) => {
        await setLocale(locale);
        for (const path of SCREENS) {
          for (const kind of [1, 2, 9]) {
            await sandbox.setCaptchaKind(kind);
            await page.goto(path);
            if (kind !== 9 && project.name === "scripts") {
              await expect(page.locator("#captcha").locator("[role=slider], button")).toBeVisible();
            }
            await expectAccessible(page);
          }
        }
      },
    );
  }
});
