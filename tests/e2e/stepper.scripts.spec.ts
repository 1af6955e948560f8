import type { Page } from "@playwright/test";
import { attributesOf } from "../support/html";
import { holdRequests } from "../support/hold-requests";
import { expect, test } from "../support/journey";
import { PRODUCT_PATH } from "../support/purchase-paths";
import { hydrated, quantity } from "../support/shopping";

/** One press of the stepper counts once, at whatever moment of the page's load it comes (behaviour 10.14). */

const increase = (page: Page) => page.locator("button[value=increase]");

/** The scripts of the product page, as its HTML names them. */
async function scriptsOfProduct(page: Page): Promise<string[]> {
  const html = await (await page.request.get(PRODUCT_PATH)).text();
  return attributesOf(html, "link[rel=modulepreload]", "href").map((path) => path ?? "");
}

test("a press while a script is still loading counts once", async ({ page }) => {
  const scripts = await scriptsOfProduct(page);
  expect(scripts.length).toBeGreaterThan(1);
  for (const script of scripts) {
    await test.step(script, async () => {
      const release = await holdRequests(page, `**${script}`);
      const others = scripts.filter((other) => other !== script).map((other) => page.waitForResponse(`**${other}`));
      await page.goto(PRODUCT_PATH, { waitUntil: "commit" });
      await Promise.all(others);
      await increase(page).click();
      await expect(page).toHaveURL(/[?&]buyAmount=2$/);
      release();
      await hydrated(page);
      await expect(quantity(page)).toHaveValue("2");
      await page.unrouteAll({ behavior: "wait" });
    });
  }
});

declare global {
  interface Window {
    isPressed: boolean;
  }
}

/**
 * Runs in the page before its scripts: types 17 before the first task of React's scheduler, and presses + before one of
 * them. Each task comes by itself, as on a slow phone: for the scheduler, which lets the browser go on after 5 ms, time
 * passes whenever it asks for it.
 */
function pressBeforeTask(which: number): void {
  const now = performance.now.bind(performance);
  let addedMs = 0;
  performance.now = () => now() + (addedMs += 3);
  window.isPressed = false;
  let tasks = 0;
  const listener = Object.getOwnPropertyDescriptor(MessagePort.prototype, "onmessage");
  Object.defineProperty(MessagePort.prototype, "onmessage", {
    ...listener,
    set(this: MessagePort, run: (event: MessageEvent) => void) {
      listener?.set?.call(this, (event: MessageEvent) => {
        tasks += 1;
        const field = document.querySelector<HTMLInputElement>("[name=buyAmount]");
        if (tasks === 1 && field) field.value = "17";
        if (tasks === which) {
          document.querySelector<HTMLButtonElement>("button[value=increase]")?.click();
          window.isPressed = true;
        }
        run(event);
      });
    },
  });
}

test("a press before any task of the hydration counts once, from the quantity that was typed", async ({ context }) => {
  let stages = 0;
  for (let isPressed = true; isPressed;) {
    const page = await context.newPage();
    await page.addInitScript(pressBeforeTask, stages + 1);
    await page.goto(PRODUCT_PATH);
    await hydrated(page);
    isPressed = await page.evaluate(() => window.isPressed);
    if (isPressed) stages += 1;
    await expect(quantity(page), `before task ${stages}`).toHaveValue(isPressed ? "18" : "17");
    await page.close();
  }
  expect(stages).toBeGreaterThan(2);
});
