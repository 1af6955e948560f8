import { expect, test } from "vitest";
import * as countryRoute from "~/routes/CountrySelect/route";
import * as route from "~/routes/RealNameSelect/route";
import { type Sandbox } from "@storefront/sandbox/start";
import { browserAt } from "../../support/documents";
import { attributesOf, linksOf, sourceOf, textOf } from "../../support/html";
import { pages } from "../../support/pages";
import { applicant } from "../../support/identity";
import { useUpstream } from "../../support/upstream";

type Locale = "el_GR" | "en_US";

const sandbox = await useUpstream();

/** A page of these two screens, for a visitor who may submit an identity. */
async function page(url: string, locale: Locale = "en_US", options: Parameters<Sandbox["createAccount"]>[0] = {}) {
  const { visitor } = await applicant(sandbox, route, options);
  const browser = browserAt(pages, locale, visitor.cookies);
  return { ...(await browser.open(url)), browser };
}

const mainOf = (html: string) => sourceOf(html, ".account-main");
const hrefsOf = (html: string) => linksOf(mainOf(html)).map(({ href }) => href);

test("the default country is the United States (area code 1, number 840)", async () => {
  const { status, html, headers } = await page("/RealNameSelect");
  expect(status).toBe(200);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(textOf(html)).toContain("United States");
  expect(textOf(mainOf(html))).toContain("+1");
  expect(hrefsOf(html)).toEqual(["/CountrySelect?country=840", "/RealNameInfo?country=840", "/Help#review"]);
});

test.each([
  ["?country=156", "China", "156"],
  ["?selected=392", "Japan", "392"],
  ["?selected=Germany", "Germany", "276"],
  [`?selected=${encodeURIComponent("德國")}`, "Germany", "276"],
  [
    `?selected=${encodeURIComponent(JSON.stringify({ name: "x", areaCode: "886", numberCode: "158" }))}`,
    "Taiwan",
    "158",
  ],
  [`?selected=${encodeURIComponent(JSON.stringify({ areaCode: 44, numberCode: 826 }))}`, "United Kingdom", "826"],
])("the URL may select a country from the list: %s", async (query, name, numberCode) => {
  const { html } = await page(`/RealNameSelect${query}`);
  expect(textOf(mainOf(html))).toContain(name);
  expect(hrefsOf(html)).toContain(`/RealNameInfo?country=${numberCode}`);
});

test.each([
  "?country=999",
  "?selected={",
  "?selected=null",
  `?selected=${encodeURIComponent(JSON.stringify({ name: "<b>Nowhere</b>", areaCode: "1", numberCode: "999" }))}`,
  `?selected=${encodeURIComponent(JSON.stringify({ name: "Taiwan", areaCode: "1", numberCode: "158" }))}`,
])("anything else means the default: %s", async (query) => {
  const { status, html } = await page(`/RealNameSelect${query}`);
  expect(status).toBe(200);
  expect(mainOf(html)).not.toContain("Nowhere");
  expect(hrefsOf(html)).toContain("/RealNameInfo?country=840");
});

test.each([
  [1, "toasts.realNameVerified"],
  [0, "toasts.realNameReview"],
] as const)(
  "page and picker open only if authLevel is neither verified nor in review (%i), else the account centre says why",
  async (authLevel, key) => {
    for (const [screen, path] of [
      [route, "/RealNameSelect"],
      [countryRoute, "/CountrySelect?q=japan"],
    ] as const) {
      const { visitor } = await applicant(sandbox, screen, { authLevel });
      const response = await visitor.open(path);
      expect(response.status, path).toBe(303);
      expect(response.headers.get("location")).toBe("/UserCenter");
      expect(await visitor.toast()).toEqual({ key, kind: "status" });
    }
  },
);

test("the country picker lists every country once, as a link with only its number", async () => {
  const { status, html } = await page("/CountrySelect?country=158");
  expect(status).toBe(200);
  const hrefs = hrefsOf(html);
  expect(hrefs.length).toBeGreaterThan(200);
  expect(new Set(hrefs).size).toBe(hrefs.length);
  expect(hrefs.every((href) => /^\/RealNameSelect\?country=\d{3}$/.test(href))).toBe(true);
  expect(attributesOf(html, "main a[aria-current=true]", "href")[0]).toContain("country=158");
});

test.each([
  ["JAPAN", ["392"]],
  ["日本", ["392"]],
  ["  Japan ", ["392"]],
  ["cote d", ["384"]],
  ["Åland", ["248"]],
  ["+86", ["156"]],
  ["040", ["040"]],
])("the search matches names in both languages, area code and number code: %s", async (search, expected) => {
  for (const locale of ["en_US", "el_GR"] as const) {
    const { html } = await page(`/CountrySelect?q=${encodeURIComponent(search)}`, locale);
    const found = hrefsOf(html).map((href) => href.slice(-3));
    expect(found, locale).toEqual(expect.arrayContaining([...expected]));
    expect(found.length, locale).toBeLessThan(12);
  }
});

test("a search without matches says so, keeps the input, and links to all countries", async () => {
  const { status, html } = await page(`/CountrySelect?q=${encodeURIComponent('"><script>alert(1)')}`);
  expect(status).toBe(200);
  expect(textOf(html)).toContain("No country or region matches");
  expect(html).not.toContain("<script>alert");
  expect(html).toContain('value="&quot;&gt;&lt;script&gt;alert(1)"');
  expect(hrefsOf(html)).toEqual(["/CountrySelect"]);
});

test("without the upstream's list the built-in one is used, and its choices are accepted", async () => {
  await sandbox.fail("kv", { kind: "html" }, { times: 20 });
  const { status, html } = await page("/CountrySelect");
  expect(status).toBe(200);
  expect(hrefsOf(html).length).toBeGreaterThan(200);
  const chosen = await page("/RealNameSelect?country=276");
  expect(textOf(mainOf(chosen.html))).toContain("Germany +49");
});

test("Chinese names find countries even if the upstream's list is English", async () => {
  const data = { "country-h5": [{ name: "Germany", areaCode: "49", numberCode: "276" }] };
  await sandbox.fail("kv", { kind: "answer", body: { code: 0, msg: "", data } }, { times: 20 });
  for (const locale of ["en_US", "el_GR"] as const) {
    const { html } = await page(`/CountrySelect?q=${encodeURIComponent("德")}`, locale);
    expect(hrefsOf(html), locale).toContain("/RealNameSelect?country=276");
  }
});
