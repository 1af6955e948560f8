import { expect, test } from "vitest";
import { refusalBeforePayment, saleRule, stockRule, type Sale } from "~server/purchase/rules";

const sale: Sale = {
  product: { status: "onsale", price: "100", paySymbol: "USDT", minBuy: "1", maxBuy: "10", stepBuy: "0.5" },
  googleBound: true,
  quantity: "2",
  balance: "200",
};

/** The refusal of the sale with these changes. */
function refusal(change: Partial<Sale>, product: Partial<Sale["product"]> = {}) {
  return refusalBeforePayment({ ...sale, ...change, product: { ...sale.product, ...product } });
}

test("a sale within every rule is allowed, also for the whole balance", () => {
  expect(refusal({})).toBeNull();
  expect(refusal({}, { minBuy: undefined, maxBuy: undefined, stepBuy: undefined })).toBeNull();
});

test("product status 0 (Pre Sale) and 2 (Sale Ended) cannot be bought", () => {
  for (const status of ["presale", "ended"] as const) {
    expect(refusal({}, { status })).toEqual({ rule: "sale", message: { key: "errors.notForSale" } });
  }
});

test("a product whose price is missing, or not above 0, cannot be bought", () => {
  for (const price of [undefined, "0", "0.00", "-1"]) {
    expect(refusal({}, { price })).toEqual({ rule: "sale", message: { key: "errors.notForSale" } });
    expect(saleRule({ status: "onsale", price, paySymbol: "USDT" })).not.toBeNull();
  }
});

test("a product whose currency was not sent cannot be bought: nobody could say what it costs", () => {
  expect(refusal({}, { paySymbol: undefined })).toEqual({ rule: "sale", message: { key: "errors.notForSale" } });
});

test("without a bound authenticator the buyer must bind it first", () => {
  expect(refusal({ googleBound: false })).toEqual({
    rule: "bound",
    message: { key: "errors.notBound" },
    redirectTo: "/GoogleBind",
  });
});

test("maxBuy 0 is insufficient stock", () => {
  expect(refusal({}, { maxBuy: "0" })).toEqual({ rule: "stock", message: { key: "errors.outOfStock" } });
  expect(stockRule({ maxBuy: "0" })).not.toBeNull();
  expect(stockRule({ maxBuy: "0.00" })).not.toBeNull();
});

test("a quantity above maxBuy is insufficient stock", () => {
  expect(refusal({ quantity: "10.5", balance: "9999" })).toEqual({
    rule: "stock",
    message: { key: "errors.outOfStock" },
  });
  expect(refusal({ quantity: "10", balance: "9999" })).toBeNull();
});

test("before a payment minimum and step are checked again", () => {
  expect(refusal({ quantity: "0.5" })?.message).toEqual({ key: "errors.quantityMin", values: { min: "1" } });
  expect(refusal({ quantity: "1.25" })?.message).toEqual({
    key: "errors.quantityStep",
    values: { step: "0.5", nearest: "1 / 1.5" },
  });
});

test("a payment that rounds to 0 cannot be made", () => {
  const zero = { rule: "quantity", message: { key: "errors.paymentZero" } };
  expect(refusal({}, { price: "0.000000004" })).toEqual(zero);
  expect(refusal({}, { price: "0.000000005" })).toBeNull();
  // What the buyer can change comes first.
  expect(refusal({ balance: undefined }, { price: "0.000000001" })).toEqual(zero);
});

test("a balance below the payment is insufficient", () => {
  expect(refusal({ balance: "199.99999999" })).toEqual({
    rule: "balance",
    message: { key: "errors.insufficientBalance" },
  });
  expect(refusal({ balance: "-500" })?.rule).toBe("balance");
});

test("a balance that could not be read allows no payment", () => {
  expect(refusal({ balance: undefined })).toEqual({ rule: "balance", message: { key: "errors.balanceUnknown" } });
});

test("the rules are checked in this order: for sale, authenticator, stock, quantity, balance", () => {
  const wrong = { googleBound: false, quantity: "10.25", balance: "0" };
  expect(refusal(wrong, { status: "ended" })?.rule).toBe("sale");
  expect(refusal(wrong)?.rule).toBe("bound");
  expect(refusal({ ...wrong, googleBound: true })?.rule).toBe("stock");
  expect(refusal({ ...wrong, googleBound: true, quantity: "9.25" })?.rule).toBe("quantity");
  expect(refusal({ ...wrong, googleBound: true, quantity: "9" })?.rule).toBe("balance");
});

test("terms or a status that cannot be read close the sale, whatever else is known", () => {
  const product = { status: "onsale", price: "100", paySymbol: "USDT" } as const;
  expect(saleRule(product)).toBeNull();
  const closed = { rule: "sale", message: { key: "errors.notForSale" } };
  expect(saleRule({ ...product, unclear: true })).toEqual(closed);
  expect(saleRule({ ...product, status: "unknown" })).toEqual(closed);
});
