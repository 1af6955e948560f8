import { expect, test } from "vitest";
import { type Fault } from "@storefront/sandbox/start";
import { browserAt } from "../../support/documents";
import { attributesOf, textOf } from "../../support/html";
import { pages } from "../../support/pages";
import { useUpstream } from "../../support/upstream";

const sandbox = await useUpstream();
const ENGLISH = "en_US";

async function power(query = "", locale = ENGLISH, headers?: Record<string, string>) {
  const page = await browserAt(pages, locale).open(`/Index/Power${query}`, headers);
  return { ...page, text: textOf(page.html) };
}

const itemsOf = (html: string) => attributesOf(html, "article.product", "id");
const productsOf = (html: string) =>
  attributesOf(html, '[href^="/PowerProductDetail/"]', "href").map((href) => Number(href?.split("/").at(-1)));
const moreOf = (html: string) => attributesOf(html, "a.button-quiet", "href")[0];
const items = (count: number) => Array.from({ length: count }, (_, index) => `item-${index + 1}`);

/** A response of the list with only these products. */
const listOf = (data: unknown[], count: number): Fault => ({
  kind: "answer",
  body: { code: 0, msg: "suc", data: { data, count } },
});
const product = (productId: number) => ({
  productId,
  title: `P${productId}`,
  productStatus: 1,
  price: "1",
  paySymbol: "USDT",
});

test("the power list has page size 5, and a link to the first further item", async () => {
  const page = await power();
  expect(page.status).toBe(200);
  const requests = await sandbox.requests("project_sku");
  expect(requests.map(({ body }) => body)).toEqual([{ page: 1, pageSize: 5, showTag: 2, type: 1 }]);
  expect(itemsOf(page.html)).toEqual(items(5));
  expect(productsOf(page.html)).toEqual([1001, 1002, 1003, 1004, 1005]);
  expect(moreOf(page.html)).toBe("/Index/Power?page=2#item-6");
  expect(page.text).toContain("Showing 5 of 8");
  expect(page.text).not.toContain("No more products");
});

test("?page=2 shows pages 1 and 2, and says that there is no more", async () => {
  const page = await power("?page=2");
  const requests = await sandbox.requests("project_sku");
  expect(requests.map(({ body }) => (body as { page: number }).page).sort()).toEqual([1, 2]);
  expect(itemsOf(page.html)).toEqual(items(8));
  expect(productsOf(page.html)).toEqual([1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008]);
  expect(moreOf(page.html)).toBeUndefined();
  expect(page.text).toContain("No more products");
});

test("a page beyond the last is 404, says so and links to the last", async () => {
  for (const query of ["?page=3", "?page=40", "?page=9999"]) {
    const { html, text, status } = await power(query);
    expect(status, query).toBe(404);
    expect(itemsOf(html), query).toEqual([]);
    expect(text, query).toContain("This page doesn’t exist");
    expect(attributesOf(html, ".empty a", "href"), query).toEqual(["/Index/Power?page=2"]);
  }
  expect(await sandbox.calls("project_sku"), "page 1, no page beyond the end").toBe(1);
});

test("a page number that is not a positive integer counts as 1", async () => {
  const garbage = ["", "0", "-1", "1.5", "1e3", "٢", "2 ", "abc", "99999999999999999999", "<script>", "2&page=9"];
  for (const page of garbage) {
    const { html, status } = await power(`?page=${page === "2&page=9" ? "x&page=2" : encodeURIComponent(page)}`);
    expect(status, page).toBe(200);
    expect(itemsOf(html), page).toEqual(items(5));
  }
});

test("at most eight calls are made even if the upstream claims a million products; links lead to the rest", async () => {
  await sandbox.fail("project_sku", listOf([product(1)], 5_000_000));
  const { html } = await power("?page=9999");
  expect(await sandbox.calls("project_sku")).toBe(8);
  expect(moreOf(html)).toBe(`/Index/Power?page=10000#item-${9992 * 5 + 2}`);
  expect(attributesOf(html, `a[href="/Index/Power?page=9992"]`, "href")).toHaveLength(1);
});
