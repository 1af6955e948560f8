import Big from "big.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { balanceAfter, payAmount } from "~server/purchase/amount";
import { sameDecimal } from "~server/purchase/decimal";
import { setEnv } from "../../support/environment";

const rounding = (mode: "down" | "up" | "half-up" | undefined) => setEnv({ PAY_ROUNDING: mode });

const quantities = fc.integer({ min: 1, max: 10 ** 9 }).map((n) => new Big(n).div(100).toFixed());
const prices = fc.bigInt({ min: 1n, max: 10n ** 30n }).map((n) => new Big(n.toString()).times("1e-12").toFixed());

test("the payment is exactly quantity times price if 8 decimals are enough", () => {
  expect(payAmount("3", "0.1")).toBe("0.3");
  expect(payAmount("1.5", "1234.56")).toBe("1851.84");
  expect(payAmount("0.01", "0.000001")).toBe("0.00000001");
  expect(payAmount("99999999.99", "99999999.99")).toBe("9999999998000000.0001");
});

test("a payment is rounded down at 8 decimals by default", () => {
  expect(payAmount("0.01", "0.00000199")).toBe("0.00000001");
  expect(payAmount("1", "1.999999999")).toBe("1.99999999");
});

test("PAY_ROUNDING=up rounds up, half-up rounds half up", () => {
  rounding("up");
  expect(payAmount("1", "1.000000001")).toBe("1.00000001");
  expect(payAmount("1", "1.00000001")).toBe("1.00000001");
  rounding("half-up");
  expect(payAmount("1", "1.000000005")).toBe("1.00000001");
  expect(payAmount("1", "1.000000004")).toBe("1");
});

test("a payment is never written with an exponent", () => {
  expect(payAmount("999999999999.99", "999999999999999999999")).toMatch(/^\d+(\.\d{1,8})?$/);
  expect(payAmount("0.01", "0.0000001")).toBe("0");
});

test.each(["down", "up", "half-up"] as const)(
  "with PAY_ROUNDING=%s the payment differs from the exact product by less than 1e-8, in the right direction",
  (mode) => {
    rounding(mode);
    fc.assert(
      fc.property(quantities, prices, (quantity, price) => {
        const exact = new Big(quantity).times(price);
        const difference = new Big(payAmount(quantity, price)).minus(exact);
        expect(new Big(payAmount(quantity, price)).round(8).eq(payAmount(quantity, price))).toBe(true);
        expect(difference.abs().lt("1e-8")).toBe(true);
        if (mode === "down") expect(difference.lte(0)).toBe(true);
        if (mode === "up") expect(difference.gte(0)).toBe(true);
        if (mode === "half-up") expect(difference.abs().lte("5e-9")).toBe(true);
      }),
    );
  },
);

test("the balance afterwards is exact, and negative if insufficient", () => {
  expect(balanceAfter("0.3", "0.1")).toBe("0.2");
  expect(balanceAfter("1000000", "0.00000001")).toBe("999999.99999999");
  expect(balanceAfter("1", "1.5")).toBe("-0.5");
});

test("decimals are compared by value, and text that is not a plain decimal equals nothing", () => {
  expect(sameDecimal("1.50", "1.5")).toBe(true);
  expect(sameDecimal("01.5", "1.5")).toBe(true);
  expect(sameDecimal("1.5", "1.50000001")).toBe(false);
  for (const odd of [undefined, "", "1e0", "0x1", "1,0", " 1", "１"]) {
    expect(sameDecimal(odd, "1")).toBe(false);
    expect(sameDecimal(odd, odd)).toBe(false);
  }
});
