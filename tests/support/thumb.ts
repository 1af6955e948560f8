import type { Locator } from "@playwright/test";
import { expect } from "./scriptless/expectations";

/** A low screen of a cheap phone, with text as it comes. */
export const LOW_SCREEN = { width: 360, height: 640 };

/** A thumb on a screen: it presses what it sees, where it sees it, and never scrolls. */
export interface Thumb {
  /** How often it has pressed. */
  readonly presses: number;
  /** Presses a control, which must be whole in the first screen with nothing over it. */
  press(control: Locator): Promise<void>;
}

/** A thumb that has pressed nothing yet. */
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
