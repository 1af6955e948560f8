import { beforeEach, expect, test } from "vitest";
import { getText } from "~server/texts/text";
import { QUOTE_AGE_MS } from "~server/purchase/quote";
import type { Fault } from "@storefront/sandbox/start";
import { CODE_PATH, CONFIRM_PATH, confirmPath, PRODUCT, PRODUCT_PATH } from "../../support/purchase-paths";
import { buyerOf, TERMS, type Buyer } from "../../support/buying";
import { attributesOf, textsOf } from "../../support/html";
import { moveClock } from "../../support/move-clock";
import { useUpstream } from "../../support/upstream";
import type { WireResponse } from "../../support/scriptless/wire";
import { loseStore } from "../../support/store";

/** Only the confirmed terms are bought. If they have changed, the page says so and nothing is charged. */

const sandbox = await useUpstream();

/** The confirmed terms, as the upstream sends them. */
const CONFIRMED = {
  ...TERMS,
  stock: "1000",
  miningCycle: "540",
  serviceRate: "20",
  incomeType: "1",
  profitRatio: "36.5",
};

/** Signed in before each test. */
let buyer: Buyer;

beforeEach(async () => {
  await sandbox.setProduct(PRODUCT, CONFIRMED);
  buyer = await buyerOf(sandbox);
});

const purchases = () => sandbox.calls("userPayMinerOrderV2");
const alertsOf = ({ html }: WireResponse) => textsOf(html, "[role=dialog] [role=alert]");
const nextOf = ({ html }: WireResponse) => attributesOf(html, '[role=dialog] a[href*="step=code"]', "href")[0] ?? "";

const t = getText("en_US");

test.each([
  [{ miningCycle: "10" }, "Mining cycle: 540 days → 10 days"],
  [{ serviceRate: "99" }, "Service fee: 20% → 99%"],
  [{ profitRatio: "-1" }, "Expected profit ratio: 36.5% → -1%"],
  [{ incomeType: "30" }, "Settlement: Credited the next day (T+1) → Credited 30 days later (T+30)"],
  [{ price: "15.5000000001" }, "Price per T: 15.50 USDT → 15.5000000001 USDT"],
  [{ paySymbol: "BTC" }, "Paid in: USDT → BTC"],
  [{ miningCycle: null }, "Mining cycle: 540 days → —"],
] as const)("changed terms must be confirmed again, with old and new values: %j", async (change, words) => {
  const buyer = await buyerOf(sandbox, { balances: { USDT: "1000000", BTC: "1000000" } });
  const sheet = await buyer.toCode();
  await sandbox.setProduct(PRODUCT, change);
  const response = await buyer.pay(sheet);
  expect(response.location, response.text).toBe(confirmPath("2.5"));
  expect(await purchases()).toBe(0);
  // The page still reports the change when it is opened again.
  for (const page of [await buyer.open(CONFIRM_PATH), await buyer.open(CONFIRM_PATH)]) {
    expect(alertsOf(page)).toEqual([`${t("Purchase.termsChanged")} ${words}`]);
  }
});

test("every changed term is named, and the new terms are confirmed and paid", async () => {
  const buyer = await buyerOf(sandbox, { balances: { USDT: "1000000", BTC: "1000000" } });
  const sheet = await buyer.toCode();
  const terms = { miningCycle: "10", serviceRate: "99", incomeType: "30", profitRatio: "1" };
  await sandbox.setProduct(PRODUCT, { ...terms, price: "2", paySymbol: "BTC" });
  expect((await buyer.pay(sheet)).location).toBe(confirmPath("2.5"));
  const confirm = await buyer.open(CONFIRM_PATH);
  const [alert = ""] = alertsOf(confirm);
  for (const words of [
    "Price per T: 15.50 USDT → 2.00 BTC",
    "Paid in: USDT → BTC",
    "Mining cycle: 540 days → 10 days",
    "Service fee: 20% → 99%",
    "Settlement: Credited the next day (T+1) → Credited 30 days later (T+30)",
    "Expected profit ratio: 36.5% → 1%",
  ]) {
    expect(alert).toContain(words);
  }
  const [shown = ""] = textsOf(confirm.html, "[role=dialog]");
  for (const words of [
    "2.5 T at 2.00 BTC per T",
    "10 days of mining",
    "Service fee 99%",
    "Credited 30 days later (T+30)",
  ]) {
    expect(shown).toContain(words);
  }
  // The first confirmation can never be paid.
  expect((await buyer.pay(sheet)).location).toBe(confirmPath("2.5"));
  expect(await purchases()).toBe(0);
  const paid = await buyer.pay(await buyer.open(nextOf(await buyer.open(CONFIRM_PATH))));
  expect(paid.location).toBe("/Successpay?tokenAmount=2.5&payAmount=5&paySymbol=BTC");
});

test("terms spelled differently, or still missing, have not changed", async () => {
  await sandbox.setProduct(PRODUCT, { incomeType: null });
  const sheet = await buyer.toCode();
  await sandbox.setProduct(PRODUCT, { serviceRate: "20.0", miningCycle: 540, profitRatio: 36.5, price: "15.50" });
  expect((await buyer.pay(sheet)).location).toContain("/Successpay?");
});

test("the confirmation and the page under it keep the quoted terms, whatever the upstream returns later", async () => {
  await buyer.buy();
  const other = await buyerOf(sandbox);
  await sandbox.setProduct(PRODUCT, { miningCycle: "10", serviceRate: "99", incomeType: "30", profitRatio: "1" });
  // Another buyer's quote updates the cached terms.
  await other.buy();
  expect((await buyer.open(PRODUCT_PATH)).text).toContain("10 days of mining");
  for (const path of [CONFIRM_PATH, CODE_PATH]) {
    const page = await buyer.open(path);
    expect(page.text).toContain("540 days of mining");
    for (const words of ["10 days", "99%", "T+30"]) expect(page.text).not.toContain(words);
  }
});

test("a confirmation in one tab does not open the code step of another tab's terms", async () => {
  await buyer.buy();
  const confirmed = nextOf(await buyer.open(CONFIRM_PATH));
  await sandbox.setProduct(PRODUCT, { miningCycle: "10" });
  await buyer.buy();
  expect((await buyer.open(confirmed)).location).toBe(confirmPath("2.5"));
  const now = await buyer.open(CONFIRM_PATH);
  expect(alertsOf(now)).toEqual([t("errors.quoteExpired")]);
  expect(now.text).toContain("10 days of mining");
  // After a wrong code the URL of the sheet still works.
  const refused = await buyer.pay(await buyer.open(nextOf(now)), { googleCode: "918273" });
  expect(refused.status).toBe(422);
  expect((await buyer.open(nextOf(now))).field("quote")).toBe(refused.field("quote"));
});

/** The target of an expired quote: the product with its quantity, and a message. */
async function expectExpired(response: WireResponse, buyer: Buyer): Promise<void> {
  expect(response.location, response.text).toBe(`${PRODUCT_PATH}?buyAmount=2.5`);
  const page = await buyer.open(response.location ?? "");
  expect(textsOf(page.html, "[role=alert]")).toEqual([expect.stringContaining(t("errors.quoteExpired"))]);
  expect(page.field("buyAmount")).toBe("2.5");
}

test.each([
  ["with the store intact", async () => undefined],
  ["after the store lost its data", loseStore],
])("an expired quote is reported and leads back with its quantity: %s", async (_, happen) => {
  const sheet = await buyer.toCode();
  await happen();
  moveClock(QUOTE_AGE_MS + 1_000);
  for (const path of [CONFIRM_PATH, CODE_PATH]) await expectExpired(await buyer.open(path), buyer);
  await expectExpired(await buyer.pay(sheet), buyer);
  expect(await purchases()).toBe(0);
});

test("a confirmation or Next after the flow cookie expires leads back with the quantity", async () => {
  const confirm = (await buyer.buy()).location ?? "";
  const next = nextOf(await buyer.open(confirm));
  buyer.cookies.delete("flow");
  for (const address of [confirm, next]) {
    const back = await buyer.open(address);
    expect(back.location).toBe(`${PRODUCT_PATH}?buyAmount=2.5`);
    const page = await buyer.open(back.location ?? "");
    expect(textsOf(page.html, "[role=alert]")[0]).toContain(t("errors.stepExpired"));
    expect(page.field("buyAmount")).toBe("2.5");
  }
  // If the session has ended too, the sign-in leads back to the step, and that to the product with its quantity.
  buyer.cookies.delete("utoken");
  const query = new URLSearchParams({ redirectTo: confirm }).toString();
  expect((await buyer.open(confirm)).location).toBe(`/Login?${query}`);
});

test.each(["<b>", "9".repeat(500), "//evil.example"])(
  "a URL with a made-up quantity does not redirect elsewhere: %j",
  async (buyAmount) => {
    const query = new URLSearchParams({ step: "confirm", buyAmount });
    const { location } = await buyer.open(`${PRODUCT_PATH}?${query}`);
    expect(location).toMatch(/^\/PowerProductDetail\/1001(?:\?buyAmount=[\d.]{1,41})?$/);
  },
);

test("the page under a confirmation shows its quote's quantity, whatever the URL says", async () => {
  await buyer.buy({ buyAmount: "5" });
  const page = await buyer.open(confirmPath("3"));
  expect([page.field("buyAmount"), textsOf(page.html, "[role=dialog] .figure")]).toEqual(["5", ["77.50", "36.5%"]]);
});

test.each(["userPayMinerOrderV2", "user_info"])(
  "a session that expires at the payment (%s) leads to the root with the message, and nothing is charged",
  async (call) => {
    const sheet = await buyer.toCode();
    await sandbox.fail(call, { kind: "error", code: 10002 }, { times: 1 });
    expect((await buyer.pay(sheet)).location).toBe("/");
    expect(buyer.cookies.get("utoken")).toBeUndefined();
    const { html } = await buyer.open(PRODUCT_PATH);
    expect(textsOf(html, "[role=alert] p")).toEqual([t("errors.sessionExpired"), t("errors.nothingCharged")]);
  },
);

const WITHDRAWN = { kind: "error", code: 20044, msg: "This product was withdrawn" } as const;

const patched = (patch: object) => () => sandbox.setProduct(PRODUCT, patch as Record<string, unknown>);
const failing = (fault: Fault) => () => sandbox.fail("project_sku_detail", fault);

test.each([
  ["ended", patched({ productStatus: 2 }), ["errors.notForSale"], 200],
  ["not on sale yet", patched({ productStatus: 0 }), ["errors.notForSale"], 200],
  ["sold out", patched({ maxBuy: "0" }), ["errors.outOfStock"], 200],
  ["short of stock", patched({ stock: "2" }), ["errors.outOfStock"], 200],
  ["not sold in this quantity", patched({ maxBuy: "2" }), ["errors.outOfStock"], 200],
  ["sold from a higher quantity on", patched({ minBuy: "3" }), ["errors.quantityMin", { min: "3" }], 200],
  ["without a price", patched({ price: null }), ["errors.notForSale"], 200],
  ["withdrawn with a reason", failing(WITHDRAWN), ["errors.server", { message: WITHDRAWN.msg }], 503],
  ["withdrawn", failing({ kind: "answer", body: { code: 0, data: null } }), ["errors.notForSale"], 404],
] as const)(
  "after a code for a product that is %s, its page says why and that nothing was charged",
  async (_, change, why, status) => {
    const sheet = await buyer.toCode();
    await change();
    const response = await buyer.pay(sheet);
    expect(response.location, response.text).toBe(`${PRODUCT_PATH}?buyAmount=2.5`);
    const page = await buyer.open(response.location ?? "");
    expect(page.status).toBe(status);
    const [key, values] = why;
    expect(textsOf(page.html, ".toast[role=alert] p")).toEqual([t(key, values), t("errors.nothingCharged")]);
    for (const selector of ["[role=dialog]", "[name=googleCode]"]) expect(textsOf(page.html, selector)).toEqual([]);
    expect(await purchases()).toBe(0);
    // The quote is used up, so its sheet does not return.
    expect((await buyer.pay(sheet)).location).toBe(`${PRODUCT_PATH}?buyAmount=2.5`);
    expect((await buyer.open(CODE_PATH)).status).not.toBe(200);
  },
);

test("a payment that rounds to 0 cannot be offered, quoted or paid", async () => {
  await sandbox.setProduct(PRODUCT, { price: "0.000000001" });
  const page = await buyer.open(`${PRODUCT_PATH}?buyAmount=2.5`);
  expect(page.text).toContain("0.000000001 USDT");
  expect(textsOf(page.html, "form .deal-figure .figure")[0]).toBe("—");
  const refused = await buyer.buy();
  expect(refused.status).toBe(422);
  expect(refused.text).toContain(t("errors.paymentZero"));
  // 10 T cost 0.00000001.
  await buyer.buy({ buyAmount: "10" });
  const confirm = await buyer.open(CONFIRM_PATH);
  expect(confirm.text).toContain("10 T at 0.000000001 USDT per T");
  expect(confirm.text).toContain("You pay now 0.00000001 USDT");
  const sheet = await buyer.open(CODE_PATH);
  expect(sheet.text).toContain(
    t("PowerProductDetail.codePay", { amount: "0.00000001", symbol: "USDT" }).replace("\u00a0", " "),
  );
  await sandbox.setProduct(PRODUCT, { price: "0.0000000009" });
  const response = await buyer.pay(sheet);
  expect(response.location).toBe(`${PRODUCT_PATH}?buyAmount=10`);
  expect(textsOf((await buyer.open(response.location ?? "")).html, ".toast p")).toEqual([
    t("errors.paymentZero"),
    t("errors.nothingCharged"),
  ]);
  expect(await purchases()).toBe(0);
});

test("a balance in a changed coin is not shown as one in the quote's coin", async () => {
  const buyer = await buyerOf(sandbox, { balances: { USDT: "1000", BTC: "77" } });
  await buyer.buy();
  const other = await buyerOf(sandbox, { balances: { USDT: "1000", BTC: "77" } });
  expect((await buyer.open(CONFIRM_PATH)).text).toContain("Balance 1,000, after it 961.25");
  await sandbox.setProduct(PRODUCT, { paySymbol: "BTC" });
  await other.buy();
  const page = await buyer.open(CONFIRM_PATH);
  expect(page.text).toContain("2.5 T at 15.50 USDT per T");
  expect(page.text).not.toMatch(/after it|77 USDT/);
});
