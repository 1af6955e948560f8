import Big from "big.js";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { checkQuantity, quantityRange, quickQuantities, readQuantity, stepQuantity } from "~server/purchase/quantity";
import { payAmount } from "~server/purchase/amount";
import { withEnv } from "../../support/environment";
import { decimals, limits } from "../../support/quantities";

const product = { minBuy: "1", maxBuy: "10", stepBuy: "0.5" };

const products = limits(200, 5);

test("a quantity between minBuy and maxBuy on the steps from minBuy is accepted", () => {
  for (const raw of ["1", "1.5", "1.50", " 9.5 ", "10", "010"]) {
    expect(checkQuantity(product, raw)).toEqual({ ok: true, quantity: new Big(raw.trim()).toFixed() });
  }
});

test.each([
  ["1,5", "1.5"],
  ["2，5", "2.5"],
  ["１，２５", "1.25"],
  ["١٢٫٥", "12.5"],
  ["۱۲.۵", "12.5"],
  ["1,00", "1"],
  [",5", "0.5"],
  ["1.", "1"],
  ["１．", "1"],
  ["1。5", "1.5"],
  ["１｡", "1"],
  [".5", "0.5"],
])("a number is read as people type it: %s", (raw, quantity) => {
  expect(readQuantity(raw)).toEqual({ ok: true, quantity });
});

test("an empty field gets the message that a quantity is needed", () => {
  for (const raw of ["", "   ", "　"]) {
    expect(checkQuantity(product, raw)).toEqual({ ok: false, error: { key: "errors.quantityRequired" } });
  }
});

test.each([
  ..."abc 1,000 1，000 1.234 . , 1, 1,234 1,5,5 1,5.5 1.,5 -1 +1 1e3 0x10 ² ½ NaN Infinity".split(" "),
  "1 2",
  ...["1.5.5", "1'000", "1。5。5", "１２²", "1\u0000", "1.50\n2"],
])("a quantity other than digits with at most 2 decimals is rejected: %s", (raw) => {
  expect(checkQuantity(product, raw)).toEqual({ ok: false, error: { key: "errors.quantityInvalid" } });
});

test("a quantity above maxBuy names the maximum", () => {
  const wrong = { ok: false, error: { key: "errors.quantityMax", values: { max: "10" } } };
  expect(checkQuantity(product, "10.01")).toEqual(wrong);
  expect(checkQuantity(product, "999999999999")).toEqual(wrong);
  expect(checkQuantity(product, "12345678901234567890")).toEqual(wrong);
  // Even without a maximum a typing mistake buys nothing.
  for (const maxBuy of [undefined, "1000000000000000"]) {
    expect(checkQuantity({ maxBuy }, "9999999999999")).toEqual({ ok: false, error: { key: "errors.outOfStock" } });
  }
});

test("a quantity with more digits than any maximum is too large, not unreadable", () => {
  for (const raw of ["9".repeat(41), "1".repeat(100_000), `${"7".repeat(60)}.25`, "９".repeat(50)]) {
    expect(checkQuantity(product, raw)).toEqual({
      ok: false,
      error: { key: "errors.quantityMax", values: { max: "10" } },
    });
    expect(checkQuantity({ maxBuy: "9".repeat(40) }, raw)).toMatchObject({ error: { key: "errors.quantityMax" } });
    expect(checkQuantity({}, raw)).toEqual({ ok: false, error: { key: "errors.outOfStock" } });
    expect(stepQuantity(product, raw, "up")).toBe("10");
  }
  expect(readQuantity(`${"0".repeat(100)}1.5`)).toEqual({ ok: true, quantity: "1.5" });
});

test("a quantity below minBuy names the minimum", () => {
  expect(checkQuantity(product, "0.5")).toEqual({
    ok: false,
    error: { key: "errors.quantityMin", values: { min: "1" } },
  });
  expect(checkQuantity(product, "0")).toEqual({
    ok: false,
    error: { key: "errors.quantityMin", values: { min: "1" } },
  });
});

test("a quantity between two steps gets a message with the step and the nearest valid quantities", () => {
  const wrong = (step: string, nearest: string) => ({
    ok: false,
    error: { key: "errors.quantityStep", values: { step, nearest } },
  });
  expect(checkQuantity(product, "1.25")).toEqual(wrong("0.5", "1 / 1.5"));
  // The grid starts at minBuy, not at 0.
  expect(checkQuantity({ minBuy: "0.2", stepBuy: "0.5" }, "1")).toEqual(wrong("0.5", "0.7 / 1.2"));
  expect(checkQuantity({ minBuy: "1", maxBuy: "10", stepBuy: "2" }, "9.5")).toEqual(wrong("2", "9"));
  expect(checkQuantity({ minBuy: "0.2", stepBuy: "0.5" }, "1.2")).toEqual({ ok: true, quantity: "1.2" });
});

test("steps are counted with decimals, not floats", () => {
  expect(checkQuantity({ minBuy: "0.1", stepBuy: "0.1" }, "0.3")).toEqual({ ok: true, quantity: "0.3" });
  expect(checkQuantity({ minBuy: "0.01", stepBuy: "0.07" }, "70000000.01")).toEqual({
    ok: true,
    quantity: "70000000.01",
  });
});

test("without a maximum or minimum there is no limit, without a step 2 decimals are allowed", () => {
  expect(checkQuantity({}, "999999999999.99")).toEqual({ ok: true, quantity: "999999999999.99" });
  expect(checkQuantity({}, "0.01")).toEqual({ ok: true, quantity: "0.01" });
  expect(checkQuantity({}, "0")).toEqual({ ok: false, error: { key: "errors.quantityMin", values: { min: "0.01" } } });
  expect(checkQuantity({ stepBuy: "0" }, "0.03")).toEqual({ ok: true, quantity: "0.03" });
});

test("if nothing can be bought the message is out of stock, not a maximum of 0", () => {
  const outOfStock = { ok: false, error: { key: "errors.outOfStock" } };
  expect(checkQuantity({ ...product, maxBuy: "0" }, "1")).toEqual(outOfStock);
  expect(checkQuantity({ ...product, maxBuy: "0.5" }, "1")).toEqual(outOfStock);
  expect(quantityRange({ ...product, maxBuy: "0" })).toBeNull();
});

test("the field's range equals what can be bought", () => {
  expect(quantityRange(product)).toEqual({ lowest: "1", highest: "10", step: "0.5" });
  expect(quantityRange({ minBuy: "1", maxBuy: "10", stepBuy: "2" })).toEqual({ lowest: "1", highest: "9", step: "2" });
  expect(quantityRange({})).toEqual({ lowest: "0.01", step: "0.01" });
  expect(quantityRange({ minBuy: "0.005", stepBuy: "0.015" })).toEqual({ lowest: "0.01", step: "0.03" });
});

test("a step of many digits takes no more arithmetic than a short one", () => {
  const divisions = vi.spyOn(Big.prototype, "mod");
  const product = { minBuy: "0.001", maxBuy: "9".repeat(40) };
  const step = "0.0061803398874989484820458683436563811772";
  expect(quantityRange({ ...product, stepBuy: step })?.step).toBe("154508497187473712051146708591409529.43");
  expect(divisions.mock.calls.length).toBeLessThan(5);
  divisions.mockRestore();
});

const TWO_STEPS = { minBuy: "1", maxBuy: "10", stepBuy: "2" };

test.each([
  ["one step up", product, "1", "up", "1.5"],
  ["one step down", product, "1.5", "down", "1"],
  ["up onto the steps", product, "1.7", "up", "2"],
  ["down onto the steps", product, "1.7", "down", "1.5"],
  ["not above the maximum", product, "10", "up", "10"],
  ["down to the maximum", product, "500", "down", "10"],
  ["not above the last step", TWO_STEPS, "9", "up", "9"],
  ["not below the minimum", product, "1", "down", "1"],
  ["up to the minimum", product, "0.2", "up", "1"],
  ["to the lowest from unreadable input", product, "1,000", "up", "1"],
  ["to the lowest from empty input", product, "", "down", "1"],
] as const)("the stepper goes %s", (_, limits, raw, direction, quantity) => {
  expect(stepQuantity(limits, raw, direction)).toBe(quantity);
});

test("for any product and input the stepper returns a valid quantity, or 0 if there is none", () => {
  fc.assert(
    fc.property(
      products,
      fc.oneof(decimals(2, 300), fc.string()),
      fc.constantFrom("up" as const, "down" as const),
      (limits, current, direction) => {
        const stepped = stepQuantity(limits, current, direction);
        if (quantityRange(limits) === null) expect(stepped).toBe("0");
        else expect(checkQuantity(limits, stepped)).toEqual({ ok: true, quantity: stepped });
      },
    ),
  );
});

test("an accepted quantity is within minBuy and maxBuy, more than 0, on a step, with at most 2 decimals", () => {
  fc.assert(
    fc.property(products, decimals(2, 300), (limits, raw) => {
      const checked = checkQuantity(limits, raw);
      fc.pre(checked.ok);
      const quantity = new Big(checked.quantity);
      expect(quantity.eq(raw)).toBe(true);
      expect(quantity.gt(0)).toBe(true);
      expect(quantity.gte(limits.minBuy ?? 0)).toBe(true);
      expect(limits.maxBuy === undefined || quantity.lte(limits.maxBuy)).toBe(true);
      expect(quantity.eq(quantity.round(2))).toBe(true);
      // A minimum with more than 2 decimals moves the first step up to a quantity with 2 decimals.
      const anchor = new Big(limits.minBuy ?? 0).round(2, Big.roundUp);
      const step = new Big(limits.stepBuy ?? 0);
      expect(step.eq(0) || quantity.minus(anchor).mod(step).eq(0)).toBe(true);
    }),
  );
});

test("every step within the limits is accepted", () => {
  const wholes = fc.integer({ min: 1, max: 2000 });
  fc.assert(
    fc.property(wholes, wholes, fc.nat(50), (min, step, steps) => {
      const cents = (n: number) => new Big(n).div(100).toFixed();
      const limits = { minBuy: cents(min), stepBuy: cents(step), maxBuy: cents(min + 50 * step) };
      const raw = cents(min + steps * step);
      expect(checkQuantity(limits, raw)).toEqual({ ok: true, quantity: raw });
    }),
  );
});

test("quick amounts are the minimum, the next round amounts that the product allows, and the maximum", () => {
  expect(quickQuantities(product, "15.5")).toEqual({ amounts: ["1", "2", "5"], most: "10" });
  expect(quickQuantities({ minBuy: "3", maxBuy: "200", stepBuy: "3" }, "1")).toEqual({ amounts: ["3"], most: "198" });
  expect(quickQuantities({ minBuy: "0.5", stepBuy: "0.5" }, "1")).toEqual({ amounts: ["0.5", "1", "2"] });
  expect(quickQuantities({ minBuy: "1", maxBuy: "0" }, "1")).toEqual({ amounts: [] });
});

test("a maximum with too many digits is not a quick amount", () => {
  const boundless = { minBuy: "1", maxBuy: "9223372036854775807" };
  expect(quickQuantities(boundless, "1")).toEqual({ amounts: ["1", "2", "5"] });
  expect(quickQuantities(boundless, "1", "10").most).toBe("10");
  expect(quickQuantities({ ...boundless, maxBuy: "999999999999.99" }, "1").most).toBe("999999999999.99");
});

test("the maximum is what a known balance pays for, rounded down to a step", () => {
  expect(quickQuantities(product, "15.5", "100").most).toBe("6");
  expect(quickQuantities(product, "15.5", "1000").most).toBe("10");
  expect(quickQuantities(product, "15.5", "15.49").most).toBeUndefined();
  expect(quickQuantities({ minBuy: "1" }, "3", "10").most).toBe("3.33");
});

test.each(["down", "half-up", "up"] as const)("rounded %s, any balance can pay for its maximum", (PAY_ROUNDING) =>
  withEnv({ PAY_ROUNDING }, () => {
    const limited = { minBuy: "0.01", stepBuy: "0.01" };
    const { most = "" } = quickQuantities(limited, "0.333333333333", "1.0000000000009");
    expect(new Big(payAmount(most, "0.333333333333")).lte("1.0000000000009")).toBe(true);
    // The balance has more decimals than a payment.
    const tight = quickQuantities(limited, "1.2345678912", "12.3456789121").most ?? "";
    expect(new Big(payAmount(tight, "1.2345678912")).lte("12.3456789121")).toBe(true);
    expect(new Big(tight).gte("9.99")).toBe(true);
  }),
);

test("for any limits each quick amount can be bought", () => {
  const sums = fc.option(decimals(4, 1_000), { nil: undefined });
  fc.assert(
    fc.property(products, sums, sums, (limited, price, balance) => {
      const { amounts, most } = quickQuantities(limited, price, balance);
      for (const quantity of [...amounts, ...(most === undefined ? [] : [most])]) {
        expect(checkQuantity(limited, quantity)).toEqual({ ok: true, quantity });
      }
    }),
  );
});
