import type { Page } from "@playwright/test";
import { attributesOf } from "../support/html";
import { holdRequests } from "../support/hold-requests";
import { expect, test } from "../support/journey";
import { PRODUCT_PATH } from "../support/purchase-paths";
import { isWholeRun, sampleOf } from "@storefront/test-support/sample";
import { buyButton, hydrated, quantity } from "../support/shopping";
import { LOCALES, TEXTS } from "../support/texts";

/** Each press of the stepper counts once, at any moment of the page's load (behaviour 10.14). */

const increase = (page: Page) => page.locator("button[value=increase]");

/** The first script of the product page, and those that it loads, as its HTML names them. */
async function scriptsOfProduct(page: Page): Promise<[first: string, ...others: string[]]> {
  const html = await (await page.request.get(PRODUCT_PATH)).text();
  const [first = ""] = attributesOf(html, "script[src]", "src");
  return [first, ...attributesOf(html, "link[rel=modulepreload]", "href").map((path) => path ?? "")];
}

test("a press while scripts are still loading changes the quantity once", async ({ page }) => {
  const scripts = await scriptsOfProduct(page);
  expect(scripts.length).toBeGreaterThan(2);
  for (const script of sampleOf(scripts, 3)) {
    await test.step(script, async () => {
      const release = await holdRequests(page, `**${script}`);
      const others = scripts.filter((other) => other !== script).map((other) => page.waitForResponse(`**${other}`));
      await page.goto(PRODUCT_PATH, { waitUntil: "commit" });
      await Promise.all(others);
      await increase(page).click();
      // The first script handles the press in the page; if it is missing, the server does.
      await expect(page.locator("form .deal-figure").first()).toContainText("31.00");
      await expect(page).toHaveURL(script === scripts[0] ? /[?&]buyAmount=2$/ : PRODUCT_PATH);
      release();
      await hydrated(page);
      await expect(quantity(page)).toHaveValue("2");
      await expect(page.locator("form .deal-figure").first()).toContainText("31.00");
      await page.unrouteAll({ behavior: "wait" });
    });
  }
});

/** Opens a product whose libraries never load, and waits until its first script has run. */
async function openEarly(page: Page): Promise<void> {
  const [first, ...others] = await scriptsOfProduct(page);
  await page.route(/\/libraries-/, (route) => route.abort());
  expect(others.join()).toContain("/libraries-");
  const failed = page.waitForEvent("requestfailed");
  await Promise.all([page.waitForResponse(`**${first}`), failed, page.goto(PRODUCT_PATH, { waitUntil: "load" })]);
}

/** The texts and states of the form that depend on the quantity. */
const shown = (page: Page) =>
  page.locator("main form.card").evaluate((form) => ({
    figures: Array.from(form.querySelectorAll(".deal-figure strong"), ({ textContent }) => textContent),
    bars: Array.from(form.querySelectorAll("rect"), (bar) => bar.getAttribute("width")),
    chosen: Array.from(form.querySelectorAll(".chip-chosen"), ({ textContent }) => textContent),
    quantity: form.querySelector<HTMLInputElement>("[name=buyAmount]")?.value,
  }));

const PRESSES: readonly ((page: Page) => Promise<void>)[] = [
  (page) => increase(page).click(),
  (page) => page.locator(".chip").nth(1).click(),
  (page) => page.locator("button[value=decrease]").click(),
  (page) => quantity(page).fill("12.34"),
  (page) => increase(page).click(),
];

test("before React starts, presses and typed quantities show the same as with React", async ({ page, context }) => {
  const later = await context.newPage();
  await openEarly(page);
  await later.goto(PRODUCT_PATH);
  await hydrated(later);
  for (const press of PRESSES) {
    await press(page);
    await press(later);
    expect(await shown(page)).toEqual(await shown(later));
    expect(page.url()).toBe(later.url());
  }
});

test("before React starts, a press that changes more than figures goes to the server", async ({ page, enter }) => {
  await enter("en_US", { balances: { USDT: "20" } });
  await openEarly(page);
  await increase(page).click();
  await expect(page).toHaveURL(/[?&]buyAmount=2$/);
  await expect(buyButton(page)).toContainText("11.00");
});

declare global {
  interface Window {
    isPressed: boolean;
    isHydratedByPress: boolean;
    tasks: number;
  }
}

/**
 * Runs in the page before its scripts: types 17 before the first task of React's scheduler, and presses + before one of
 * them. Each task runs alone, as on a slow phone: the scheduler yields after 5 ms, and this clock advances each time
 * it asks for the time.
 */
function pressBeforeTask(which: number): void {
  const now = performance.now.bind(performance);
  let addedMs = 0;
  performance.now = () => now() + (addedMs += 3);
  window.isPressed = false;
  window.isHydratedByPress = false;
  window.tasks = 0;
  const listener = Object.getOwnPropertyDescriptor(MessagePort.prototype, "onmessage");
  Object.defineProperty(MessagePort.prototype, "onmessage", {
    ...listener,
    set(this: MessagePort, run: (event: MessageEvent) => void) {
      listener?.set?.call(this, (event: MessageEvent) => {
        window.tasks += 1;
        const field = document.querySelector<HTMLInputElement>("[name=buyAmount]");
        if (window.tasks === 1 && field) field.value = "17";
        if (window.tasks === which) {
          const isLive = () => field !== null && "live" in field.dataset;
          const wasLive = isLive();
          const button = document.querySelector<HTMLButtonElement>("button[value=increase]");
          button?.dispatchEvent(new Event("pointerdown", { bubbles: true }));
          button?.click();
          window.isPressed = true;
          window.isHydratedByPress = !wasLive && isLive();
        }
        run(event);
      });
    },
  });
}

/** How many of the hundreds of tasks the test tries, from the first to the last. */
const TASKS_TRIED = isWholeRun ? 12 : 4;

test("a press before the first hydration task counts once, from the typed quantity", async ({ context }) => {
  const openAndPress = async (before: number, shown: string) => {
    const page = await context.newPage();
    await page.addInitScript(pressBeforeTask, before);
    await page.goto(PRODUCT_PATH);
    await hydrated(page);
    await expect(quantity(page), `before task ${before}`).toHaveValue(shown);
    const { isPressed, isHydratedByPress, tasks } = await page.evaluate(() => ({
      isPressed: window.isPressed,
      isHydratedByPress: window.isHydratedByPress,
      tasks: window.tasks,
    }));
    await page.close();
    expect(isPressed).toBe(before > 0);
    expect(isHydratedByPress, "the press does not start hydration").toBe(false);
    return tasks;
  };
  const tasks = await openAndPress(0, "17");
  expect(tasks).toBeGreaterThan(TASKS_TRIED);
  for (let tried = 0; tried < TASKS_TRIED; tried += 1)
    await openAndPress(1 + Math.floor((tried * tasks) / TASKS_TRIED), "18");
});

for (const reducedMotion of sampleOf(["no-preference", "reduce"] as const, 2)) {
  const moves = reducedMotion === "reduce" ? "moves nothing" : "rolls the digits that change";
  test(`a press ${moves} (prefers-reduced-motion: ${reducedMotion})`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion });
    await page.goto(`${PRODUCT_PATH}?buyAmount=10`);
    await hydrated(page);
    const amounts = page.locator("form .timeline-done .deal-figure strong");
    await expect(amounts).toHaveText(["155.00"]);
    await expect(page.locator(".rolls")).toHaveCount(0);
    await increase(page).click();
    await expect(amounts).toHaveText(["170.50"]);
    const rolling = page.locator("form .timeline-done .rolls");
    await expect(rolling).toHaveText("70.50");
    await expect(rolling).toHaveCSS("animation-name", reducedMotion === "reduce" ? "none" : "amount-rolls");
  });
}

for (const locale of LOCALES) {
  const least = TEXTS[locale]("errors.quantityMin", { min: "1" });
  test(`a new alert at the minimum replaces the old one, and nothing moves: ${locale} @long`, async ({
    page,
    setLocale,
  }) => {
    await setLocale(locale);
    await page.goto(PRODUCT_PATH);
    await hydrated(page);
    // − at the minimum goes to the server, which responds with a toast, as without scripts.
    await page.locator("form:has([name=buyAmount])").evaluate((form) => {
      form.insertAdjacentHTML("beforeend", '<input type="hidden" name="intent" value="decrease">');
      HTMLFormElement.prototype.submit.call(form);
    });
    const old = page.locator(".frame > .toast-alert");
    await expect(old).toContainText(least);
    await hydrated(page);
    const decrease = page.locator("button[value=decrease]");
    // Until the transition between the two documents ends, Playwright scrolls and tries again.
    await decrease.hover();
    const before = await decrease.boundingBox();
    await decrease.click();
    await expect(page.getByRole("alert")).toHaveCount(1);
    await expect(page.locator(".toast-over")).toContainText(least);
    await expect(old).toBeHidden();
    expect(await decrease.boundingBox()).toEqual(before);
  });
}
