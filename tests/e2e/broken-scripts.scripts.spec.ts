import type { Page, Route } from "@playwright/test";
import type { HydrationData } from "~/boot";
import { only } from "../support/html";
import { expect, test } from "../support/journey";
import { enterPassword } from "../support/signing-in";
import { PRODUCT_PATH, PURCHASE, RECEIPT_PATH } from "../support/purchase-paths";
import { sampleOf } from "@storefront/test-support/sample";
import { code, hydrated, openHydrated, payButton, quantity } from "../support/shopping";

/** When a script fails, the page stays usable (behaviour 10.34). */

test.beforeEach(({ setLocale }) => setLocale("en_US"));

/** The scripts of the deepest route of a page, as its HTML names them. */
async function moduleOf(page: Page, path: string): Promise<string> {
  const html = await (await page.request.get(path)).text();
  const { manifest } = JSON.parse(only(html, "script#hydration").text()) as HydrationData;
  const module = Object.values(manifest.routes).at(-1)?.module;
  if (module === undefined) throw new Error(`${path} has no scripts`);
  return module;
}

const javascript = (route: Route, body: string) => route.fulfill({ contentType: "text/javascript", body });

/** How the scripts of a page can break. */
const BREAKS: Record<string, (route: Route) => Promise<void>> = {
  "a missing chunk": (route) => route.fulfill({ status: 404, body: "not found" }),
  "a blocked chunk": (route) => route.abort("blockedbyclient"),
  "a chunk that throws": (route) => javascript(route, 'throw new TypeError("x.at is not a function");'),
  "a chunk with a syntax error": (route) => javascript(route, "export default function ( {"),
  "a component that throws while it hydrates": (route) =>
    javascript(route, 'export default function Page() { throw new TypeError("x.at is not a function"); }'),
  "a component that differs from the server's HTML": (route) =>
    javascript(
      route,
      'export default () => ({ $$typeof: Symbol.for("react.element"), type: "p", key: null, ref: null, props: {} });',
    ),
  "a script that throws later": async (route) => {
    const response = await route.fetch();
    const later = `;setTimeout(() => { throw new TypeError("x.at is not a function"); }, 500);`;
    await route.fulfill({ response, body: (await response.text()) + later });
  },
};

const cookieOf = async (page: Page) => (await page.context().cookies()).find(({ name }) => name === "scripts")?.value;

const quantityOf = (page: Page) => page.locator("input[name=buyAmount]");

/** Opens a product, types while its scripts load, and lets them fail. */
async function meetFailure(page: Page, fail: (route: Route) => Promise<void>): Promise<void> {
  let typed = () => {};
  const typing = new Promise<void>((resolve) => (typed = resolve));
  await page.route(`**${await moduleOf(page, PRODUCT_PATH)}`, async (route) => {
    await typing;
    await fail(route);
  });
  await page.goto(PRODUCT_PATH, { waitUntil: "commit" });
  await quantityOf(page).fill("17");
  typed();
}

for (const [name, fail] of sampleOf(Object.entries(BREAKS), 7)) {
  test(`${name}: the page and its input stay, and it works without scripts`, async ({ page, problems }) => {
    await meetFailure(page, fail);
    await expect.poll(() => cookieOf(page)).toBe("failed");
    await expect(quantityOf(page)).toHaveValue("17");
    await expect(page.locator("h1")).toBeVisible();
    await expect(page.locator("main")).toContainText("540 days of mining");
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.locator("button[name=intent][value=increase]").click();
    await expect(quantityOf(page), "the inline stepper works").toHaveValue("18");
    await page.locator("button[name=intent][value=recalculate]").click();
    await expect(page, "the server calculates the payment").toHaveURL(/buyAmount=18$/);
    problems.length = 0;
  });
}

test("after two failures within ten minutes the browser gets pages without scripts, which offer a retry", async ({
  page,
  problems,
}) => {
  // Some VPNs and virtual machines never report a network.
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, "onLine", { get: () => false }));
  const fail = BREAKS["a chunk that throws"];
  if (!fail) throw new Error("unknown break");
  for (const value of ["failed", "off"]) {
    await meetFailure(page, fail);
    await expect.poll(() => cookieOf(page)).toBe(value);
    await page.unrouteAll();
  }
  problems.length = 0;
  const scripts: string[] = [];
  page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
  await page.goto(`${PRODUCT_PATH}?buyAmount=12`);
  await expect(page.locator("script:not([type='application/ld+json'])")).toHaveCount(0);
  expect(scripts).toEqual([]);
  const cookie = (await page.context().cookies()).find(({ name }) => name === "scripts");
  expect((cookie?.expires ?? 0) * 1000 - Date.now()).toBeGreaterThan(23 * 60 * 60_000);

  await page.getByRole("button", { name: "Load the full version" }).click();
  await expect(page).toHaveURL(`${PRODUCT_PATH}?buyAmount=12`);
  await expect(page.locator("script#hydration")).toHaveCount(1);
  // The stepper counts in the page, without a new document.
  await hydrated(page);
  await page.locator("button[name=intent][value=increase]").click();
  await expect(quantity(page)).toHaveValue("13");
  await expect(page).toHaveURL(`${PRODUCT_PATH}?buyAmount=12`);
});

test("a load that the visitor cancels is not a failure @long", async ({ page }) => {
  const module = `**${await moduleOf(page, PRODUCT_PATH)}`;
  const openAndWait = async () => {
    await page.goto(PRODUCT_PATH, { waitUntil: "commit" });
    // Now the scripts are loading.
    await page.waitForFunction(() => "__remixManifest" in window);
  };
  let isHeldBack = true;
  await page.route(module, async (route) => {
    if (!isHeldBack) await route.continue();
  });
  await openAndWait();
  await page.goto("/Index/Home");
  expect(await cookieOf(page)).toBeUndefined();
  await openAndWait();
  isHeldBack = false;
  // Before it counts a failure, the page checks whether the files exist.
  const looked = page.waitForResponse((response) => response.request().resourceType() === "fetch");
  await page.evaluate(() => window.stop());
  await looked;
  await page.waitForLoadState("networkidle");
  expect(await cookieOf(page), "a cancelled load sets no cookie").toBeUndefined();
});

const DROPS: readonly (readonly [name: string, drop: (route: Route) => Promise<void>])[] = [
  ["the network", (route) => route.abort("internetdisconnected")],
  ["a proxy", (route) => route.fulfill({ status: 502, contentType: "text/html", body: "<h1>502 Bad Gateway</h1>" })],
];
for (const [name, drop] of sampleOf(DROPS, 2)) {
  test(`a form that ${name} drops reports it, keeps all input, and can be sent again`, async ({
    page,
    account,
    problems,
  }) => {
    await page.goto("/Login");
    await page.waitForLoadState("networkidle");
    const posted = (url: URL) => url.pathname === "/Login" && url.searchParams.has("_data");
    await page.route(posted, drop);
    await enterPassword(page, account);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("alert")).toContainText("Network exception, please try again later!");
    await expect(page.locator("[name=mobileNumber]")).toHaveValue(account.email);
    await expect(page.locator("[name=loginPword]")).toHaveValue(account.password);
    problems.length = 0;
    await page.unrouteAll();
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveURL("/Login?step=google");
    expect(await cookieOf(page), "no script has failed").toBeUndefined();
  });
}

/** Cloudflare, and firewalls that return 200, send such a challenge in place of a form's response. */
const CHALLENGE = {
  contentType: "text/html",
  headers: { "cf-mitigated": "challenge" },
  body: "<!DOCTYPE html><html><title>Just a moment...</title><h1>Just a moment...</h1></html>",
};
for (const status of sampleOf([403, 200], 2)) {
  test(`a challenge (${status}) in place of a form's response is shown at the next press`, async ({
    page,
    account,
    problems,
  }) => {
    await page.goto("/Login");
    await page.waitForLoadState("networkidle");
    await page.route(
      (url) => url.pathname === "/Login",
      (route) => route.fulfill({ ...CHALLENGE, status }),
    );
    await enterPassword(page, account);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("alert")).toContainText("Network exception, please try again later!");
    await expect(page.locator("[name=loginPword]")).toHaveValue(account.password);
    const sent = page.waitForRequest((request) => request.isNavigationRequest() && request.method() === "POST");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.locator("h1")).toHaveText("Just a moment...");
    // The challenge sends the same form again once it is passed.
    expect((await sent).postData()).toContain(encodeURIComponent(account.email));
    problems.length = 0;
  });
}

test("a payment whose response a challenge replaced is not repeated by the next press", async ({
  page,
  sandbox,
  account,
  startPayment,
  problems,
}) => {
  await startPayment("en_US");
  await page.route(/[?&]_data=/, async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await route.fetch({ maxRedirects: 0 });
    await route.fulfill({ ...CHALLENGE, status: 403 });
  });
  await code(page).fill(await sandbox.code(account.email, "google"));
  await payButton(page).click();
  await expect(page.getByRole("alert")).toContainText("Network exception, please try again later!");
  await payButton(page).click();
  await expect(page).toHaveURL(RECEIPT_PATH);
  expect(await sandbox.calls(PURCHASE)).toBe(1);
  problems.length = 0;
});

test("a form without a response reports it after a minute, and keeps all input", async ({ page, account }) => {
  await page.clock.install();
  await page.goto("/Login");
  await page.route(/[?&]_data=/, () => {});
  await enterPassword(page, account);
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await page.getByRole("button", { name: "Sign in" }).click();
  await sent;
  await page.clock.fastForward(60_000);
  await expect(page.getByRole("alert")).toContainText("Network exception, please try again later!");
  await expect(page.locator("[name=loginPword]")).toHaveValue(account.password);
  await expect(page.getByRole("button", { name: "Sign in" })).toBeEnabled();
});

test("after a later error no button that needs scripts remains @long", async ({ page }) => {
  await page.goto("/Register");
  const submit = page.locator("main button[type=submit]:not([aria-hidden]):not([name])");
  await page.locator("[name=pwd]").fill("Abcd12345");
  await expect(submit).toBeDisabled();
  await page.evaluate(() =>
    window.dispatchEvent(new ErrorEvent("error", { filename: `${location.origin}/assets/page.js` })),
  );
  await expect(page.locator("main button[type=button]")).toHaveCount(0);
  await expect(page.locator("[name=pwd]")).toHaveValue("Abcd12345");
  await page.locator("[name=agreement]").check();
  await expect(submit).toBeEnabled();
});

/** Drops the reads of scripts, but not their posts or the browser's requests. */
const dropReads = (page: Page) =>
  page.route(/[?&]_data=/, (route) => (route.request().method() === "GET" ? route.abort("failed") : route.continue()));

test("a rejected form whose page cannot be reloaded shows the error, and can be sent again @long", async ({
  page,
  account,
  problems,
}) => {
  await page.goto("/Login");
  await dropReads(page);
  const submit = page.getByRole("button", { name: "Sign in" });
  await page.locator("[name=mobileNumber]").fill(account.email);
  await page.locator("[name=loginPword]").fill("wrong-password-1");
  await submit.click();
  await expect(page.locator("#summary")).toBeVisible();
  await page.locator("[name=loginPword]").fill(account.password);
  await expect(submit).toBeEnabled();
  expect(await cookieOf(page), "no script has failed").toBeUndefined();
  // Chromium logs the dropped read as an error.
  problems.length = 0;
});

/** Changes a document before its scripts run, like extensions for wallets, passwords and spelling. */
function extend(): void {
  const elementOf = (name: string) => document.createElement(name);
  const add = () => {
    const main = document.querySelector("main");
    if (!main) return void requestAnimationFrame(add);
    document.documentElement.insertBefore(elementOf("div"), document.head);
    document.documentElement.dataset["wallet"] = "on";
    document.head.prepend(elementOf("meta"));
    document.body.prepend(elementOf("wallet-host"));
    document.body.append(elementOf("grammarly-desktop-integration"));
    document.body.setAttribute("cz-shortcut-listen", "true");
    for (const element of document.querySelectorAll("#page, main, main *")) element.setAttribute("data-extension", "1");
  };
  add();
}

test("elements and attributes added by a browser extension break nothing", async ({ page, enter }) => {
  await enter("en_US");
  await page.addInitScript(extend);
  await openHydrated(page);
  await expect(page.locator("wallet-host")).toHaveCount(1);
  await page.locator("button[name=intent][value=increase]").click();
  await expect(quantity(page)).toHaveValue("2");
  expect(new URL(page.url()).search, "scripts changed the quantity, not a page load").toBe("");
  expect(await cookieOf(page)).toBeUndefined();
});

for (const [name, answer] of [
  ["that the network drops", (route: Route) => route.abort("failed")],
  ["in whose place a challenge comes", (route: Route) => route.fulfill(CHALLENGE)],
] as const) {
  test(`a step ${name} is opened as a document @long`, async ({ page, problems }) => {
    await openHydrated(page);
    await page.route(/[?&]_data=/, answer);
    await page.locator("a.deal-link").click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expect(page).toHaveURL(/[?&]step=estimate/);
    expect(await cookieOf(page), "no script has failed").toBeUndefined();
    problems.length = 0;
  });
}
