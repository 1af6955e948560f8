import { expect, test } from "vitest";
import * as shell from "~/routes/Index/route";
import * as route from "~/routes/Index.Miner/route";
import { type Fault } from "~server/sandbox/start";
import { browserAt, site } from "../support/documents";
import { all, attributesOf, only, textOf } from "../support/html";
import { usePlatform } from "../support/platform";

const sandbox = await usePlatform();
const ENGLISH = "en_US";
const CHINESE = "el_GR";

const pages = site({ Index: shell, "Index/Miner": route });

async function miners(query = "", locale = ENGLISH, headers?: Record<string, string>) {
  const page = await browserAt(pages, locale).open(`/Index/Miner${query}`, headers);
  return { ...page, text: textOf(page.html) };
}

const cardOf = (html: string, id: number) => only(html, `article.card.product:has([href$="Detail/${id}"])`);
const minersOf = (html: string) =>
  attributesOf(html, '[href^="/MinerProductDetail/"]', "href").map((href) => Number(href?.split("/").at(-1)));
const moreOf = (html: string) => attributesOf(html, "a.button-quiet", "href")[0];
/** In each page of the platform, 2002 is in pre-sale, 2007 and 2013 have ended (behaviour 2.70). */
const IDS = [2001, 2003, 2004, 2005, 2006, 2008, 2009, 2002, 2010, 2007, 2011, 2012, 2014, 2013];
const ids = (count: number) => IDS.slice(0, count);

/** An answer of the list with only these products. */
const listOf = (data: unknown[], count: number): Fault => ({
  kind: "answer",
  body: { code: 0, msg: "suc", data: { data, count } },
});
const machine = (productId: number, more: object = {}) => ({
  ...{ productId, title: `M${productId}`, productStatus: 1, price: "1", paySymbol: "USDT" },
  ...more,
});

test("miner list 10: page size 10, attributes by attrKvKey, and a link for more to the first new item", async () => {
  const page = await miners();
  expect(page.status).toBe(200);
  const requests = await sandbox.requests("project_sku");
  expect(requests.map(({ body }) => body)).toEqual([
    { page: 1, pageSize: 10, showTag: 2, type: 2, attrKvKey: "miner-attr-h5" },
  ]);
  expect(minersOf(page.html)).toEqual(ids(10));
  expect(moreOf(page.html)).toBe("/Index/Miner?page=2#item-11");
  expect(page.text).toContain("Showing 10 of 14");
});

test("?page=2 shows pages 1 to 2, and says that there is no more", async () => {
  const page = await miners("?page=2");
  expect(minersOf(page.html)).toEqual(ids(14));
  expect(page.html).toContain('id="item-11"');
  expect(moreOf(page.html)).toBeUndefined();
  expect(page.text).toContain("No more products");
});

test("a page beyond the end shows the whole list; one that is no whole number from 1 reads as 1", async () => {
  expect(minersOf((await miners("?page=9999")).html)).toEqual(ids(14));
  for (const page of ["0", "-1", "1.5", "abc", ""]) {
    expect(minersOf((await miners(`?page=${page}`)).html), page).toEqual(ids(10));
  }
  expect(await sandbox.calls("project_sku"), "no page beyond the end").toBe(2);
});

test.each([
  [CHINESE, "zh-Hant", "Meridian S21 Pro 託管礦機", "額定算力 234 TH/s 額定功耗 3510 W 能效比 15 J/TH"],
  [ENGLISH, "en", "Meridian S21 Pro Hosting", "Hashrate 234 TH/s Power draw 3510 W Efficiency 15 J/TH"],
])("Miner and its attributes are in %s, and the call sends that language", async (locale, lang, title, attributes) => {
  const page = await miners("", locale);
  expect(page.html).toContain(`<html lang="${lang}">`);
  expect(textOf(cardOf(page.html, 2001))).toContain(title);
  expect(textOf(cardOf(page.html, 2001))).toContain(attributes);
  expect((await sandbox.requests("project_sku"))[0]?.headers["exchange-language"]).toBe(locale);
});

test("every miner has its status in text; the platform's own text wins", async () => {
  const { html } = await miners("?page=2");
  const tagOf = (id: number) => all(cardOf(html, id), ".tag").map((tag) => [tag.attr("class"), textOf(tag)]);
  expect(tagOf(2001)).toEqual([["tag tag-onsale", "On Sale"]]);
  expect(tagOf(2002)).toEqual([["tag tag-presale", "Pre Sale"]]);
  expect(tagOf(2007)).toEqual([["tag tag-ended", "Sale Ended"]]);
  expect(tagOf(2005)).toEqual([["tag tag-onsale", "In stock"]]);
});

test("a miner without attributes from the list shows the first of its own; one without any shows none", async () => {
  const own = ["a", "b", "c", "d"].map((name) => ({ attr: name, description: `${name}-value` }));
  await sandbox.fail("project_sku", listOf([machine(1, { productMinerAttr: own }), machine(2)], 2));
  const { html } = await miners();
  expect(textOf(cardOf(html, 1))).toBe("M1 On Sale a a-value b b-value c c-value");
  expect(textOf(cardOf(html, 2))).toBe("M2 On Sale");
});

test("nothing is sold here: no price, no form but that of the language", async () => {
  const { html, text } = await miners("?page=2");
  expect(text).not.toMatch(/USDT|4680|4,680/);
  expect(all(html, "main :is(form, button)")).toEqual([]);
});

test("the list's data hold only what cards show: no introduction", async () => {
  const { html } = await miners("?page=2");
  const data = only(html, "script#hydration").text();
  expect(data).toContain("Meridian S21 Pro Hosting");
  expect(data).not.toContain("Our engineers install");
});
