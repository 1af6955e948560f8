import type { Page } from "@playwright/test";

const A4 = { width: 794, height: 1123 };

/**
 * What lies over the text on every sheet of paper that a page is printed on. Neither an open sheet, nor the menu, which
 * is the text then.
 */
export async function floatingOnPaper(page: Page): Promise<string[]> {
  const window = page.viewportSize();
  await page.setViewportSize(A4);
  await page.emulateMedia({ media: "print" });
  const found = await page.evaluate(() =>
    Array.from(document.querySelectorAll("body *"))
      .filter((element) => getComputedStyle(element).position === "fixed" && element.checkVisibility())
      .filter((element) => !element.matches(".sheet-veil, .menu-panel"))
      .map((element) => element.outerHTML.slice(0, 120)),
  );
  await page.emulateMedia({ media: "screen" });
  if (window) await page.setViewportSize(window);
  return found;
}

/**
 * What stays over the page while it scrolls, and should not (house 22): anything but a low bar at its head, at its foot
 * or at the foot of a sheet. A bar is too high if it takes more than half of the window of 1280 × 1024 px at 400 %. An
 * open sheet and the menu are meant to cover the page; they scroll by themselves.
 */
export function floating(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const MOST_PX = 128;
    return Array.from(document.querySelectorAll("body *")).flatMap((element) => {
      const { position, top, bottom } = getComputedStyle(element);
      if (position !== "fixed" && position !== "sticky") return [];
      // It stays at a side of what scrolls sideways, and goes up and down with the page.
      if (position === "sticky" && top === "auto" && bottom === "auto") return [];
      if (element.matches(".sheet-veil, .menu-panel") || !element.checkVisibility()) return [];
      const { height } = element.getBoundingClientRect();
      if (element.matches("header.bar, .compare-tray, .low-bar, .sheet-foot") && height <= MOST_PX) return [];
      return [`${position}, ${Math.round(height)} px: ${element.outerHTML.slice(0, 120)}`];
    });
  });
}
