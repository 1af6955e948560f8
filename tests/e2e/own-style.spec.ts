import { expect, test } from "../support/journey";
import { PRODUCT_PATH } from "../support/purchase-paths";
import { LOCALES } from "../support/texts";

/** Pages with the visitor's own spacing and colours. */

test.describe("at 320 px", () => {
  test.use({ viewport: { width: 320, height: 640 } });

  for (const locale of LOCALES) {
    test(`the text spacing of WCAG 1.4.12 clips no text: ${locale}`, async ({ page, enter }) => {
      await enter(locale);
      const paths = ["/Index/Home", "/Index/Power", "/Index/Miner", PRODUCT_PATH, "/Assets", "/LeavingMessage"];
      for (const path of paths) {
        await page.goto(path);
        const cut = await page.evaluate(() => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(`
          * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
          p { margin-bottom: 2em !important }
          /* A drawing that the hero cuts. */
          .hero-arc { display: none }
        `);
          document.adoptedStyleSheets = [sheet];
          const isCut = (one: Element) =>
            /hidden|clip/.test(getComputedStyle(one).overflow) &&
            one.clientWidth > 2 &&
            (one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1);
          const texts = [...document.querySelectorAll("body *:not(.visually-hidden, svg, svg *)")].filter(
            (one) => one.textContent,
          );
          const sideways = document.documentElement.scrollWidth > window.innerWidth ? ["the page"] : [];
          return [...texts.filter(isCut).map((one) => one.textContent), ...sideways];
        });
        expect.soft(cut, path).toEqual([]);
      }
    });
  }
});

for (const locale of LOCALES) {
  test(`in forced colours, chosen, current and done items look different: ${locale}`, async ({
    page,
    signIn,
    setLocale,
  }) => {
    await page.emulateMedia({ forcedColors: "active" });
    await setLocale(locale);
    await signIn(page, { email: "demo@example.com", password: "Demo12345", id: 0 });
    const looksOf = (selector: string, pseudo: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((one, part) => {
          const { backgroundColor, borderTopColor, borderTopWidth, outlineStyle } = getComputedStyle(one, part);
          return [backgroundColor, borderTopColor, borderTopWidth, outlineStyle].join(" ");
        }, pseudo);
    const expectDifferent = async (one: string, other: string, pseudo = "") => {
      expect(await looksOf(one, pseudo), one).not.toBe(await looksOf(other, pseudo));
    };
    await page.goto(PRODUCT_PATH);
    await expectDifferent(".chip-chosen", ".chip:not(.chip-chosen)");
    await page.goto("/MyOrder?status=mining");
    await expectDifferent(".chip[aria-current]", ".chip:not([aria-current])");
    await page.locator("main tbody a").first().click();
    await expectDifferent(".timeline-done", ".timeline li:last-child", "::before");
  });
}
