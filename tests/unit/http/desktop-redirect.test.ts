import { expect, test } from "vitest";
import { firstVisitReader, mainSite, type Visit } from "~server/device/desktop-redirect";
import { ask, openStorefront } from "../../support/test-storefront";

const CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";
const ANDROID =
  "Mozilla/5.0 (Linux; Android 11; Pixel 3) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/87.0.4280.141 Mobile Safari/537.36";
const TABLET =
  "Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1.2 Mobile/15E148 Safari/604.1";
const GOOGLEBOT =
  "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Googlebot/2.1; +http://www.google.com/bot.html) Chrome/126.0.0.0 Safari/537.36";

const visit = ({
  method = "GET",
  search = "",
  ...headers
}: Partial<Record<string, string | undefined>> = {}): Visit => ({
  method,
  url: `/${search}`,
  headers: { "user-agent": CHROME, accept: "text/html,application/xhtml+xml", ...headers },
});

const on = (PUBLIC_ORIGIN: string, MAIN_SITE_ORIGIN?: string) => ({
  PUBLIC_ORIGIN,
  ...(MAIN_SITE_ORIGIN && { MAIN_SITE_ORIGIN }),
  DESKTOP_REDIRECT: true,
});
const settings = on("https://m.shop.example.com");

test.for([
  ["off by default", { ...on("https://m.example.com"), DESKTOP_REDIRECT: false }, null],
  ["www. and the last two segments", on("https://m.example.com"), "https://www.example.com/"],
  ["of a longer host", on("https://m.shop.example.com"), "https://www.example.com/"],
  ["of a host of two segments", on("https://example.com"), "https://www.example.com/"],
  ["with the scheme of the public origin", on("http://m.example.com:8080"), "http://www.example.com/"],
  [
    "MAIN_SITE_ORIGIN alone turns it on",
    { ...on("https://m.shop.co.uk", "https://www.shop.co.uk"), DESKTOP_REDIRECT: false },
    "https://www.shop.co.uk/",
  ],
  ["MAIN_SITE_ORIGIN wins", on("https://m.example.com", "https://desk.example.org"), "https://desk.example.org/"],
  ["never where the target is this host", on("https://www.example.com"), null],
  ["never for an IPv4 address", on("http://127.0.0.1:3000"), null],
  ["never for an IPv6 address", on("http://[2001:db8::1.2.3.4]:3000"), null],
  ["never for a single label", on("http://localhost:3000"), null],
  ["not even when the main site is named", on("http://127.0.0.1:3000", "https://www.example.com"), null],
] as const)("the main site: %s", ([, given, target]) => {
  expect(mainSite(given)).toBe(target);
});

test.for([
  ["a desktop browser", {}],
  ["another desktop browser", { "user-agent": FIREFOX }],
  ["a browser that names its destination", { accept: "*/*", "sec-fetch-dest": "document" }],
] as [string, Record<string, string>][])("%s is redirected on its first navigation", ([, changes]) => {
  expect(firstVisitReader(settings)(visit(changes))).toEqual({
    cookie: "seen=1; Path=/; HttpOnly; SameSite=Lax; Secure",
    location: "https://www.example.com/",
  });
});

test.for([
  ["an iPhone", { "user-agent": IPHONE }],
  ["an Android phone", { "user-agent": ANDROID }],
  ["a tablet", { "user-agent": TABLET }],
  ["a text browser", { "user-agent": "Lynx/2.9.0dev.12 libwww-FM/2.14" }],
  ["a browser without a User-Agent", { "user-agent": undefined }],
] as [string, Record<string, string | undefined>][])(
  "%s is not redirected, and its first navigation is marked",
  ([, changes]) => {
    expect(firstVisitReader(settings)(visit(changes))).toEqual({ cookie: expect.stringMatching(/^seen=1;/) as string });
  },
);

test.for([
  ["a later navigation", { cookie: "ulan=en_US; seen=1" }],
  ["a bot", { "user-agent": GOOGLEBOT }],
  ["a link preview", { "user-agent": "TelegramBot (like TwitterBot)" }],
  ["a post", { method: "POST" }],
  ["a HEAD request", { method: "HEAD" }],
  ["a read by a script", { search: "?_data=routes%2FIndex" }],
  ["a frame", { "sec-fetch-dest": "iframe" }],
  ["a picture", { accept: "image/webp,*/*" }],
] as [string, Record<string, string | undefined>][])("%s is not redirected and not marked", ([, changes]) => {
  expect(firstVisitReader(settings)(visit(changes))).toBeNull();
});

test("a cookie whose name merely ends like the marker's is not the marker", () => {
  expect(firstVisitReader(settings)(visit({ cookie: "unseen=1" }))?.location).toBeDefined();
});

test("the redirect is a 302 to the configured site, before the app, and never to the request's host", async () => {
  const { port } = await openStorefront((_req, res) => void res.send("the app"), {
    env: { PUBLIC_ORIGIN: "http://shop.example.com", DESKTOP_REDIRECT: true },
  });
  const headers = { "User-Agent": CHROME, Accept: "text/html", "X-Forwarded-Host": "m.evil.example" };
  const first = await ask(port, "/Login?redirectTo=x", { headers });
  expect(first.status).toBe(302);
  expect(first.headers.location).toBe("http://www.example.com/");
  expect(first.headers["cache-control"]).toBe("no-store");
  expect(first.headers["set-cookie"]).toEqual(["seen=1; Path=/; HttpOnly; SameSite=Lax"]);
  const second = await ask(port, "/Login", { headers: { ...headers, Cookie: "seen=1" } });
  expect(second.body.toString()).toBe("the app");
  expect((await ask(port, "/healthz", { headers })).status).toBe(200);
});

test("the marker is set together with the app's own cookies", async () => {
  const { port } = await openStorefront((_req, res) => void res.append("Set-Cookie", "flash=x").send("the app"), {
    env: { DESKTOP_REDIRECT: true },
  });
  const response = await ask(port, "/", { headers: { "User-Agent": IPHONE, Accept: "text/html" } });
  expect(response.headers["set-cookie"]).toEqual(["seen=1; Path=/; HttpOnly; SameSite=Lax", "flash=x"]);
});
