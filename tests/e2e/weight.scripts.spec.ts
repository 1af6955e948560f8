import type { Page, Request } from "@playwright/test";
import { catalogues } from "~server/texts/catalogue";
import { attributesOf, only } from "../support/html";
import { expect, test } from "../support/journey";
import { toSecondStep } from "../support/signing-in";
import { sampleOf } from "@storefront/test-support/sample";
import { hydrated } from "../support/shopping";
import { CODE_PATH, CONFIRM_PATH, PRODUCT_PATH } from "../support/purchase-paths";

const MARKUP_BUDGET_BYTES = 14_000;
const BEFORE_IMAGES_BUDGET_BYTES = 50_000;
const ALL_BUDGET_BYTES = 60_000;
const REQUEST_BUDGET = 8;

/** The hydrated screens with the namespaces that their routes name. */
const HYDRATED = [
  // The heaviest one comes first, because every run measures it.
  [PRODUCT_PATH, ["PowerProductDetail", "Product"]],
  ["/Index/Power", ["Index", "Market", "Power", "Product"]],
  ["/Index/Miner", ["Index", "Miner", "Product"]],
  ["/Login", ["Login", "Code", "Captcha"]],
] as const;
const SHARED = ["common", "errors"];

// With prefers-reduced-motion the page would show all banners.
test.use({ contextOptions: { reducedMotion: "no-preference" } });

/** The requests of a visit by a browser that runs scripts: a page without scripts must not load one. */
async function requestsOf(page: Page, visit: () => Promise<unknown>): Promise<Request[]> {
  const requests: Request[] = [];
  const note = (request: Request) => requests.push(request);
  page.on("requestfinished", note);
  await visit();
  await page.waitForLoadState("networkidle");
  page.off("requestfinished", note);
  return requests;
}

/** The URLs that a visit loads, and those sent by the server; the rest came from the browser's cache. */
async function responsesOf(page: Page, visit: () => Promise<unknown>): Promise<{ all: string[]; sent: string[] }> {
  const browser = await page.context().newCDPSession(page);
  await browser.send("Network.enable");
  const responses = new Map<string, string>();
  const cached = new Set<string>();
  browser.on("Network.requestServedFromCache", ({ requestId }) => cached.add(requestId));
  browser.on("Network.responseReceived", ({ requestId, response: { url, fromDiskCache } }) => {
    responses.set(requestId, url);
    if (fromDiskCache) cached.add(requestId);
  });
  await visit();
  await page.waitForLoadState("networkidle");
  await browser.detach();
  const sent = [...responses].filter(([id]) => !cached.has(id)).map(([, url]) => url);
  return { all: [...responses.values()], sent };
}

async function bytesOf(requests: Request[]): Promise<number> {
  const sizes = await Promise.all(requests.map((request) => request.sizes()));
  return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
}

const isLoaded = (image: Element) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0;

const ofType = (requests: Request[], ...types: string[]) =>
  requests.filter((request) => types.includes(request.resourceType()));
const urlsOf = (requests: Request[]) => requests.map((request) => request.url());

/** The style sheets for the next page, which do not block this one. */
const laterSheets = (page: Page) =>
  page
    .locator('link[rel="stylesheet"][media]')
    .evaluateAll((links: HTMLLinkElement[]) => links.map(({ href }) => href));

/** Bytes of HTML and CSS that a first visit waits for. */
async function markupBytes(page: Page, requests: Request[]): Promise<number> {
  const later = await laterSheets(page);
  return bytesOf(ofType(requests, "document", "stylesheet").filter((request) => !later.includes(request.url())));
}

for (const [path, own] of sampleOf(HYDRATED, 4)) {
  test(`a first visit takes at most 14 kB of HTML and CSS, few requests, and its own texts: ${path}`, async ({
    page,
    setLocale,
  }) => {
    const requests = await requestsOf(page, () => page.goto(path));
    const bytes = await markupBytes(page, requests);
    expect(bytes).toBeGreaterThan(1000);
    expect(bytes).toBeLessThanOrEqual(MARKUP_BUDGET_BYTES);
    const scripts = ofType(requests, "script");
    expect(scripts.length, "the page hydrates").toBeGreaterThan(3);
    const counted = requests.filter((request) => !["script", "image"].includes(request.resourceType()));
    expect(counted.length, urlsOf(counted).join("\n")).toBeLessThanOrEqual(REQUEST_BUDGET);

    const { el_GR, en_US } = catalogues;
    const files = await Promise.all(scripts.map(async (request) => (await request.response())?.text() ?? ""));
    for (const script of files) {
      // A script that contains a text contains the whole catalogue.
      for (const { errors } of [el_GR, en_US]) expect(script).not.toContain(errors.network);
    }
    for (const locale of ["el_GR", "en_US"] as const) {
      await setLocale(locale);
      const html = await (await page.request.get(path)).text();
      const priorities = attributesOf(html, "link[rel=modulepreload]", "fetchpriority");
      expect(new Set(priorities), "scripts have a lower priority than CSS").toEqual(new Set(["low"]));
      const { texts } = JSON.parse(only(html, "script#hydration").text()) as { texts: object };
      expect(new Set(Object.keys(texts))).toEqual(new Set([...SHARED, ...own]));
      for (const text of [html, ...files]) {
        for (const { UserCenter } of [el_GR, en_US]) expect(text).not.toContain(UserCenter.logoutText);
        expect(text, "the markup has no stored locale name").not.toMatch(/lang="el_GR"|lang="en_US"/);
      }
    }
  });
}

test.describe("with Save-Data: on", () => {
  test.use({
    extraHTTPHeaders: async ({ extraHTTPHeaders }, provide) => provide({ ...extraHTTPHeaders, "Save-Data": "on" }),
  });

  test("no page sends or allows a script, including sign-in and purchase steps @long", async ({
    page,
    account,
    startPayment,
  }) => {
    const expectNone = async (path: string) => {
      const requests = await requestsOf(page, async () => {
        const response = await page.goto(path);
        expect(await response?.headerValue("content-security-policy"), path).toContain("script-src 'none'");
      });
      expect(urlsOf(ofType(requests, "script", "fetch", "xhr")), path).toEqual([]);
      await expect(page.locator("h1"), path).toBeVisible();
      await expect(page.locator("script:not([type='application/ld+json'])"), path).toHaveCount(0);
    };
    for (const path of [PRODUCT_PATH, "/NoSuchPage"]) await expectNone(path);
    await toSecondStep(page, account);
    // Waits for the scripts of this page, which must not count as the next one's.
    await page.waitForLoadState("networkidle");
    // Opens steps by URL, because Chromium drops a test's headers on redirects.
    await expectNone("/Login?step=google");
    await startPayment("en_US");
    for (const path of [CONFIRM_PATH, CODE_PATH]) await expectNone(path);
    await expect(page.getByRole("dialog").locator("form button").first()).toBeEnabled();
  });
});

test("a first visit to the home page is fast enough on a slow phone @long", async ({ page }) => {
  // Stops animations: on a slow machine, further banners may load during the visit.
  const browser = await page.context().newCDPSession(page);
  await browser.send("Animation.enable");
  await browser.send("Animation.setPlaybackRate", { playbackRate: 0 });
  const requests = await requestsOf(page, () => page.goto("/Index/Home"));
  expect(urlsOf(ofType(requests, "stylesheet")), "the page's CSS is inlined").toEqual(await laterSheets(page));
  expect(await markupBytes(page, requests)).toBeLessThanOrEqual(MARKUP_BUDGET_BYTES);
  const withoutImages = requests.filter((request) => request.resourceType() !== "image");
  expect(await bytesOf(withoutImages)).toBeLessThanOrEqual(BEFORE_IMAGES_BUDGET_BYTES);
  expect(await bytesOf(requests)).toBeLessThanOrEqual(ALL_BUDGET_BYTES);
  expect(requests.length, urlsOf(requests).join("\n")).toBeLessThanOrEqual(REQUEST_BUDGET);

  await expect(page.locator(".banner img")).toHaveCount(3);
  const shown = page.locator(".banner img:visible");
  await expect(shown, "only the visible banner loads").toHaveCount(1);
  for (const link of await page.locator(".banner a").all()) {
    expect((await link.boundingBox())?.height, "a banner without its picture can be pressed").toBeGreaterThan(44);
  }
  await browser.send("Animation.setPlaybackRate", { playbackRate: 1 });
  await expect(shown).toHaveCount(3);
  for (const banner of await shown.all()) {
    await banner.scrollIntoViewIfNeeded();
    await expect.poll(() => banner.evaluate(isLoaded)).toBe(true);
  }
});

test("a second visit requests only the page, even if the first had inline CSS @long", async ({ page }) => {
  await page.goto("/Index/Home");
  await page.waitForLoadState("networkidle");
  const { sent } = await responsesOf(page, () => page.goto("/Index/AboutUs"));
  expect(sent).toEqual([page.url()]);
  await expect(page.locator('link[rel="stylesheet"]')).toHaveCount(1);
  await expect(page.locator(".bar-site")).toHaveCSS("position", "sticky");
});

test("every picture of a page comes from this site, in one size @long", async ({ page, environment }) => {
  for (const path of ["/Index/Home", "/Index/Power", "/Index/Miner", PRODUCT_PATH, "/AppDownload"]) {
    const visit = async () => {
      await page.goto(path);
      // A product's pictures load when they are near the viewport.
      await page.locator("main img").first().scrollIntoViewIfNeeded();
    };
    const pictures = ofType(await requestsOf(page, visit), "image");
    expect(pictures.length, path).toBeGreaterThan(0);
    for (const picture of pictures) {
      expect(picture.url(), path).toContain(`${environment.storefront.url}/`);
      expect((await picture.response())?.status(), picture.url()).toBe(200);
    }
    const sources = urlsOf(pictures).map((url) => url.replace(/^.*\/pictures\/([a-z])\d+\//, "$1 "));
    expect(new Set(sources).size, `none in two sizes:\n${sources.join("\n")}`).toBe(sources.length);
  }
});

test("a product with scripts loads each picture when it is near the viewport", async ({ page }) => {
  // After two seconds all pictures load; on a slow machine those would be over too early.
  const browser = await page.context().newCDPSession(page);
  await browser.send("Animation.enable");
  await browser.send("Animation.setPlaybackRate", { playbackRate: 0 });
  const requests = await requestsOf(page, async () => {
    await page.goto(PRODUCT_PATH);
    await hydrated(page);
  });
  const fetched = urlsOf(ofType(requests, "image")).filter((url) => url.includes("/pictures/g"));
  expect(fetched).toHaveLength(1);
  const pictures = page.locator(".gallery .strip img");
  await pictures.first().scrollIntoViewIfNeeded();
  await expect.poll(() => pictures.first().evaluate(isLoaded)).toBe(true);
  const last = pictures.last();
  expect(await last.evaluate(isLoaded)).toBe(false);
  await browser.send("Animation.setPlaybackRate", { playbackRate: 1 });
  await last.evaluate((picture) => picture.scrollIntoView());
  await expect.poll(() => last.evaluate(isLoaded)).toBe(true);
});

for (const path of ["/Index/Home", "/Index/Power"]) {
  test(`a signed-in visitor from ${path} already has the scripts of a product @long`, async ({
    page,
    signIn,
    account,
  }) => {
    await signIn(page, account);
    const before = await responsesOf(page, () => page.goto(path));
    const product = page.locator(`a[href="${PRODUCT_PATH}"]`).first();
    const { all, sent } = await responsesOf(page, async () => {
      await product.click();
      await page.waitForURL(PRODUCT_PATH);
      await hydrated(page);
    });
    const modules = page.locator("link[rel=modulepreload], script[type=module]");
    const scripts = await modules.evaluateAll((elements) =>
      elements.map((element) => {
        const address = element.getAttribute("href") ?? element.getAttribute("src");
        return new URL(String(address), document.baseURI).href;
      }),
    );
    expect(scripts.length).toBeGreaterThan(3);
    expect(before.sent, "the scripts are prefetched there").toEqual(expect.arrayContaining(scripts));
    expect(all, "the scripts run here").toEqual(expect.arrayContaining(scripts));
    expect(sent.filter((address) => scripts.includes(address))).toEqual([]);
  });
}
