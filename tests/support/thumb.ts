import { expect, type Locator, type Page } from "@playwright/test";

/** The longest anti-phishing code, in wide characters, which takes the most space. */
export const LONGEST_WORD = "鯨".repeat(32);

/** Sets the longest anti-phishing code, which the pages of a payment then show. */
export async function chooseLongestWord(page: Page): Promise<void> {
  await page.goto("/Security");
  await page.locator("[name=antiPhishingCode]").fill(LONGEST_WORD);
  await page
    .locator("form", { has: page.locator("[name=antiPhishingCode]") })
    .locator("button")
    .first()
    .click();
  await expect(page.locator(".own-word")).toHaveText(LONGEST_WORD);
}

/** The screen size of a small, cheap phone. */
export const LOW_SCREEN = { width: 360, height: 640 };

/** A thumb on a screen. It presses only visible controls and never scrolls. */
export interface Thumb {
  readonly presses: number;
  /** Presses a control, which must be completely visible on the first screen. */
  press(control: Locator): Promise<void>;
}

/** Makes a thumb that has pressed nothing yet. */
export function aThumb(): Thumb {
  let presses = 0;
  return {
    get presses() {
      return presses;
    },
    async press(control) {
      await expect(control).toBeInViewport({ ratio: 1 });
      presses += 1;
      await control.tap();
    },
  };
}
