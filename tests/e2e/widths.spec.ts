import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../support/journey";
import { sideways } from "../support/sideways";

/** The computed size of type of the root and of the page's text, in px. */
const sizes = (page: Page) =>
  page.evaluate(() =>
    [document.documentElement, document.body].map((one) => parseFloat(getComputedStyle(one).fontSize)),
  );

const isSideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);

/** The number of cards in the first row. */
const abreast = (cards: Locator) =>
  cards.evaluateAll((all) => {
    const [top, ...others] = all.map((card) => Math.round(card.getBoundingClientRect().y));
    return 1 + others.filter((other) => other === top).length;
  });

/**
 * Gives every second product a name of three lines or four.
 *
 * @returns the parts and cards not aligned with their row, and how many share a row
 */
async function outOfLine(page: Page) {
  return page.locator(".product").evaluateAll((cards) => {
    for (const [at, card] of cards.entries()) {
      const title = card.querySelector(".product-title");
      if (title && at % 2) title.textContent = "A name that is so long that it takes three lines of its card, or four";
    }
    const rows = new Map<number, Element[]>();
    for (const card of cards) {
      const top = Math.round(card.getBoundingClientRect().top);
      rows.set(top, [...(rows.get(top) ?? []), card]);
    }
    const edges = (row: Element[], part: string, edge: "top" | "bottom") =>
      row.map((card) => Math.round((part ? card.querySelector(part) : card)?.getBoundingClientRect()[edge] ?? 0));
    const parts = [".headline", ".card-terms", ".pill", ""];
    const uneven = [...rows.values()].flatMap((row) =>
      parts.filter((part) => new Set(edges(row, part, part ? "top" : "bottom")).size > 1),
    );
    return { uneven, abreast: [...rows.values()].filter((row) => row.length > 1).flat().length };
  });
}

test.describe("on a tablet", () => {
  test.use({ viewport: { width: 768, height: 1024 } });

  test("the root font is twice as large, but text and spacing 1.25 times @long", async ({ page }) => {
    // The first page has inline CSS; later ones link to the shared file.
    for (const path of ["/Index/Home", "/Index/Power?page=2", "/Login", "/UserAgreement"]) {
      await page.goto(path);
      expect(await sizes(page), path).toEqual([32, 20]);
      expect(await isSideways(page), path).toBe(false);
    }
    await page.goto("/Index/Power?page=2");
    expect(await abreast(page.locator(".product"))).toBe(2);
    expect((await page.locator("a.bar-button").first().boundingBox())?.height).toBe(55);
    await page.setViewportSize({ width: 1024, height: 768 });
    expect(await sizes(page)).toEqual([32, 20]);
  });

  test("text at 200 % is twice as large as normal text @long", async ({ page }) => {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Page.setFontSizes", { fontSizes: { standard: 32 } });
    await page.goto("/Index/Power");
    expect(await sizes(page)).toEqual([64, 40]);
    expect(await isSideways(page)).toBe(false);
  });
});

for (const width of [768, 1280]) {
  const isMobile = width < 1000;
  test.describe(`cards at ${width} px`, () => {
    test.use({ viewport: { width, height: 1024 }, isMobile, hasTouch: isMobile });

    test("in one row stay aligned when names wrap @long", async ({ page, setLocale }) => {
      for (const locale of ["el_GR", "en_US"] as const) {
        await setLocale(locale);
        for (const path of ["/Index/Home", "/Index/Power"]) {
          await page.goto(path);
          const { uneven, abreast } = await outOfLine(page);
          expect(uneven, `${path}, ${locale}`).toEqual([]);
          expect(abreast, path).toBeGreaterThan(1);
        }
      }
    });
  });
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 640 } });

  test("the figures of Home are apart, and the footer of other pages takes three rows at most @long", async ({
    page,
    setLocale,
  }) => {
    for (const locale of ["el_GR", "en_US"] as const) {
      await setLocale(locale);
      await page.goto("/Index/Home");
      const figures = await page.locator(".proof > div").evaluateAll((all) =>
        all.map((figure) => {
          const range = document.createRange();
          range.selectNodeContents(figure);
          return range.getBoundingClientRect();
        }),
      );
      for (const [index, { left, top }] of figures.slice(1).entries()) {
        expect(top, locale).toBe(figures[0]?.top);
        expect(left - (figures[index]?.right ?? 0), `${locale}, after figure ${index + 1}`).toBeGreaterThanOrEqual(12);
      }
      await page.goto("/Help");
      const rows = await page
        .locator(".foot-row > *")
        .evaluateAll((all) => all.map((item) => item.getBoundingClientRect()).map(({ y, height }) => y + height / 2));
      expect(new Set(rows.filter(Boolean)).size, `${locale}: ${rows.join()}`).toBeLessThan(3);
    }
  });
});

for (const width of [320, 360]) {
  test.describe(`terms at ${width} px`, () => {
    test.use({ viewport: { width, height: 640 } });

    test("no line of terms begins or ends with a dot @long", async ({ page, setLocale }) => {
      for (const locale of ["el_GR", "en_US"] as const) {
        await setLocale(locale);
        await page.goto("/Index/Power");
        const lines = await page.locator(".terms").evaluateAll((all) =>
          all.map((terms) => {
            const edge = terms.getBoundingClientRect().left;
            return Array.from(terms.children, ({ firstElementChild: dot, lastElementChild: term }) => ({
              isFirst: Math.abs((term?.getBoundingClientRect().left ?? 0) - edge) < 1,
              isCutOff: dot === term || (dot?.getBoundingClientRect().right ?? 0) <= edge + 1,
            }));
          }),
        );
        expect(lines.length, locale).toBeGreaterThan(3);
        expect(
          lines.some((terms) => terms.filter(({ isFirst }) => isFirst).length > 1),
          locale,
        ).toBe(true);
        for (const terms of lines) {
          for (const { isFirst, isCutOff } of terms) expect(isCutOff, locale).toBe(isFirst);
        }
      }
    });
  });
}

test.describe("on a desktop", () => {
  test.use({
    viewport: { width: 1280, height: 800 },
    isMobile: false,
    hasTouch: false,
    contextOptions: { reducedMotion: "reduce" },
  });

  test("text keeps the visitor's font size, and three products are side by side @long", async ({ page }) => {
    for (const path of ["/Index/Home", "/Index/Power?page=2"]) {
      await page.goto(path);
      expect(await sizes(page), path).toEqual([16, 16]);
      expect(await abreast(page.locator(".product")), path).toBe(3);
      expect((await page.locator("header.bar").boundingBox())?.width, path).toBe(1280);
      expect(await isSideways(page), path).toBe(false);
    }
    await page.goto("/LeavingMessage");
    const [form, others] = [page.locator("form.form"), page.locator(".page-side")];
    const { x = 0, width = 0 } = (await form.boundingBox()) ?? {};
    expect(width).toBeLessThanOrEqual(656);
    expect((await others.boundingBox())?.x).toBeGreaterThan(x + width);
  });

  test("the bar has the four links, the language and the account, and no menu to open @long", async ({
    page,
    setLocale,
  }) => {
    await setLocale("en_US");
    await page.goto("/Index/Power");
    const bar = page.getByRole("banner");
    for (const name of ["Meridian Cloud Hashrate", "Computing power", "Miner hosting", "Sign in", "Create account"]) {
      await expect(bar.getByRole("link", { name, exact: true }), name).toBeInViewport({ ratio: 1 });
    }
    await expect(bar.getByRole("link", { name: "Computing power" })).toHaveAttribute("aria-current", "page");
    await expect(bar.locator("summary")).toBeHidden();
    expect((await bar.boundingBox())?.height).toBe(64);
    await bar.getByRole("button", { name: "繁體中文" }).click();
    await expect(page.locator("html")).toHaveAttribute("lang", "zh-Hant");
  });

  test("signed in, the header of every page has four links @long", async ({ page, account, signIn }) => {
    await signIn(page, account);
    for (const path of ["/Index/Home", "/MyOrder", "/UserCenter", "/PowerProductDetail/1001"]) {
      await page.goto(path);
      const places = page.locator("nav.header-nav");
      await expect(places, path).toHaveCount(1);
      await expect(places.getByRole("link"), path).toHaveCount(4);
      for (const place of await places.getByRole("link").all()) await expect(place).toBeInViewport({ ratio: 1 });
      expect((await places.boundingBox())?.y, path).toBeLessThan(20);
      expect(await isSideways(page), path).toBe(false);
    }
    await page.setViewportSize({ width: 750, height: 800 });
    await page.goto("/Index/Home");
    expect(await isSideways(page)).toBe(false);
    expect((await page.getByRole("banner").boundingBox())?.height).toBe(64);
  });

  test("page and footer share one column; header and footer span the window", async ({ page }) => {
    for (const path of ["/Login", "/Estimate", "/PowerProductDetail/1001"]) {
      await page.goto(path);
      const widths = await page
        .locator(".page, .foot-row")
        .evaluateAll((all) => all.map((part) => part.getBoundingClientRect().width));
      expect(widths.length, path).toBe(2);
      expect(new Set(widths).size, path).toBe(1);
      for (const part of [".bar", ".foot"])
        expect((await page.locator(part).boundingBox())?.width, path).toBe(page.viewportSize()?.width);
    }
  });

  test("a form's card begins with a field, beside a panel of the same height @long", async ({ page }) => {
    for (const path of ["/Login", "/Register", "/LeavingMessage"]) {
      await page.goto(path);
      const gap = await page.locator("main form.form").evaluate((form) => {
        const [label] = form.querySelectorAll("label");
        const { top } = form.getBoundingClientRect();
        return (label?.getBoundingClientRect().top ?? 0) - top - parseFloat(getComputedStyle(form).paddingTop);
      });
      expect(gap, path).toBe(0);
    }
  });

  test("the footer of a short page is at the bottom of the window @long", async ({ page }) => {
    await page.goto("/PowerProductDetail/9999");
    const foot = await page.locator(".foot").boundingBox();
    expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBe(800);
  });

  test("controls stay visible beside the text", async ({ page }) => {
    await page.goto("/MinerProductDetail/2001");
    const contact = page.locator(".page-side a.button");
    const gallery = await page.locator(".gallery").boundingBox();
    expect((await contact.boundingBox())?.x).toBeGreaterThan((gallery?.x ?? 0) + (gallery?.width ?? 0));
    await page.evaluate(() => window.scrollTo({ top: 500, behavior: "instant" }));
    await expect(contact).toBeInViewport({ ratio: 1 });
  });

  test("a deposit's QR code is beside its address, and the account menu beside both", async ({ page, enter }) => {
    await enter("en_US");
    await page.goto("/Recharge/USDT?chain=TUSDT");
    const [menu, address, code] = await Promise.all(
      [".account-menu", "#deposit-address", "img.qr"].map((part) => page.locator(part).boundingBox()),
    );
    if (!menu || !address || !code) throw new Error("A part is not shown");
    expect(menu.x + menu.width).toBeLessThan(address.x);
    expect(address.x + address.width).toBeLessThan(code.x);
    await expect(page.getByRole("button", { name: "I have sent it" })).toBeInViewport({ ratio: 1 });
    const heights = await page
      .locator(".account-menu .entry")
      .evaluateAll((rows) => rows.map((row) => Math.round(row.clientHeight)));
    expect(Math.max(...heights) - Math.min(...heights), heights.join()).toBeLessThanOrEqual(1);
  });

  test("the account menu is beside each account page from 750 px on, and nothing scrolls sideways @long", async ({
    page,
    enter,
    setLocale,
  }) => {
    await enter("en_US");
    const [menu, main] = [page.locator(".account-menu"), page.locator(".account-main")];
    for (const locale of ["en_US", "el_GR"] as const) {
      await setLocale(locale);
      for (const path of ["/MyOrder", "/Assets", "/UserCenter", "/Recharge/USDT?chain=TUSDT", "/InvitationCode"]) {
        await page.goto(path);
        for (const width of [750, 768, 900, 1023, 1024]) {
          await page.setViewportSize({ width, height: 800 });
          const [left, right] = [await menu.boundingBox(), await main.boundingBox()];
          const where = `${path} at ${width} px: ${locale}`;
          expect((left?.x ?? width) + (left?.width ?? 0), where).toBeLessThan(right?.x ?? 0);
          expect(right?.width, where).toBeGreaterThan(480);
          expect(await sideways(page), where).toEqual([]);
        }
      }
    }
    await page.setViewportSize({ width: 749, height: 800 });
    await expect(menu).toBeHidden();
  });

  test("a sheet is centred in the window", async ({ page }) => {
    await page.goto("/Register?step=agreement");
    const box = await page.getByRole("dialog").boundingBox();
    if (!box) throw new Error("The sheet is not shown");
    expect(box.width).toBe(480);
    expect(Math.abs(box.x + box.width / 2 - 640)).toBeLessThanOrEqual(1);
    expect(Math.abs(box.y + box.height / 2 - 400)).toBeLessThanOrEqual(1);
  });
});
