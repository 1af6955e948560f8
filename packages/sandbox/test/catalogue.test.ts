import { expect, test } from "vitest";
import { useSandbox } from "./sandbox";
import { exchange, hashrate, isSuccess } from "./calls";

const sandbox = await useSandbox({ eachTest: "faults" });
type Fields = Record<string, unknown>;

async function list(type: number, page: number, pageSize: number, more: Fields = {}) {
  const { data } = await hashrate(sandbox, "project_sku", { page, pageSize, showTag: 2, type, ...more });
  return data as unknown as { data: Fields[]; count: number };
}

const detail = async (productId: unknown, language?: "el_GR") =>
  (await hashrate(sandbox, "project_sku_detail", { productId }, language ? { language } : {})).data;

test("the lists have at least 7 power products and 12 miners over their pages, each once", async () => {
  for (const [type, least, pageSize] of [
    [1, 7, 5],
    [2, 12, 10],
  ] as const) {
    const first = await list(type, 1, pageSize);
    const second = await list(type, 2, pageSize);
    const beyond = await list(type, 99, pageSize);
    const ids = [...first.data, ...second.data].map(({ productId }) => String(productId));
    expect(first.data).toHaveLength(pageSize);
    expect(first.count).toBeGreaterThanOrEqual(least);
    expect(new Set(ids).size).toBe(first.count);
    expect(beyond).toEqual({ data: [], count: first.count });
  }
});

test("a title and a status text are in the language of the header", async () => {
  expect([(await detail(1001)).title, (await detail("1001", "el_GR")).title]).toEqual([
    "Filecoin Flagship Power, 540 days",
    "Filecoin 旗艦雲算力 540 天",
  ]);
  expect((await detail(1004, "el_GR")).status_text).toBe("限時優惠");
});

test("maxBuy is never more than the stock, and 0 without stock", async () => {
  expect(String((await detail(1005)).maxBuy)).toBe("3");
  expect(String((await detail(1007)).maxBuy)).toBe("0");
  expect(String((await detail(1001)).maxBuy)).toBe("200");
});

test("the list includes a miner's attributes only with attrKvKey, the detail always", async () => {
  expect((await list(2, 1, 1)).data[0]).not.toHaveProperty("otherAttrs");
  const named = await list(2, 1, 1, { attrKvKey: "miner-attr-h5" });
  expect(named.data[0]?.otherAttrs).toHaveLength(3);
  expect((await detail(2001)).otherAttrs).toEqual(named.data[0]?.otherAttrs);
});

test("an unknown product is a success without data", async () => {
  const response = await hashrate(sandbox, "project_sku_detail", { productId: "0" });
  expect([isSuccess(response), response.data]).toEqual([true, null]);
});

test("every picture that the sandbox names exists, with its type", async () => {
  const products = [...(await list(1, 1, 100)).data, ...(await list(2, 1, 100)).data];
  const banners = (await hashrate(sandbox, "common/kv", { keys: "banner-h5" })).data as unknown as { img: string }[];
  const coins = (await exchange(sandbox, "common/public_info_market")).data.market as {
    coinList: Record<string, { icon: string }>;
  };
  const named = [
    ...products.flatMap((product) => [product.thumbnail2List as string, ...(product.thumbnail2Detail as string[])]),
    ...banners.map(({ img }) => img),
    ...Object.values(coins.coinList).map(({ icon }) => icon),
  ];
  for (const address of new Set(named)) {
    const response = await fetch(address);
    expect([address, response.status, response.headers.get("content-type")]).toEqual([address, 200, "image/svg+xml"]);
    expect(response.headers.get("cache-control")).toMatch(/max-age=\d+/);
    expect(await response.text()).toMatch(/^<svg [^]*<\/svg>\n?$/);
  }
  const png = await fetch(`${sandbox.url}/images/logo.png`);
  expect(png.headers.get("content-type")).toBe("image/png");
  expect((await fetch(`${sandbox.url}/images/nothing.svg`)).status).toBe(404);
});
