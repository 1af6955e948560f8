import { AXE_OPTIONS, expectAccessible } from "../support/axe";
import { expect, test } from "../support/journey";

const SCREENS = ["/Login", "/Register"] as const;

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
