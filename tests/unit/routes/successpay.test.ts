import { beforeEach, expect, test, vi } from "vitest";
import { getText } from "~server/texts/text";
import { FORM_DEADLINE_MS } from "~server/forms/constants";
import { RECEIPT_AGE_MS } from "~server/purchase/receipt";
import type { WireResponse } from "../../support/scriptless/wire";
import { only, textsOf } from "../../support/html";
import { PRODUCT } from "../../support/purchase-paths";
import { buyerOf, type Buyer, TERMS } from "../../support/buying";
import { LONG_WAIT } from "@storefront/test-support/endless-wait";
import { useUpstream } from "../../support/upstream";

const TITLE = "Filecoin Flagship Power, 540 days";
const QUERY = "tokenAmount=2.5&payAmount=38.75&paySymbol=USDT";
const t = getText("en_US");

const sandbox = await useUpstream();

beforeEach(async () => {
  await sandbox.setProduct(PRODUCT, { ...TERMS, stock: "1000" });
});

/** A buyer who has just bought 2.5 T for 38.75 USDT. */
async function customer(): Promise<Buyer> {
  const buyer = await buyerOf(sandbox);
  const { location } = await buyer.pay(await buyer.toCode());
  expect(location).toBe(`/Successpay?${QUERY}`);
  return buyer;
}

function expectUnproven(page: WireResponse): void {
  expect(page.status).toBe(200);
  expect(page.text).toContain(t("Successpay.unproven"));
  expect(page.text).not.toContain(t("Order.paid"));
  // The language form contains the page's address.
  expect(page.text).not.toMatch(/38\.75|2\.5 T/);
  expect(page.html).toContain('href="/MyOrder"');
}

test("the receipt shows product, quantity and payment, with links to assets and orders", async () => {
  const page = await (await customer()).open(`/Successpay?${QUERY}`);
  expect(page.status).toBe(200);
  for (const fact of [
    t("Successpay.paid", { payment: "38.75 USDT" }),
    `2.5 T · ${TITLE}`,
    `${t("Order.paid")} 38.75 USDT`,
    "540 days of mining",
  ]) {
    expect(page.text).toContain(fact);
  }
  expect(page.text).toMatch(/Paid .+ \(UTC\+8\)/);
  expect(textsOf(page.html, "main .button")).toHaveLength(1);
  for (const target of ["/Assets", "/MyOrder"]) expect(page.html).toContain(`href="${target}"`);
});

test("a URL without amounts shows this browser's receipt", async () => {
  const [buyer, other] = [await customer(), await buyerOf(sandbox)];
  expect((await buyer.open("/Successpay")).text).toContain(`${t("Order.paid")} 38.75 USDT`);
  expectUnproven(await other.open("/Successpay"));
});

test.each([
  "tokenAmount=2.5&payAmount=38.75",
  "tokenAmount=2.5&payAmount=3875&paySymbol=USDT",
  "tokenAmount=2.5&payAmount=38.75&paySymbol=USDT&payAmount=1",
])("a query that differs from the receipt shows no amounts: %s", async (query) => {
  expectUnproven(await (await customer()).open(`/Successpay?${query}`));
});

test("without a receipt no amounts are shown", async () => {
  const buyer = await customer();
  buyer.cookies.delete("receipt");
  expectUnproven(await buyer.open(`/Successpay?${QUERY}`));
});

test("a receipt is valid for an hour", async () => {
  const buyer = await customer();
  const toMs = Date.now() + RECEIPT_AGE_MS + 1_000;
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(toMs);
  expectUnproven(await buyer.open(`/Successpay?${QUERY}`));
});

const numberIn = (page: WireResponse) => only(page.html, "dd .exact").text();
const withoutNumber = `${t("Successpay.number")} ${t("Successpay.numberLater")}`;

test("each purchase's receipt has the number of its own order", async () => {
  const buyer = await buyerOf(sandbox);
  const numbers: string[] = [];
  for (let n = 0; n < 2; n += 1) {
    await buyer.pay(await buyer.toCode());
    numbers.push(numberIn(await buyer.open(`/Successpay?${QUERY}`)));
  }
  const receipt = await buyer.open(`/Successpay?${QUERY}`);
  expect(receipt.html).toContain(`href="/MyOrder/${numbers[1]}"`);
  const orders = await buyer.open("/MyOrder");
  for (const number of numbers) expect(orders.html).toContain(`/MyOrder/${number}"`);
  // The upstream's orders name no product; the shop remembers it.
  expect(textsOf(orders.html, "tbody th")).toEqual([TITLE, TITLE]);
  expect(new Set(numbers).size).toBe(2);
});

test("if orders cannot be read after a payment, the receipt says where the number will appear", async () => {
  const buyer = await buyerOf(sandbox);
  const sheet = await buyer.toCode();
  // The first read is the check before the payment and succeeds: the last fault applies first.
  await sandbox.fail("getOrderList", { kind: "html" });
  await sandbox.fail("getOrderList", { kind: "latency", ms: 0 }, { times: 1 });
  expect((await buyer.pay(sheet)).location).toBe(`/Successpay?${QUERY}`);
  await sandbox.heal("getOrderList");
  const receipt = await buyer.open(`/Successpay?${QUERY}`);
  expect(receipt.text).toContain(withoutNumber);
  expect(receipt.html).toContain('href="/MyOrder"');
  expect(receipt.html).not.toContain('href="/MyOrder/');
});

test("a payment slower than a form's other calls still gets its order number", async () => {
  const buyer = await buyerOf(sandbox);
  const sheet = await buyer.toCode();
  const now = performance.now.bind(performance);
  let laterMs = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now() + laterMs);
  await sandbox.fail("userPayMinerOrderV2", { kind: "latency", ms: 200 });
  const paying = buyer.pay(sheet);
  await vi.waitUntil(async () => (await sandbox.calls("userPayMinerOrderV2")) === 1, LONG_WAIT);
  laterMs = FORM_DEADLINE_MS;
  await paying;
  expect(numberIn(await buyer.open(`/Successpay?${QUERY}`))).toMatch(/^\d+$/);
});
