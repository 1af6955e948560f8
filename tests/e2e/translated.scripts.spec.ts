import type { Page } from "@playwright/test";
import { holdRequests } from "../support/hold-requests";
import { isReady } from "../support/hydration";
import { expect, test } from "../support/journey";
import { PRODUCT_PATH } from "../support/purchase-paths";
import { buyButton, code, openHydrated, payButton, quantity, sheet } from "../support/shopping";
import { signInByCookie } from "../support/signing-in";
import { LOCALES, TEXTS } from "../support/texts";
import { AUDIENCES } from "../support/views/audiences";
import { sampleOf } from "@storefront/test-support/sample";

declare global {
  interface Window {
    /** The texts that were replaced, until the page is left. */
    replaced: number;
  }
}

/** Runs in the page: translates it as Google Translate and Edge do, again after each change of the page. */
function replaceTexts(tag: string): void {
  window.replaced = 0;
  const isKept = (text: Text) =>
    !/\S/.test(text.data) || text.parentElement?.closest(`${tag}, script, style, noscript, textarea, [translate=no]`);
  const replaceIn = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      if (isKept(text)) continue;
      const outer = document.createElement(tag);
      // The new text node replaces the one that React knows.
      outer.appendChild(document.createElement(tag)).appendChild(document.createTextNode(text.data));
      text.replaceWith(outer);
      window.replaced += 1;
    }
  };
  replaceIn(document.body);
  new MutationObserver(() => replaceIn(document.body)).observe(document.body, {
    childList: true,
    characterData: true,
    subtree: true,
  });
}

/** Translates the page as browsers do: puts a new node for each text inside two `<font>`, or Yandex's own element. */
const translate = (page: Page, tag = "font"): Promise<void> => page.evaluate(replaceTexts, tag);

/** Runs in the page: changes it as Firefox does, which keeps every node and marks nothing but the page's language. */
function changeTexts(): void {
  document.documentElement.lang = "fr";
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    if (/\S/.test(text.data) && !text.parentElement?.closest("script, style, noscript, [translate=no]"))
      text.data += "…";
  }
}

/** Runs in the page: lets scripts handle presses, but keeps the browser from leaving the page. */
function stay(): void {
  const keep = (event: Event) => event.preventDefault();
  addEventListener("submit", keep);
  addEventListener("click", (event) => {
    if ((event.target as Element).closest("a[href]")) keep(event);
  });
}

/** All controls except the language switch, which loads another page. */
const CONTROLS =
  "a[href], button:not([disabled]):not([value^=language]), summary, input:not([type=hidden]):not([type=file])";

/** Runs in the page: presses or fills in the first control that was not pressed yet, and returns its name. */
function pressNext([selector, pressed]: readonly [selector: string, pressed: readonly string[]]): string | undefined {
  for (const [at, control] of Array.from(document.querySelectorAll<HTMLElement>(selector)).entries()) {
    if (control.closest("[inert]") || !control.getClientRects().length) continue;
    const { id, textContent } = control;
    const target = control.getAttribute("value") ?? control.getAttribute("href");
    const name = [location.search, id, target, id ? "" : textContent].join(" ");
    if (pressed.includes(name)) continue;
    if (control instanceof HTMLInputElement && !/checkbox|radio/.test(control.type)) {
      control.focus();
      // React treats a value as typed only if its own setter was not used.
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(control, String(7 + at));
      control.dispatchEvent(new Event("input", { bubbles: true }));
      control.blur();
    } else control.click();
    return name;
  }
  return undefined;
}

/**
 * Translates the page, and presses or fills in every control on it and in sheets that open in place, one after the
 * other. It returns to the page when scripts load another document.
 *
 * @returns how many controls were pressed
 */
async function pressEverything(page: Page): Promise<number> {
  const start = page.url();
  const begin = async () => {
    await translate(page);
    await page.evaluate(stay);
  };
  let waiting = 0;
  const more = () => (waiting += 1);
  const fewer = () => (waiting -= 1);
  page.on("request", more).on("requestfinished", fewer).on("requestfailed", fewer);
  await begin();
  const pressed = new Set<string>();
  for (;;) {
    try {
      const next = await page.evaluate(pressNext, [CONTROLS, [...pressed]] as const);
      if (next === undefined) break;
      pressed.add(next);
      // React renders in a separate task, after which texts are replaced.
      const turn = () => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0))));
      do await turn();
      while (waiting > 0);
      if (await page.evaluate(() => "replaced" in window)) continue;
    } catch (error) {
      if (!/navigation|destroyed/.test(String(error))) throw error;
    }
    // Waits for the next document; otherwise the browser could confuse the two navigations.
    await page.waitForFunction(() => !("replaced" in window));
    await page.goto(start);
    waiting = 0;
    await begin();
  }
  page.off("request", more).off("requestfinished", fewer).off("requestfailed", fewer);
  return pressed.size;
}

/** With scripts, a page still works after the browser has translated it (behaviour 10.49). */

/** Expects that no script has failed: the page is still React's, and no failure is in the cookie. */
async function expectStanding(page: Page, name: string): Promise<void> {
  const cookies = await page.context().cookies();
  expect.soft(cookies.find((cookie) => cookie.name === "scripts")?.value, name).toBeUndefined();
  expect.soft(await page.evaluate(isReady), name).toBe(true);
}

/** All words and figures of a page, without the toast that fades. */
const words = (page: Page) =>
  page.evaluate(() => document.getElementById("page")?.innerText.replace(/\s+/g, " ").trim());

for (const locale of LOCALES) {
  test(`a translated product page shows the same for each quantity as the original: ${locale}`, async ({
    page,
    context,
    enter,
  }) => {
    await enter(locale, { balances: { USDT: "1000" }, googleBound: true });
    const original = await context.newPage();
    await openHydrated(page);
    await openHydrated(original);
    await translate(page);
    const steps: ((tab: Page) => Promise<unknown>)[] = [
      (tab) => tab.locator("button[value=increase]").click(),
      (tab) => quantity(tab).fill("60"),
      // The balance is too low for 99: the button leads to a deposit, and the steps change.
      (tab) => quantity(tab).fill("99"),
      (tab) => quantity(tab).fill("3"),
      (tab) => tab.locator(".chip").nth(1).click(),
      (tab) => quantity(tab).fill("2"),
      (tab) => buyButton(tab).click(),
      (tab) => expect(sheet(tab)).toContainText("USDT"),
      (tab) => sheet(tab).locator("a[href*='step=code']").click(),
      (tab) => expect(code(tab)).toBeVisible(),
      async (tab) => {
        // Each tab gets another code, because a code works once.
        await code(tab).fill(tab === page ? "000000" : "000001");
        await payButton(tab).click();
        await expect(sheet(tab)).toContainText(TEXTS[locale]("errors.code"));
        await expect(tab.locator("[aria-busy=true]")).toHaveCount(0);
      },
    ];
    for (const step of steps) {
      await step(original);
      await step(page);
      // Both pages may still be loading.
      await expect(async () => expect(await words(page)).toBe(await words(original))).toPass({ timeout: 10_000 });
    }
    expect(await page.evaluate(() => window.replaced), "the document was never reloaded").toBeGreaterThan(40);
    await expectStanding(page, PRODUCT_PATH);
  });
}

for (const locale of LOCALES) {
  for (const tag of sampleOf(["font", "ya-tr-span", "texts of Firefox"], 3)) {
    test(`a page that is translated before its scripts run stays, and is no failure: ${tag}: ${locale}`, async ({
      page,
      setLocale,
      problems,
    }) => {
      await setLocale(locale);
      const release = await holdRequests(page, /\.js$/, "GET");
      await page.goto(PRODUCT_PATH, { waitUntil: "commit" });
      await quantity(page).fill("17");
      await page.evaluate(() => Object.assign(document.getElementById("page") ?? {}, { isServers: true }));
      await (tag.includes(" ") ? page.evaluate(changeTexts) : translate(page, tag));
      release();
      await page.waitForFunction(() => "__remixRouteModules" in window);
      await page.waitForLoadState("networkidle");
      await expect(quantity(page)).toHaveValue("17");
      await expect(quantity(page), "React has not replaced what has the focus").toBeFocused();
      expect(await page.evaluate(() => "isServers" in (document.getElementById("page") ?? {}))).toBe(true);
      const cookies = await page.context().cookies();
      expect(cookies.map(({ name }) => name)).not.toContain("scripts");
      problems.length = 0;
    });
  }
}

/** Steps of a sign-in and a registration whose presses affect no other view. */
const STEPS = ["login, authenticator", "login, SMS code sent", "register, e-mail code"];

/** All views, except a visitor's and a buyer's that need a code, quote or stock which another press uses up. */
const PRESSED = AUDIENCES.map((audience) => ({
  ...audience,
  views: /visitor|buyer/.test(audience.name)
    ? audience.views.filter(({ name, onlyReads }) => onlyReads || STEPS.includes(name))
    : audience.views,
}));

for (const { name: audience, account, views } of PRESSED) {
  for (const locale of LOCALES) {
    test(`every control on the translated screens of a ${audience} can be pressed: ${locale} @long`, async ({
      page,
      environment,
      sandbox,
      noUpstreamEnvironment: outage,
      setLocale,
      problems,
    }) => {
      test.setTimeout(600_000);
      const testContext = { page, sandbox, account: await account(sandbox) };
      await setLocale(locale);
      if (!/visitor|signedOut/.test(audience)) await signInByCookie(page, environment, testContext.account);
      // Begin at Home, as after a sign-in.
      await page.goto("/Index/Home");
      const origin = audience === "signedOutOnOutage" ? outage.storefront.url : "";
      let screens = 0;
      for (const view of views) {
        await view.open({ ...testContext, origin });
        if (!(await page.locator("script#hydration").count())) continue;
        await page.waitForFunction(isReady);
        await pressEverything(page);
        await expectStanding(page, `${view.name} (${page.url()})`);
        screens += 1;
      }
      expect(screens).toBeGreaterThan(0);
      expect.soft(problems).toEqual([]);
      problems.length = 0;
    });
  }
}
