import { expect, test } from "vitest";
import { shownPages } from "~/components/product/infinite-list.server";
import { readProductPages } from "~server/catalogue/products";
import { POWER_PAGE_SIZE } from "~server/specification";
import { productList } from "~server/upstream/catalogue";
import { useUpstream } from "../../support/upstream";
import { beginAnew } from "../../support/environment";

/** Consecutive pages of a list, shown as one. */

const sandbox = await useUpstream({ eachTest: "faults" });

test("a page shows its page size even if the upstream sends thousands of products", async () => {
  const data = Array.from({ length: 1_500 }, (_, at) => ({ productId: `p${at}`, title: "Power" }));
  await sandbox.fail("project_sku", { kind: "answer", body: { code: 0, msg: "", data: { count: 1_000_000, data } } });
  beginAnew();
  const { list } = await readProductPages("en_US", "power", "1", ({ productId }) => productId);
  expect(list?.products).toEqual(data.slice(0, 1_000).map(({ productId }) => productId));
  expect(list?.omittedCount).toBe(500);
  const read = await productList({ locale: "en_US" }, { page: 1, pageSize: POWER_PAGE_SIZE, type: "power" });
  expect([read.products.length, read.omittedCount], "the others are not read at all").toEqual([1_000, 500]);
});

test("a page has half a megabyte of cards at most, and counts the others", () => {
  const products = Array.from({ length: 300 }, (_, at) => ({ productId: `p${at}`, title: "x".repeat(10_000) }));
  const list = { products, omittedCount: 2, first: 1, before: 0, page: 1, count: 300, more: false };
  const shown = shownPages(list, "en_US");
  expect(shown.products).toEqual(products.slice(0, 52));
  expect(shown.omittedCount).toBe(250);
});
