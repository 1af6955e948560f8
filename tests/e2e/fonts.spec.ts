import type { Page } from "@playwright/test";
import { expect, test } from "../support/journey";
import { sampleOf } from "@storefront/test-support/sample";
import { toCode } from "../support/shopping";
import { sideways } from "../support/sideways";
import { FONTS } from "../support/fonts";
import { LOCALES } from "../support/texts";

/** The least space between texts of two columns. */
const GAP_PX = 4;

const PAGES = ["/PowerProductDetail/1001?buyAmount=3", "/Index/Home", "/Index/Power", "/Compare?ids=1001,1002"];

/** Gives the page one font; returns false if it is not installed, which the widths of two fallbacks show. */
const setFont = (page: Page, font: string) =>
  page.evaluate(async (name) => {
    const probe = document.body.appendChild(document.createElement("span"));
    probe.textContent = "Computing power, 540 days";
    const [one, other] = ["monospace", "serif"].map((substitute) => {
      probe.style.fontFamily = `"${name}", ${substitute}`;
      return probe.getBoundingClientRect().width;
    });
    probe.remove();
    document.body.style.fontFamily = `"${name}"`;
    // A part that is not laid out yet has only a guessed height.
    for (const part of document.querySelectorAll<HTMLElement>("main *")) part.style.contentVisibility = "visible";
    await document.fonts.ready;
    return one === other;
  }, font);

/** Texts of different blocks that touch each other, and texts that overflow their card. */
const touching = (page: Page) =>
  page.evaluate((gap) => {
    const isInline = (element: Element) => /^inline/.test(getComputedStyle(element).display);
    const blockOf = (node: Node): Element => {
      let element = node.parentElement ?? document.body;
      while (isInline(element)) element = element.parentElement ?? document.body;
      return element;
    };
    const texts: { block: Element; text: string; box: DOMRect }[] = [];
    const walker = document.createTreeWalker(document.querySelector("main") ?? document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      const text = node.textContent?.trim();
      // Skips texts that are for screen readers, over pictures, floating, collapsed or rotating.
      const isAside = parent?.closest(".visually-hidden, .words, .banner, .low-bar, .compare-bar, .ticker, .unseen");
      if (!text || !parent || isAside || parent.closest("details:not([open]) > :not(summary)")) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) if (box.width > 1) texts.push({ block: blockOf(node), text, box });
    }
    const found: string[] = [];
    for (const [at, { block, text, box }] of texts.entries()) {
      const card = block.closest(".card")?.getBoundingClientRect();
      if (card && !block.closest(".compare-window") && (box.right > card.right + 0.5 || box.left < card.left - 0.5)) {
        found.push(`"${text}" sticks out of its card`);
      }
      for (const other of texts.slice(at + 1)) {
        if (other.block === block) continue;
        const high = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        const wide = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        // The boxes of consecutive lines may overlap around their letters.
        const isBeside = high > Math.min(box.height, other.box.height) / 2;
        if (isBeside && wide > -gap) found.push(`"${text}" touches "${other.text}"`);
      }
    }
    return { found, texts: texts.length };
  }, GAP_PX);

for (const width of sampleOf([360, 1280], 2)) {
  const isMobile = width < 1000;
  for (const font of sampleOf(FONTS, 2)) {
    test.describe(`${font} at ${width} px`, () => {
      test.use({ viewport: { width, height: 800 }, isMobile, hasTouch: isMobile });

      test("adjacent texts do not touch, and none is clipped", async ({ page, setLocale }) => {
        await setLocale("en_US");
        for (const path of PAGES) {
          await page.goto(path);
          expect(await setFont(page, font), `${font} is installed (Debian: fonts-dejavu-core, fonts-liberation)`).toBe(
            true,
          );
          const { found, texts } = await touching(page);
          expect(found, path).toEqual([]);
          expect(texts, path).toBeGreaterThan(30);
          expect(await sideways(page), path).toEqual([]);
        }
      });
    });
  }
}

test.describe("the bar of a purchase at 360 px", () => {
  test.use({ viewport: { width: 360, height: 640 }, isMobile: true, hasTouch: true });

  for (const locale of LOCALES) {
    test(`no coin is broken across lines, however long its amount: ${locale}`, async ({ page, sandbox, enter }) => {
      await sandbox.setProduct("1001", { price: "12345.12345678" });
      const terms = { maxBuy: "5000", stock: "5000", paySymbol: "USDT-TRC20" };
      await sandbox.setProduct("1002", { ...terms, price: "12345.12345678" });
      await enter(locale, { balances: { USDT: "1", "USDT-TRC20": "1" } });
      const pages = [
        ["/Index/Power", "USDT"],
        // The list may be cached without the name, so the test inserts it below.
        ["/Index/Power", "USDT-\u2060TRC20"],
        ["/PowerProductDetail/1001?buyAmount=199", "USDT"],
        ["/PowerProductDetail/1002?buyAmount=199", "USDT-TRC20"],
        ["the sheet for the code", "USDT-TRC20"],
      ] as const;
      for (const [path, name] of pages) {
        if (path.startsWith("/")) await page.goto(path);
        else {
          await enter(locale, { balances: { "USDT-TRC20": "123456789.12345678" } });
          await toCode(page, "199", "/PowerProductDetail/1002");
        }
        expect(await setFont(page, "DejaVu Sans")).toBe(true);
        if (path === "/Index/Power" && name !== "USDT") {
          await page.locator(".headline .unit").evaluateAll((units, coin) => {
            for (const unit of units) unit.textContent = coin;
          }, name);
        }
        const broken = await page.evaluate((coin) => {
          const found: string[] = [];
          let shown = 0;
          const named = new RegExp([...coin].join("\u2060?"));
          const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          while (walker.nextNode()) {
            const text = walker.currentNode as Text;
            const match = named.exec(text.data);
            if (!match) continue;
            const range = document.createRange();
            range.setStart(text, match.index);
            range.setEnd(text, match.index + match[0].length);
            const lines = new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top)));
            shown += lines.size;
            if (lines.size > 1) found.push(text.data);
          }
          return { found, isShown: shown > 0 };
        }, name);
        expect(broken, path).toEqual({ found: [], isShown: true });
      }
    });
  }

  test("the next step with a long amount takes at most two lines, also in a wide font", async ({ page, enter }) => {
    await enter("en_US", { balances: { USDT: "1" } });
    await page.goto("/PowerProductDetail/1001?buyAmount=200");
    expect(await setFont(page, "DejaVu Sans"), "DejaVu Sans is installed (Debian: fonts-dejavu-core)").toBe(true);
    const button = page.locator(".action-bar button");
    await expect(button).toHaveText("Deposit 3,099.00 USDT");
    const { lines, fontPx, heightPx } = await button.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return {
        lines: new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size,
        fontPx: Number.parseFloat(getComputedStyle(element).fontSize),
        heightPx: element.getBoundingClientRect().height,
      };
    });
    expect(lines).toBeLessThanOrEqual(2);
    expect(fontPx).toBeGreaterThanOrEqual(16);
    expect(heightPx).toBeGreaterThanOrEqual(44);
  });
});
