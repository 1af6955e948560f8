import { expect, test } from "vitest";
import { getText } from "~server/texts/text";
import { type Fault } from "@storefront/sandbox/start";
import type { Locale } from "~server/i18n/locale";
import { browserAt } from "../../support/documents";
import { all, attributesOf, linksOf, textOf } from "../../support/html";
import { pages } from "../../support/pages";
import { useUpstream } from "../../support/upstream";
import { beginAnew } from "../../support/environment";

const sandbox = await useUpstream();
const ENGLISH = "en_US" as const;
const CHINESE = "el_GR" as const;

async function miners(query = "", locale: Locale = ENGLISH, headers?: Record<string, string>) {
  const page = await browserAt(pages, locale).open(`/Index/Miner${query}`, headers);
  return { ...page, text: textOf(page.html) };
}
const minersOf = (html: string) =>
  attributesOf(html, '[href^="/MinerProductDetail/"]', "href").map((href) => Number(href?.split("/").at(-1)));
const moreOf = (html: string) => attributesOf(html, "a.button-quiet", "href")[0];
/** The upstream's order: 2002 is in pre-sale, 2007 and 2013 have ended. */
const ids = (count: number) => Array.from({ length: count }, (_, index) => 2001 + index);

/** A response of the list with only these products. */
const listOf = (data: unknown[], count: number): Fault => ({
  kind: "answer",
  body: { code: 0, msg: "suc", data: { data, count } },
});
const machine = (productId: number, more: object = {}) => ({
  productId,
  title: `M${productId}`,
  productStatus: 1,
  price: "1",
  paySymbol: "USDT",
  ...more,
});

test("the miner list has page size 10, attributes by attrKvKey, and a link to the first further item", async () => {
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

test.each([ENGLISH, CHINESE] as const)("miners can be sorted by available first and back, in %s", async (locale) => {
  const t = getText(locale);
  const usual = await miners("", locale);
  expect(linksOf(usual.html)).toContainEqual({
    href: "/Index/Miner?sort=available",
    text: t("Miner.availableFirst"),
  });
  const sorted = await miners("?sort=available", locale);
  expect(sorted.status).toBe(200);
  // 2002 and 2010 are in pre-sale, 2007 and 2013 have ended; each group in the order of the upstream.
  expect(minersOf(sorted.html)).toEqual([
    2001, 2003, 2004, 2005, 2006, 2008, 2009, 2011, 2012, 2014, 2002, 2010, 2007, 2013,
  ]);
  expect(linksOf(sorted.html)).toContainEqual({ href: "/Index/Miner", text: t("Miner.asListed") });
  expect(sorted.text).toContain(t("MarketSearch.shown", { from: 1, to: 14, count: 14 }));
  expect(all(sorted.html, "script[src]"), "nothing to hydrate").toEqual([]);
  expect((await sandbox.requests("project_sku")).at(-1)?.body).toMatchObject({ page: 1, pageSize: 100, type: 2 });
});

test("sorting covers all pages, in pages of twenty", async () => {
  const statuses = [2, 0, 1];
  const list = Array.from({ length: 45 }, (_, at) => machine(3000 + at, { productStatus: statuses[at % 3] }));
  await sandbox.fail("project_sku", listOf(list, 45));
  const pages = [await miners("?sort=available"), await miners("?sort=available&page=2")];
  expect(linksOf(pages[0]?.html ?? "").map(({ href }) => href)).toContain("/Index/Miner?sort=available&page=2");
  expect(linksOf(pages[1]?.html ?? "").map(({ href }) => href)).toContain("/Index/Miner?sort=available&page=1");
  const shown = [...pages, await miners("?sort=available&page=3")].flatMap(({ html }) => minersOf(html));
  const of = (status: number) => list.filter((each) => each.productStatus === status).map((each) => each.productId);
  expect(shown).toEqual([...of(1), ...of(0), ...of(2)]);
  const beyond = await miners("?sort=available&page=4");
  expect([beyond.status, attributesOf(beyond.html, ".empty a", "href")]).toEqual([
    404,
    ["/Index/Miner?sort=available&page=3"],
  ]);
});

test("sorting makes at most eight calls, and the page reports what they do not cover", async () => {
  await sandbox.fail(
    "project_sku",
    listOf(
      Array.from({ length: 100 }, (_, at) => machine(4000 + at)),
      5_000,
    ),
  );
  const { status, text } = await miners("?sort=available");
  expect(status).toBe(200);
  expect(await sandbox.calls("project_sku")).toBe(8);
  expect(text).toContain(getText(ENGLISH)("Miner.notWhole", { count: 5_000, shown: 100 }));
});

test("without miners or list, sorting shows the list's message; an unknown order sorts nothing", async () => {
  expect(minersOf((await miners("?sort=price")).html)).toEqual(ids(10));
  await sandbox.fail("project_sku", listOf([], 0));
  beginAnew();
  expect((await miners("?sort=available")).text).toContain(getText(ENGLISH)("Miner.empty"));
  await sandbox.fail("project_sku", { kind: "reset" });
  beginAnew();
  const unread = await miners("?sort=available");
  expect(unread.status).toBe(503);
  expect(unread.text).toContain(getText(ENGLISH)("Index.listUnavailable"));
});
