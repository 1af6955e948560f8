import { expect, test } from "vitest";
import { browserAt } from "../../support/documents";
import { setEnv } from "../../support/environment";
import { linksOf, sourceOf, textOf, textsOf } from "../../support/html";
import { pages } from "../../support/pages";
import { useUpstream } from "../../support/upstream";

const sandbox = await useUpstream();

const open = (locale: "en_US" | "el_GR" = "en_US", path = "/Genuine") => browserAt(pages, locale).open(path);

test.each([
  ["en_US", "How to spot fake sites", "Our only address"],
  ["el_GR", "辨識官方網站", "本站唯一的網址"],
] as const)("%s: the page shows the shop's configured address as the only one", async (locale, title, address) => {
  const { html, status } = await open(locale);
  expect(status).toBe(200);
  expect(textsOf(html, "h1")).toEqual([title]);
  expect(textOf(html)).toContain(address);
  expect(textsOf(html, ".exact")).toEqual([process.env.PUBLIC_ORIGIN]);
});

test("the address is the operator's, never the request's host", async () => {
  setEnv({ PUBLIC_ORIGIN: "https://shop.example" });
  const { html } = await browserAt((request) =>
    pages(new Request(request, { headers: { Host: "evil.example" } })),
  ).open("/Genuine");
  expect(textsOf(html, ".exact")).toEqual(["https://shop.example"]);
  expect(html).not.toContain("evil.example");
});

test("the page lists the operator's contacts, and links to the security page and the contact form", async () => {
  const { html } = await open();
  const contacts = linksOf(sourceOf(html, "#contacts ~ .entries")).map(({ href }) => href);
  expect(contacts.length).toBeGreaterThan(0);
  expect(contacts.every((href) => /^(?:https:|mailto:)/.test(href))).toBe(true);
  const links = linksOf(html).map(({ href }) => href);
  expect(links).toEqual(expect.arrayContaining(["/Security", "/LeavingMessage"]));
});

test("the page is complete without the upstream, and ships no script", async () => {
  await sandbox.fail("kv", { kind: "html" });
  const { html, status } = await open();
  expect(status).toBe(200);
  expect(textsOf(html, ".exact")).toEqual([process.env.PUBLIC_ORIGIN]);
  expect(html).not.toContain("<script");
});
