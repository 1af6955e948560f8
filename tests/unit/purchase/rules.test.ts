import { expect, test } from "vitest";
import { refusalBeforePayment, saleRule, stockRule, type Sale } from "~server/purchase/rules";

type Product = Sale["product"];

const sale: Sale = {
  product: { status: "onsale", price: "100", paySymbol: "USDT", minBuy: "1", maxBuy: "10", stepBuy: "0.5" },
  googleBound: true,
  quantity: "2",
  balance: "200",
};

/** The rule that rejects the sale with these changes. */
function refusal(change: Partial<Sale>, product: Partial<Product> = {}) {
  return refusalBeforePayment({ ...sale, ...change, product: { ...sale.product, ...product } });
}

test.each<[change: Partial<Sale>, product: Partial<Product>]>([
  [{}, {}],
  [{}, { minBuy: undefined, maxBuy: undefined, stepBuy: undefined }],
  [{ quantity: "10", balance: "9999" }, {}],
  [{}, { price: "0.000000005" }],
])("a valid sale is allowed, even for the whole balance: %j, %j", (change, product) => {
  expect(refusal(change, product)).toBeNull();
});

const notForSale = { rule: "sale", message: { key: "errors.notForSale" } };
const outOfStock = { rule: "stock", message: { key: "errors.outOfStock" } };
/** The payment rounds to 0. */
const zero = { rule: "quantity", message: { key: "errors.paymentZero" } };
const insufficient = { rule: "balance", message: { key: "errors.insufficientBalance" } };

test.each<[change: Partial<Sale>, product: Partial<Product>, expected: object]>([
  [{}, { status: "presale" }, notForSale],
  [{}, { status: "ended" }, notForSale],
  ...[undefined, "0", "0.00", "-1"].map((price): [object, object, object] => [{}, { price }, notForSale]),
  // Without a coin the cost is unknown.
  [{}, { paySymbol: undefined }, notForSale],
  [{ googleBound: false }, {}, { rule: "bound", message: { key: "errors.notBound" }, redirectTo: "/GoogleBind" }],
  [{}, { maxBuy: "0" }, outOfStock],
  [{ quantity: "10.5", balance: "9999" }, {}, outOfStock],
  [{ quantity: "0.5" }, {}, { message: { key: "errors.quantityMin", values: { min: "1" } } }],
  [{ quantity: "1.25" }, {}, { message: { key: "errors.quantityStep", values: { step: "0.5", nearest: "1 / 1.5" } } }],
  [{}, { price: "0.000000004" }, zero],
  // Rules about the buyer's own input come first.
  [{ balance: undefined }, { price: "0.000000001" }, zero],
  [{ balance: "199.99999999" }, {}, insufficient],
  [{ balance: "-500" }, {}, insufficient],
  [{ balance: undefined }, {}, { rule: "balance", message: { key: "errors.balanceUnknown" } }],
])("%j of %j is rejected", (change, product, expected) => {
  expect(refusal(change, product)).toMatchObject(expected);
});

test("the rules are checked in this order: for sale, authenticator, stock, quantity, balance", () => {
  const wrong = { googleBound: false, quantity: "10.25", balance: "0" };
  expect(refusal(wrong, { status: "ended" })?.rule).toBe("sale");
  expect(refusal(wrong)?.rule).toBe("bound");
  expect(refusal({ ...wrong, googleBound: true })?.rule).toBe("stock");
  expect(refusal({ ...wrong, googleBound: true, quantity: "9.25" })?.rule).toBe("quantity");
  expect(refusal({ ...wrong, googleBound: true, quantity: "9" })?.rule).toBe("balance");
});

test("unreadable terms or an unreadable status always close the sale", () => {
  const product = { status: "onsale", price: "100", paySymbol: "USDT" } as const;
  expect(saleRule(product)).toBeNull();
  expect(saleRule({ ...product, unclear: true })).toEqual(notForSale);
  expect(saleRule({ ...product, status: "unknown" })).toEqual(notForSale);
  expect([stockRule({ maxBuy: "0" }), stockRule({ maxBuy: "0.00" })]).toEqual([outOfStock, outOfStock]);
});
