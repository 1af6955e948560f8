import type { Page, Request } from "@playwright/test";
import { expect, test } from "../support/journey";
import { sampleOf } from "../support/sample";
import { hydrated } from "../support/shopping";

const MARKUP_BUDGET_BYTES = 14_000;
const BEFORE_IMAGES_BUDGET_BYTES = 50_000;
const REQUEST_BUDGET = 8;
const ALL_BUDGET_BYTES = 60_000;

// With prefers-reduced-motion all banners are shown.
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

/** The addresses of what a visit loads, and of what of it was sent: the browser's cache had the rest. */
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

test("a first visit to the home page fits a slow phone", { tag: "@long" }, async ({ page }) => {
  // On a slow machine the visit may take longer than the banners wait that are not in view.
  const browser = await page.context().newCDPSession(page);
  await browser.send("Animation.enable");
  await browser.send("Animation.setPlaybackRate", { playbackRate: 0 });
  const requests = await requestsOf(page, () => page.goto("/Index/Home"));
  const markup = await bytesOf(ofType(requests, "document"));
  expect(
    ofType(requests, "stylesheet").map((request) => request.url()),
    "the style is inside, but for what is for wide screens",
  ).toEqual(
    await page
      .locator('link[rel="stylesheet"][media]')
      .evaluateAll((links: HTMLLinkElement[]) => links.map(({ href }) => href)),
  );
  const beforeImages = await bytesOf(requests.filter((request) => request.resourceType() !== "image"));
  const all = await bytesOf(requests);
  console.log(`home page: ${markup} bytes of HTML and CSS, ${all} in all, ${requests.length} requests`);
  expect(markup).toBeLessThanOrEqual(MARKUP_BUDGET_BYTES);
  expect(beforeImages).toBeLessThanOrEqual(BEFORE_IMAGES_BUDGET_BYTES);
  expect(all).toBeLessThanOrEqual(ALL_BUDGET_BYTES);
  const addresses = requests.map((request) => request.url());
  expect(addresses.length, addresses.join("\n")).toBeLessThanOrEqual(REQUEST_BUDGET);

  await expect(page.locator(".banner img")).toHaveCount(3);
  const shown = page.locator(".banner img:visible");
  await expect(shown, "the banners that are not in view wait").toHaveCount(1);
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

test("a visit after the first one asks for the page alone, though the first had its style inside @long", async ({
  page,
}) => {
  await page.goto("/Index/Home");
  await page.waitForLoadState("networkidle");
  const { sent } = await responsesOf(page, () => page.goto("/Index/AboutUs"));
  expect(sent).toEqual([page.url()]);
  await expect(page.locator('link[rel="stylesheet"]')).toHaveCount(1);
  await expect(page.locator(".bar-site")).toHaveCSS("position", "sticky");
});

test(
  "every picture of a page comes from this site, and in one size",
  { tag: "@long" },
  async ({ page, environment }) => {
    for (const path of ["/Index/Home", "/Index/Power", "/Index/Miner", "/PowerProductDetail/1001", "/AppDownload"]) {
      const visit = async () => {
        await page.goto(path);
        // Those of a product are fetched when they are near.
        await page.locator("main img").first().scrollIntoViewIfNeeded();
      };
      const pictures = ofType(await requestsOf(page, visit), "image");
      expect(pictures.length, path).toBeGreaterThan(0);
      for (const picture of pictures) {
        expect(picture.url(), path).toContain(`${environment.storefront.url}/`);
        expect((await picture.response())?.status(), picture.url()).toBe(200);
      }
      const sources = pictures.map((picture) => picture.url().replace(/^.*\/pictures\/([a-z])\d+\//, "$1 "));
      expect(new Set(sources).size, `none in two sizes:\n${sources.join("\n")}`).toBe(sources.length);
    }
  },
);

test("a product with scripts fetches each of its pictures when it is near", async ({ page }) => {
  const fetched = async (visit: () => Promise<unknown>) =>
    ofType(await requestsOf(page, visit), "image").filter((picture) => picture.url().includes("/pictures/g")).length;
  expect(
    await fetched(async () => {
      await page.goto("/PowerProductDetail/1001");
      await hydrated(page);
    }),
  ).toBeLessThanOrEqual(1);
  const pictures = page.locator(".gallery img");
  await pictures.first().scrollIntoViewIfNeeded();
  await expect.poll(() => pictures.first().evaluate(isLoaded)).toBe(true);
  const last = (await pictures.count()) - 1;
  expect(await pictures.nth(last).evaluate(isLoaded)).toBe(false);
  await pictures.nth(last).evaluate((picture) => picture.scrollIntoView());
  await expect.poll(() => pictures.nth(last).evaluate(isLoaded)).toBe(true);
});

test("Home, UserCenter, Assets and MyOrder run no script, and their policy allows none @long", async ({
  page,
  signIn,
  account,
}) => {
  await signIn(page, account);
  for (const path of ["/Index/Home", "/UserCenter", "/Assets", "/MyOrder"]) {
    const requests = await requestsOf(page, async () => {
      const response = await page.goto(path);
      expect(await response?.headerValue("content-security-policy"), path).toContain("script-src 'none'");
    });
    expect(ofType(requests, "script", "fetch", "xhr"), path).toEqual([]);
    await expect(page.locator("script:not([type='application/ld+json'])"), path).toHaveCount(0);
  }
});

for (const path of sampleOf(["/Index/Home", "/Index/Power"], 2)) {
  test(`a signed-in visitor who comes from ${path} has the scripts of a product already @long`, async ({
    page,
    signIn,
    account,
  }) => {
    await signIn(page, account);
    const before = await responsesOf(page, () => page.goto(path));
    const product = page.locator('a[href="/PowerProductDetail/1001"]').first();
    const { all, sent } = await responsesOf(page, async () => {
      await product.click();
      await page.waitForURL("/PowerProductDetail/1001");
      await hydrated(page);
    });
    const modules = page.locator("link[rel=modulepreload], script[type=module]");
    const scripts = await modules.evaluateAll((elements) =>
      elements.map(
        (element) =>
          new URL(String(element.getAttribute("href") ?? element.getAttribute("src")), document.baseURI).href,
      ),
    );
    expect(scripts.length).toBeGreaterThan(3);
    expect(before.sent, "they are fetched there").toEqual(expect.arrayContaining(scripts));
    expect(all, "and run here").toEqual(expect.arrayContaining(scripts));
    expect(sent.filter((address) => scripts.includes(address))).toEqual([]);
  });
}
