import { expect, test } from "vitest";
import { catalogues } from "~server/texts/catalogue";
import { browserAt } from "../../support/documents";
import { all, linksOf, only, sourceOf, textOf, textsOf } from "../../support/html";
import { pages } from "../../support/pages";
import { showContent } from "../../support/content-folder";
import { holdConfiguration } from "../../support/hold-configuration";
import { useUpstream } from "../../support/upstream";
import { beginAnew } from "../../support/environment";

const PAGE = "/Index/AboutUs";
/** The texts about advantages, which are on Home. */
const ON_HOME = /^(?:procurement|hosting|compliance|withdraw)/;

const sandbox = await useUpstream();

async function open(locale: "el_GR" | "en_US" = "en_US") {
  const page = await browserAt(pages, locale).open(PAGE);
  const main = sourceOf(page.html, "main");
  return { ...page, main, text: textOf(main) };
}

test.each(["en_US", "el_GR"] as const)(
  "the page shows every claim and milestone of the texts, and whose claim it is: %s",
  async (locale) => {
    const { status, text, html, headers } = await open(locale);
    expect(status).toBe(200);
    const claims = Object.entries(catalogues[locale].claims).filter(([key]) => !ON_HOME.test(key));
    expect(claims.length).toBe(16);
    for (const [key, words] of claims) expect(text, key).toContain(words);
    expect(text).toContain(catalogues[locale].AboutUs.figuresNote);
    expect(all(html, "h1")).toHaveLength(1);
    expect(html).not.toContain("<script");
    expect(headers.get("content-security-policy")).toContain("script-src 'none'");
    expect(only(html, "meta[name=description]").attr("content")).toMatch(/.{20}/);
  },
);

test("contacts come from the configuration, without placeholders and hostile ones", async () => {
  await holdConfiguration();
  const hrefs = linksOf((await open()).main).map(({ href }) => href);
  expect(hrefs.slice(-4)).toEqual([
    "mailto:support@example.com",
    "mailto:sales@example.com",
    "https://t.me/example",
    "https://twitter.com/example",
  ]);
  beginAnew();
  const data = { telegram: "#", twitter: "javascript:alert(1)", salesEMail: "-", supportEMail: "help@example.com" };
  await sandbox.fail("kv", { kind: "answer", body: { code: 0, data } });
  await holdConfiguration();
  const { main } = await open();
  expect(linksOf(main).map(({ href }) => href)).toEqual([
    "/LeavingMessage",
    "/LeavingMessage?topic=bulk",
    "mailto:help@example.com",
  ]);
});

test("page and footer name the operator, escaped, if one is configured", async () => {
  const plain = (await open()).html;
  expect(plain).not.toMatch(/id="company"|<address|legalName/);
  const company = {
    name: "A & B </script><b>Ltd",
    address: "1 Road",
    registration: "R-7",
    email: "r&d#1@shop.example",
    phone: "+886 (2) 12-34",
  };
  showContent({ "company.json": JSON.stringify(company) });
  const { html, main } = await open();
  expect(textsOf(main, "[aria-labelledby=company] dt")).toEqual([
    ...["Company", "Address", "Registration number", "Email", "Phone"],
  ]);
  expect(textsOf(main, "[aria-labelledby=company] dd")).toEqual(Object.values(company));
  expect(textOf(sourceOf(html, "footer address"))).toBe(
    "A & B </script><b>Ltd 1 Road Registration number: R-7 r&d#1@shop.example +886 (2) 12-34",
  );
  expect(linksOf(sourceOf(html, "footer address")).map(({ href }) => href)).toEqual([
    ...["mailto:r%26d%231@shop.example", "tel:+88621234"],
  ]);
  showContent({ "company.json": '{"name":"Only Ltd"}' });
  expect(textsOf((await open()).main, "[aria-labelledby=company] dd")).toEqual(["Only Ltd"]);
});
