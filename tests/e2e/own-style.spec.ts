import { expect, test } from "../support/journey";
import { PRODUCT_PATH } from "../support/purchase-paths";

/** Pages in the visitor's own spacing and colours. */

test.describe("at 320 px", () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test("the text spacing of WCAG 1.4.12 clips no text", async ({ page, enter }) => {
    await enter("en_US");
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
});
