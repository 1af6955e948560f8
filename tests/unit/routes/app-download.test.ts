import { describe, expect, test } from "vitest";
import { browserAt } from "../../support/documents";
import { all, linksOf, sourceOf, textOf, textsOf } from "../../support/html";
import { pages } from "../../support/pages";
import { withEnv } from "../../support/environment";
import { useUpstream } from "../../support/upstream";
import { readQr, shownQr } from "../../support/qr-reader";

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";
const ANDROID =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36";
const WECHAT =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.47(0x18002f2c) NetType/WIFI Language/zh_TW";
const FACEBOOK = `${ANDROID} [FB_IAB/FB4A;FBAV/443.0.0.23.229;]`;

const STORE = "https://apps.apple.com/app/id0000000000";
const TEST_FLIGHT = "https://testflight.apple.com/join/EXAMPLE0";
const APK = "https://download.example.com/app/latest.apk";

const sandbox = await useUpstream();

async function page(userAgent = ANDROID, path = "/AppDownload", locale: "el_GR" | "en_US" = "en_US") {
  const response = await browserAt(pages, locale).open(path, { "User-Agent": userAgent });
  const main = sourceOf(response.html, "main");
  return { ...response, main, text: textOf(main), links: linksOf(main) };
}

/** The upstream returns these addresses for app_download. */
async function offer(data: Record<string, unknown>): Promise<void> {
  await sandbox.fail("app_download", { kind: "answer", body: { code: 0, msg: "", data } });
}

const downloads = (links: { href: string; text: string }[]) => links.filter(({ href }) => !href.startsWith("/"));

test.each([
  ["el_GR", "下載 App"],
  ["en_US", "Get the app"],
] as const)("iOS gets App Store and TestFlight, other systems one download: %s", async (locale, label) => {
  expect(downloads((await page(IPHONE, "/AppDownload", locale)).links)).toEqual([
    { href: STORE, text: "App Store" },
    { href: TEST_FLIGHT, text: "TestFlight" },
  ]);
  const other = await page(ANDROID, "/AppDownload", locale);
  expect(downloads(other.links)).toEqual([{ href: APK, text: label }]);
  expect(other.text).toContain("download.example.com");
  const [request] = await sandbox.requests("app_download");
  expect(request?.headers["exchange-language"]).toBe(locale);
});

test("an iPad that identifies as a Mac gets the App Store", async () => {
  const ipad = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.5 Safari/605.1.15";
  expect(downloads((await page(ipad)).links).map(({ href }) => href)).toEqual([STORE, TEST_FLIGHT]);
});

test("one link switches to the other device", async () => {
  const { links } = await page(ANDROID);
  expect(links).toContainEqual({ href: "/AppDownload?platform=ios", text: "On an iPhone or iPad?" });
  const ios = await page(ANDROID, "/AppDownload?platform=ios");
  expect(downloads(ios.links).map(({ href }) => href)).toEqual([STORE, TEST_FLIGHT]);
  expect(ios.links).toContainEqual({ href: "/AppDownload?platform=other", text: "On another device?" });
  expect(downloads((await page(IPHONE, "/AppDownload?platform=other")).links).map(({ href }) => href)).toEqual([APK]);
});

test.each(["?platform=windows", "?platform=ios'\"><b>", "?stay=yes"])(
  "an unknown choice in the URL shows the plain page: %s",
  async (query) => {
    const { status, links } = await page(ANDROID, `/AppDownload${query}`);
    expect(status).toBe(200);
    expect(downloads(links).map(({ href }) => href)).toEqual([APK]);
  },
);

test("the QR code contains this page's URL without a choice, and is in every document", async () => {
  for (const userAgent of [ANDROID, IPHONE]) {
    const { html } = await page(userAgent, "/AppDownload?platform=ios&stay=1");
    expect(await readQr(shownQr(html))).toBe("http://127.0.0.1:3000/AppDownload");
  }
});

test("the page lists what only the app can do, including sign-in if WEB_LOGIN=app-only", async () => {
  const { text } = await page();
  for (const feature of ["My earnings", "Withdraw", "Reset your password", "Security checks"]) {
    expect(text).toContain(feature);
  }
  const signingIn = "You can’t sign in on the web";
  expect(text).not.toContain(signingIn);
  const appOnly = await withEnv({ WEB_LOGIN: "app-only" }, () => page());
  expect(appOnly.text).toContain(signingIn);
  expect(appOnly.text).toContain("You can still create an account here");
});

describe("without a link there is a message with retry and contact, never a dead button", () => {
  const ways = (links: { href: string; text: string }[]) => links.map(({ href }) => href);

  test.each([
    ["no links", {}],
    ["empty links", { android_download_url: "", ios_download_url: " ", ios_testFlight_url: "#" }],
    ["nulls", { android_download_url: null, ios_download_url: null, ios_testFlight_url: null }],
    [
      "hostile links",
      {
        android_download_url: "javascript:alert(1)",
        ios_download_url: "http://evil.example/app",
        ios_testFlight_url: "//evil.example/app",
      },
    ],
  ])("the upstream returns %s", async (_, links) => {
    await offer(links);
    for (const [userAgent, sorry] of [
      [IPHONE, "There’s no version for iPhone and iPad right now"],
      [ANDROID, "There’s no download right now"],
    ] as const) {
      const response = await page(userAgent);
      expect([response.status, downloads(response.links)]).toEqual([200, []]);
      expect(response.text).toContain(sorry);
      expect(ways(response.links)).toEqual(expect.arrayContaining(["/AppDownload", "/LeavingMessage"]));
      expect(response.html).not.toMatch(/evil\.example|alert\(1\)/);
    }
  });
});

describe("inside an in-app browser", () => {
  test.each([
    ["el_GR", WECHAT, "請在瀏覽器中開啟", "右上角", "留在這裡"],
    ["en_US", FACEBOOK, "Open this page in your browser", "at the top right", "Stay here"],
  ] as const)("a hint asks to open a normal browser: %s", async (locale, userAgent, title, menu, stay) => {
    const { status, html, main, text, links } = await page(userAgent, "/AppDownload", locale);
    expect(status).toBe(200);
    expect(html).toContain(`<h1>${title}</h1>`);
    expect(all(html, "h1")).toHaveLength(1);
    expect(text).toContain(menu);
    expect(textsOf(main, "textarea[readonly]")).toEqual(["http://127.0.0.1:3000/AppDownload"]);
    expect(links.map(({ href }) => href)).toEqual(["/AppDownload?stay=1"]);
    expect(links[0]?.text).toContain(stay);
    expect(html).not.toContain("<script");
  });

  test("a visitor who stays gets the page, with a link back to the hint", async () => {
    const { text, links } = await page(WECHAT, "/AppDownload?stay=1");
    expect(downloads(links).map(({ href }) => href)).toEqual([STORE, TEST_FLIGHT]);
    expect(text).not.toContain("Open this page in your browser");
    expect(links).toContainEqual({
      href: "/AppDownload",
      text: "If nothing downloads, open this page in your browser.",
    });
    expect(
      links.map(({ href }) => href),
      "choosing a platform keeps stay=1",
    ).toContain("/AppDownload?platform=other&stay=1");
  });
});
