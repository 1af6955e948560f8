import { beforeEach, expect, test, vi } from "vitest";
import { getText } from "~server/texts/text";
import { FORM_DEADLINE_MS } from "~server/forms/constants";
import { RECEIPT_AGE_MS, receiptCookie } from "~server/purchase/receipt";
import { readSession } from "~server/session/session";
import type { WireResponse } from "../../support/scriptless/wire";
import { all, attributesOf, only, textsOf } from "../../support/html";
import { PRODUCT } from "../../support/purchase-paths";
import { buyerOf, type Buyer, TERMS } from "../../support/buying";
import { LONG_WAIT } from "@storefront/test-support/endless-wait";
import { useUpstream } from "../../support/upstream";
import { pageRequest } from "../../support/requests";

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

function expectUnproven(page: WireResponse, text = t): void {
  expect(page.status).toBe(200);
  expect(page.text).toContain(text("Successpay.unproven"));
  expect(page.text).not.toContain(text("Successpay.paid"));
  // The language form contains the page's address.
  expect(page.text).not.toMatch(/38\.75|2\.5 T/);
  expect(page.html).toContain('href="/MyOrder"');
}

test("the receipt of the purchase shows product, quantity and payment, with links to assets and orders", async () => {
  const page = await (await customer()).open(`/Successpay?${QUERY}`);
  expect(page.status).toBe(200);
  for (const fact of [
    t("Successpay.paid"),
    `${t("Successpay.product")} Filecoin Flagship Power, 540 days`,
    `${t("Successpay.quantity")} 2.5 T`,
    `${t("Successpay.amount")} 38.75 USDT`,
    t("Successpay.nextTitle"),
  ]) {
    expect(page.text).toContain(fact);
  }
  expect(page.text).toMatch(new RegExp(`${t("Successpay.time")} .+ \\(UTC\\+8\\)`));
  for (const target of ["/Assets", "/MyOrder"]) expect(page.html).toContain(`href="${target}"`);
});

test("the main button comes before the receipt, and a timeline says what comes next", async () => {
  const { html } = await (await customer()).open("/Successpay");
  expect(all(html, ".result svg")).toHaveLength(1);
  const [first] = attributesOf(html, "main a.button", "href");
  expect(attributesOf(html, ".result a.button", "href")).toEqual([first]);
  expect(first).toMatch(/^\/MyOrder/);
  expect(textsOf(html, ".timeline h3")).toEqual(
    (["step0", "step1", "step2", "step3"] as const).map((step) => t(`Successpay.${step}`)),
  );
  expect(textsOf(html, ".timeline [aria-current=step] h3")).toEqual([t("Successpay.step0")]);
});

test("amounts are compared by value, not by spelling", async () => {
  const page = await (await customer()).open("/Successpay?paySymbol=USDT&payAmount=38.750&tokenAmount=2.50");
  expect(page.text).toContain(`${t("Successpay.amount")} 38.75 USDT`);
});

test("an address without amounts claims nothing: the receipt of this browser is shown (behaviour 2.44)", async () => {
  const [buyer, other] = [await customer(), await buyerOf(sandbox)];
  for (const locale of ["en_US", "el_GR"] as const) {
    for (const { cookies } of [buyer, other]) cookies.set("ulan", locale);
    const text = getText(locale);
    expect((await buyer.open("/Successpay")).text).toContain(`${text("Successpay.amount")} 38.75 USDT`);
    expectUnproven(await other.open("/Successpay"), text);
  }
});

test.each([
  "tokenAmount=2.5&payAmount=38.75",
  "tokenAmount=250&payAmount=38.75&paySymbol=USDT",
  "tokenAmount=2.5&payAmount=3875&paySymbol=USDT",
  "tokenAmount=2.5&payAmount=38.75&paySymbol=BTC",
  "tokenAmount=2.5&payAmount=38.75&paySymbol=USDT&payAmount=1",
  "tokenAmount=2.5&payAmount=Call%20us&paySymbol=USDT",
])("a query that the receipt does not agree with shows no amounts: %s", async (query) => {
  expectUnproven(await (await customer()).open(`/Successpay?${query}`));
});

test("values of an unproven query are not shown, not even as text", async () => {
  const buyer = await buyerOf(sandbox);
  const page = await buyer.open("/Successpay?tokenAmount=777&payAmount=Call%20555-0100&paySymbol=%3Cb%3E");
  expectUnproven(page);
  for (const claim of ["777", "555-0100", "<b>"]) expect(page.text).not.toContain(claim);
});

test("without a receipt there are no amounts", async () => {
  const buyer = await customer();
  buyer.cookies.delete("receipt");
  expectUnproven(await buyer.open(`/Successpay?${QUERY}`));
});

test("another session's receipt proves nothing", async () => {
  const [buyer, other] = [await customer(), await buyerOf(sandbox)];
  other.cookies.set("receipt", buyer.cookies.get("receipt") ?? "");
  expectUnproven(await other.open(`/Successpay?${QUERY}`));
});

test("a changed receipt proves nothing", async () => {
  const buyer = await customer();
  const [head = "", claims = "", signature = ""] = (buyer.cookies.get("receipt") ?? "").split(".");
  const richer = Buffer.from(claims, "base64url").toString().replace('"38.75"', '"3.5"');
  buyer.cookies.set("receipt", `${head}.${Buffer.from(richer).toString("base64url")}.${signature}`);
  expectUnproven(await buyer.open("/Successpay?tokenAmount=2.5&payAmount=3.5&paySymbol=USDT"));
  expectUnproven(await buyer.open(`/Successpay?${QUERY}`));
});

test("a receipt is valid for an hour", async () => {
  const buyer = await customer();
  const toMs = Date.now() + RECEIPT_AGE_MS + 1_000;
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(toMs);
  expectUnproven(await buyer.open(`/Successpay?${QUERY}`));
});

test("a payment in a currency that the upstream did not name agrees with a query without one", async () => {
  const buyer = await buyerOf(sandbox);
  const session = await readSession(pageRequest("/", { cookies: buyer.cookies }));
  const receipt = { productId: PRODUCT, tokenAmount: "2.5", payAmount: "38.75", atMs: Date.now() };
  buyer.cookies.take(await receiptCookie(receipt, session?.id ?? ""));
  expect((await buyer.open("/Successpay?tokenAmount=2.5&payAmount=38.75")).text).toContain(
    `${t("Successpay.amount")} 38.75`,
  );
});

test("amounts are exact, in groups", async () => {
  const buyer = await buyerOf(sandbox);
  const session = await readSession(pageRequest("/", { cookies: buyer.cookies }));
  const receipt = { productId: PRODUCT, tokenAmount: "12345.67", payAmount: "1234567.123456789", atMs: Date.now() };
  buyer.cookies.take(await receiptCookie({ ...receipt, paySymbol: "FIL" }, session?.id ?? ""));
  const { text } = await buyer.open("/Successpay?tokenAmount=12345.67&payAmount=1234567.123456789&paySymbol=FIL");
  expect(text).toContain("12,345.67 T");
  expect(text).toContain("1,234,567.123456789 FIL");
});

const numberIn = (page: WireResponse) => only(page.html, "dd .exact").text();
const withoutNumber = `${t("Successpay.number")} ${t("Successpay.numberLater")}`;

test("the receipt has the number of the order that the purchase made, of each purchase its own", async () => {
  const buyer = await buyerOf(sandbox);
  const numbers: string[] = [];
  for (let n = 0; n < 2; n += 1) {
    await buyer.pay(await buyer.toCode());
    numbers.push(numberIn(await buyer.open(`/Successpay?${QUERY}`)));
  }
  const receipt = await buyer.open(`/Successpay?${QUERY}`);
  expect(receipt.html).toContain(`href="/MyOrder/${numbers[1]}"`);
  const orders = await buyer.open("/MyOrder");
  for (const number of numbers) expect(orders.text).toContain(number);
  // The upstream's orders name no product; the shop remembers it.
  expect(textsOf(orders.html, "article .plan")).toEqual([TITLE, TITLE]);
  expect(new Set(numbers).size).toBe(2);
});

test("where the orders cannot be read after a payment, the receipt states where the number will be", async () => {
  const buyer = await buyerOf(sandbox);
  const sheet = await buyer.toCode();
  // The first reading is the check before the payment; the fault that was added last is met first.
  await sandbox.fail("getOrderList", { kind: "html" });
  await sandbox.fail("getOrderList", { kind: "latency", ms: 0 }, { times: 1 });
  expect((await buyer.pay(sheet)).location).toBe(`/Successpay?${QUERY}`);
  await sandbox.heal("getOrderList");
  const receipt = await buyer.open(`/Successpay?${QUERY}`);
  expect(receipt.text).toContain(withoutNumber);
  expect(receipt.html).toContain('href="/MyOrder"');
  expect(receipt.html).not.toContain('href="/MyOrder/');
});

test("the order of a payment that takes longer than a form's other calls may is known all the same", async () => {
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
