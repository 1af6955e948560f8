import type { Page } from "@playwright/test";
import { expect, test } from "../support/journey";

// These tests are about movement.
test.use({ contextOptions: { reducedMotion: "no-preference" } });

const strip = (page: Page) => page.locator(".banner-strip");
const slides = (page: Page) => page.locator(".banner");
const pauses = (page: Page) => ({
  banners: page.locator(".banners > .pause > summary"),
  notices: page.locator(".ticker > .pause > summary"),
});
const titles = (page: Page) => page.locator(".ticker-window a");

/** The animations that run on an element, by its computed style. */
const animationsOf = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((all) => all.map((element) => getComputedStyle(element).animationName));
const bannerAnimations = (page: Page) => animationsOf(page, ".banner-snap");
const noticeAnimations = (page: Page) => animationsOf(page, ".ticker-window li");

/**
 * Makes the animations of these elements run three times as fast.
 *
 * @throws if one does not run by itself
 */
const hasten = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((all) => {
    for (const animation of all.flatMap((element) => element.getAnimations())) {
      if (animation.playState !== "running") throw new Error(`The animation is ${animation.playState}.`);
      animation.updatePlaybackRate(3);
    }
  });

const areNone = (names: string[]) => names.length > 0 && names.every((name) => name === "none");
const scrolled = (page: Page) => strip(page).evaluate((element) => Math.round(element.scrollLeft));
/** How many titles are visible in their window. */
const shownTitles = (page: Page) =>
  page.locator(".ticker-window").evaluate((pane) => {
    const { top, bottom } = pane.getBoundingClientRect();
    const seen = (link: Element) => {
      const box = link.getBoundingClientRect();
      const isOpaque = getComputedStyle(link.parentElement ?? link).opacity === "1";
      return isOpaque && box.top >= top - 1 && box.bottom <= bottom + 1;
    };
    return [...pane.querySelectorAll("a")].filter(seen).length;
  });

test("banners and notices have a visible pause control @long", async ({ page, setLocale }) => {
  await setLocale("en_US");
  await page.goto("/Index/Home");
  expect(areNone(await bannerAnimations(page)), "banners move initially").toBe(false);
  expect(areNone(await noticeAnimations(page)), "notices rotate initially").toBe(false);

  const { banners, notices } = pauses(page);
  const words = await banners.evaluate((control) => getComputedStyle(control, "::after").content);
  expect(words, "the button's visible text").toBe(`"Pause the banners"`);
  for (const [control, name] of [
    [banners, "Pause the banners"],
    [notices, "Pause the notices"],
  ] as const) {
    await expect(control).toBeVisible();
    await expect(control).toHaveAccessibleName(name);
    await control.click();
  }
  expect(areNone(await bannerAnimations(page)), "paused banners stand still").toBe(true);
  expect(areNone(await noticeAnimations(page)), "paused notices stand still").toBe(true);
  expect(await shownTitles(page), "all titles are visible while paused").toBe(5);

  await notices.press("Space");
  expect(areNone(await noticeAnimations(page)), "the same control resumes them").toBe(false);
});

test("the banners can be swiped, and snap to a whole banner @long", async ({ page }) => {
  await page.goto("/Index/Home");
  await pauses(page).banners.click();
  await strip(page).evaluate((element) => {
    element.scrollIntoView({ block: "center", behavior: "instant" });
    // The strip may have moved on already.
    element.scrollTo({ left: 0, behavior: "instant" });
  });
  await expect.poll(() => scrolled(page)).toBe(0);
  const box = await strip(page).boundingBox();
  if (!box) throw new Error("The strip is not shown");
  expect(await strip(page).evaluate((element) => element.scrollWidth / element.clientWidth)).toBe(3);
  const devtools = await page.context().newCDPSession(page);
  const y = box.y + box.height / 2;
  const swipe = async (from: number, to: number) => {
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", share?: number) =>
      devtools.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: share === undefined ? [] : [{ x: box.x + box.width * share, y }],
      });
    await touch("touchStart", from);
    for (let step = 1; step <= 10; step += 1) await touch("touchMove", from + ((to - from) * step) / 10);
    await touch("touchEnd");
  };
  // On a busy machine the moves arrive together, like a quick swipe that skips a banner.
  const width = Math.round(box.width);
  await swipe(0.85, 0.15);
  await expect
    .poll(async () => [width, 2 * width].includes(await scrolled(page)), "at rest on a whole banner")
    .toBe(true);
  await expect(slides(page).nth(0)).not.toBeInViewport({ ratio: 0.1 });
  await expect(async () => {
    await swipe(0.15, 0.85);
    await expect.poll(() => scrolled(page), { timeout: 2000 }).toBe(0);
  }, "a swipe returns to the first banner").toPass();
});

test("the banners advance every 3 s, and return to the first @long", async ({ page }) => {
  await page.goto("/Index/Home");
  const turns = await page.locator(".banner-snap").evaluateAll((all) =>
    all.map((element) => {
      const { animationDuration, animationDelay } = getComputedStyle(element);
      return [animationDuration, animationDelay];
    }),
  );
  expect(turns, "three banners, one after the other").toEqual([
    ["9s", "3s"],
    ["9s", "6s"],
    ["9s", "9s"],
  ]);
  await hasten(page, ".banner-snap");
  // At this speed each banner shows for less than a second.
  const often = { intervals: [50] };
  await expect.poll(() => scrolled(page), often).toBeGreaterThan(300);
  await expect.poll(() => scrolled(page), often).toBeGreaterThan(600);
  // A busy browser may draw no frame while the strip returns; the next round then shows it.
  await expect.poll(() => scrolled(page), { ...often, timeout: 25_000 }).toBe(0);
});

test("the notices change every 5 s, and every title leads to its notice @long", async ({ page }) => {
  await page.goto("/Index/Home");
  const items = page.locator(".ticker-window li");
  const turns = await items.evaluateAll((all) =>
    all.map((item) => {
      const { animationDuration, animationDelay } = getComputedStyle(item);
      return [animationDuration, animationDelay];
    }),
  );
  expect(turns, "five titles, one after the other").toEqual(
    [-0.4, 4.6, 9.6, 14.6, 19.6].map((delay) => ["25s, 5s", `${delay}s`]),
  );
  await expect(titles(page)).toHaveCount(5);
  expect(await shownTitles(page)).toBe(1);
  const onTop = () =>
    items.evaluateAll((all) => {
      const { left, top, width, height } = all[0]?.closest(".ticker-window")?.getBoundingClientRect() ?? new DOMRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)?.closest("li");
      return hit ? all.indexOf(hit) : -1;
    });
  await page.locator(".ticker").scrollIntoViewIfNeeded();
  await hasten(page, ".ticker-window li");
  // A press must hit the visible title.
  await expect.poll(onTop).toBe(1);
  await expect.poll(() => items.nth(1).evaluate((item) => getComputedStyle(item).opacity)).toBe("1");
  for (const link of await titles(page).all()) {
    await expect(link).toHaveAttribute("href", /^\/NoticeDetail\?id=\d+$/);
  }
});

test("no notice title is clipped, even with text at 200 % @long", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/Index/Home");
  await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
  const cut = await titles(page).evaluateAll((all) => {
    const pane = all[0]?.closest(".ticker-window")?.getBoundingClientRect() ?? new DOMRect();
    const isCut = (title: Element) => {
      const words = document.createRange();
      words.selectNodeContents(title);
      const [seen, box] = [words.getBoundingClientRect(), title.getBoundingClientRect()];
      const isOver = seen.top < box.top || seen.bottom > box.bottom || box.height > pane.height + 1;
      return isOver || title.scrollWidth > title.clientWidth;
    };
    return all.filter(isCut).length;
  });
  expect(cut).toBe(0);
});

test("banners and notices stop while the focus is in them @long", async ({ page }) => {
  await page.goto("/Index/Home");
  await titles(page).nth(3).focus();
  expect(areNone(await noticeAnimations(page))).toBe(true);
  await expect(titles(page).nth(3)).toBeInViewport({ ratio: 0.9 });
  await slides(page).nth(1).locator("a").focus();
  expect(areNone(await bannerAnimations(page))).toBe(true);
  expect(areNone(await noticeAnimations(page)), "notices rotate again").toBe(false);
});

test.describe("on a desktop", () => {
  test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false });

  test("the card of the notices is as high as the banners beside it", async ({ page, setLocale }) => {
    for (const locale of ["el_GR", "en_US"] as const) {
      await setLocale(locale);
      await page.goto("/Index/Home");
      const bottoms = await page
        .locator(".banner-strip, .news > .entries")
        .evaluateAll((all) => all.map((part) => Math.round(part.getBoundingClientRect().bottom)));
      expect(new Set(bottoms).size, `${locale}: ${bottoms.join()}`).toBe(1);
    }
  });
});

test.describe("with reduced motion", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("banners and notices never move, all titles can be read, and there is no pause control", async ({ page }) => {
    await page.goto("/Index/Home");
    expect(areNone(await bannerAnimations(page))).toBe(true);
    expect(areNone(await noticeAnimations(page))).toBe(true);
    expect(await shownTitles(page)).toBe(5);
    await expect(pauses(page).banners).toBeHidden();
    await expect(pauses(page).notices).toBeHidden();
  });
});

for (const locale of ["en_US", "el_GR"] as const) {
  test(`headline, main links, figures and first product are on a small phone's first screen (behaviour 2.18): ${locale}`, async ({
    page,
    setLocale,
  }) => {
    await setLocale(locale);
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto("/Index/Home");
    for (const part of [".hero h1", ".hero .ways", ".hero .proof", ".product-title"]) {
      await expect(page.locator(part).first(), part).toBeInViewport({ ratio: 1 });
    }
    const ways = await page
      .locator(".hero .button")
      .evaluateAll((all) => all.map((way) => way.getBoundingClientRect().y));
    expect(new Set(ways).size, "the links are side by side").toBe(1);
    // The headline may take two lines, the text below it only one.
    expect((await page.locator(".hero p").boundingBox())?.height).toBeLessThan(32);
  });
}
