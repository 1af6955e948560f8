import { expect, test } from "vitest";
import { browserAt } from "../../support/documents";
import { openStale, STALE_SINCE } from "../../support/faults";
import { all, attributesOf, textOf, textsOf } from "../../support/html";
import { pages } from "../../support/pages";
import { useUpstream } from "../../support/upstream";

const sandbox = await useUpstream();

/** The two lists, how many products each has in all, and the message of an empty one. */
const LISTS = [
  ["/Index/Power", 8, "No computing power on offer"],
  ["/Index/Miner", 14, "No miners to host right now"],
] as const;

async function open(path: string, locale: string = "en_US", headers?: Record<string, string>) {
  const page = await browserAt(pages, locale).open(path, headers);
  return { ...page, text: textOf(page.html), products: all(page.html, ".product").length };
}

test.each(LISTS)("%s without products is an empty state, not an error", async (path, _, empty) => {
  await sandbox.fail("project_sku", { kind: "answer", body: { code: 0, msg: "suc", data: { data: [], count: 0 } } });
  const page = await open(path);
  expect(page.status).toBe(200);
  expect(page.text).toContain(empty);
  expect(attributesOf(page.html, ".list-end a", "href")).toEqual([]);
  expect(all(page.html, "[name=go]"), "nothing to compare").toHaveLength(0);
  const other = path === "/Index/Power" ? "/Index/Miner" : "/Index/Power";
  expect(attributesOf(page.html, ".empty a", "href"), "links to the other list and the notices").toEqual([
    other,
    "/Notice",
  ]);
});

test.each(LISTS)("%s that fails after a good response shows that one with “as of …”", async (path, count) => {
  const { page, openLater } = await openStale(sandbox, "project_sku", () => open(`${path}?page=2`));
  expect([page.status, page.products]).toEqual([200, count]);
  expect(page.text).toContain(STALE_SINCE);
  expect((await openLater()).status, "older than five minutes").toBe(503);
});

test.each(LISTS)(
  "%s keeps the upstream's order, including sold-out products, without duplicates or gaps",
  async (path) => {
    const of = (productId: number, productStatus: number, more = {}) => ({
      productId,
      title: `P${productId}`,
      productStatus,
      price: "1",
      paySymbol: "USDT",
      ...more,
    });
    const isPower = path === "/Index/Power";
    const size = isPower ? 5 : 10;
    const filling = Array.from({ length: size - 5 }, (_, index) => of(20 + index, 1));
    const first = [of(1, 2), of(2, 0), of(3, 1, { maxBuy: "0" }), of(4, 1), of(5, 1), ...filling];
    const second = [of(6, 2), of(7, 1)];
    await sandbox.fail("project_sku", {
      kind: "answer",
      body: { code: 0, msg: "suc", data: { data: [...first, ...second], count: size + 2 } },
    });
    const page = await open(`${path}?page=2`);
    const shown = attributesOf(page.html, "a.product-link", "href").map((href) => Number(href?.split("/").at(-1)));
    expect(shown).toEqual([...first, ...second].map(({ productId }) => productId));
    // Cards of power products show "Sold out" instead of the status.
    const tags = textsOf(page.html, 'a[href$="/3"] .tag');
    expect(tags).toEqual(isPower ? ["Sold out"] : ["On Sale"]);
  },
);
