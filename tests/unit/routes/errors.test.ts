import { expect, test } from "vitest";
import { browserAt, site } from "../../support/documents";
import { routes } from "../../support/pages";
import { linksOf, textsOf, titleOf } from "../../support/html";
import { holdConfiguration } from "../../support/hold-configuration";
import { useUpstream } from "../../support/upstream";
import { signedIn } from "../../support/signed-in";

/** A screen that throws an unexpected error. */
const broken = {
  loader: () => {
    throw new Error("secret-of-the-server");
  },
  default: () => null,
};
/** A screen that responds like a route whose upstream fails. */
const unavailable = {
  loader: () => {
    throw new Response(null, { status: 503 });
  },
  default: () => null,
};

const handler = site({
  ...routes,
  Broken: broken,
  Unavailable: unavailable,
});

const sandbox = await useUpstream();

const SITE = "Meridian Cloud Hashrate";

const heading = (html: string) => textsOf(html, "h1");
const title = (html: string) => titleOf(html);

test("a page that does not exist returns 404, with a link to Home and no retry", async () => {
  const { status, html, headers } = await browserAt(handler, "en_US").open("/NoSuchPage?x=1");
  expect(status).toBe(404);
  expect(html).toContain('<html lang="en"');
  expect(heading(html)).toEqual(["We can’t find this page"]);
  expect(linksOf(html).map(({ href }) => href)).toContain("/Index/Home");
  expect(linksOf(html).map(({ text: label }) => label)).not.toContain("Try again");
  expect(headers.get("cache-control")).toBe("no-store");
});

test("an internal error is a 500 that hides its cause", async () => {
  const { status, html } = await browserAt(handler, "en_US").open("/Broken");
  expect(status).toBe(500);
  expect(heading(html)).toEqual(["Something went wrong"]);
  expect(html).not.toContain("secret-of-the-server");
  expect(linksOf(html)).toContainEqual({ href: "/Broken", text: "Try again" });
});

test("a 503 document has Retry-After, a complete one does not; neither is cached", async () => {
  const browser = browserAt(handler, undefined, (await signedIn(sandbox)).cookies);
  const whole = await browser.open("/UserCenter");
  await sandbox.fail("user_info", { kind: "html" });
  const missing = await browser.open("/UserCenter");
  expect([whole.headers.get("retry-after"), whole.headers.get("cache-control")]).toEqual([null, "no-store"]);
  expect([missing.headers.get("retry-after"), missing.headers.get("cache-control")]).toEqual(["10", "no-store"]);
});

test("an error page's title names the error and the site", async () => {
  await holdConfiguration();
  const browser = browserAt(handler, "en_US");
  expect(title((await browser.open("/NoSuchPage")).html)).toBe(`We can’t find this page – ${SITE}`);
  expect(title((await browser.open("/Unavailable")).html)).toBe(`We can’t show this page right now – ${SITE}`);
  expect(title((await browser.open("/Broken")).html)).toBe(`Something went wrong – ${SITE}`);
});

test("an error page ships and allows no script, even on a screen with scripts", async () => {
  for (const path of ["/NoSuchPage", "/Unavailable", "/Broken"]) {
    const { headers, html } = await browserAt(handler).open(path);
    expect(headers.get("content-security-policy")).toContain("script-src 'none'");
    expect(html).not.toContain("<script");
  }
});
