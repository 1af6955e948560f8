import Big from "big.js";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import {
  estimatedBack,
  livePayment,
  nextQuantity,
  nextStep,
  readQuantity as readTyped,
  type Range,
} from "~/components/product/amounts";
import { limitWarning } from "~/routes/PowerProductDetail.$id/stepper";
import { backFactor, estimateOf } from "~server/purchase/estimate";
import { message } from "~server/i18n/message";
import { payAmount } from "~server/purchase/amount";
import { checkQuantity, quantityRange, readQuantity, stepQuantity } from "~server/purchase/quantity";
import { setEnv } from "../../support/environment";
import { decimals, limits } from "../../support/quantities";
import { runsOf } from "@storefront/test-support/sample";

afterAll(() => setEnv({ PAY_ROUNDING: undefined }));

const ROUNDINGS = ["down", "up", "half-up"] as const;

const products = limits(60, 7);

/** Values of the field: quantities in and out of range, other spellings, and text that is not a quantity. */
const typed = fc.oneof(
  decimals(2, 70),
  decimals(2, 70),
  decimals(3, 70),
  decimals(2, 9_999_999).map((text) => `00${text}`),
  decimals(2, 70).map((text) => `　${text.replace(/[\d.]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0))} `),
  decimals(2, 70).map((text) => text.replace(".", "\uff0c")),
  fc.constantFrom(...["", " ", "1.50\n2"], ..."abc 1,000 1. .5 . , ,5 1, 1,5,5 1,5.5 -1 1e3 ９９９ ² ١٢".split(" ")),
  fc.stringMatching(/^\d{12,22}(\.\d{1,3})?$/),
  fc.stringMatching(/^(0{30})?\d{30,60}(\.\d{1,3})?$/),
  fc.string({ maxLength: 12 }),
);

/** The stepper's range for a product, as the page sends it. */
function rangeOf(product: Parameters<typeof quantityRange>[0]): Range | null {
  return quantityRange(product);
}

test("− and + in the browser give the same quantities as on the server", () => {
  fc.assert(
    fc.property(products, typed, (product, text) => {
      const range = rangeOf(product);
      fc.pre(range !== null);
      expect(nextQuantity(range, text, 1)).toBe(stepQuantity(product, text, "up"));
      expect(nextQuantity(range, text, -1)).toBe(stepQuantity(product, text, "down"));
    }),
    { numRuns: runsOf(2_000) },
  );
});

test("the quantities from − and + can be bought", () => {
  fc.assert(
    fc.property(products, typed, fc.constantFrom(1 as const, -1 as const), (product, text, direction) => {
      const range = rangeOf(product);
      fc.pre(range !== null);
      const quantity = nextQuantity(range, text, direction);
      expect(checkQuantity(product, quantity)).toEqual({ ok: true, quantity });
    }),
    { numRuns: runsOf(2_000) },
  );
});

test.each(ROUNDINGS)("the payment shown while typing is the payment that the server signs: rounded %s", (rounding) => {
  setEnv({ PAY_ROUNDING: rounding });
  const prices = fc.oneof(
    decimals(8, 20),
    decimals(2, 10_000),
    fc.stringMatching(/^\d{1,20}\.\d{1,20}$/),
    fc.stringMatching(/^\d{1,9}\.\d{7}[05]{1,3}$/),
    fc.stringMatching(/^0\.0{6}\d{1,12}$/),
  );
  fc.assert(
    fc.property(typed, prices, (text, price) => {
      const read = readQuantity(text);
      const paid = read.ok && new Big(read.quantity).lt(1e12) ? payAmount(read.quantity, price) : "0";
      // The page shows no payment of 0, and none for more digits than anybody types on purpose.
      const range = { lowest: "0.01", step: "0.01" };
      expect(livePayment(text, price, rounding, range)).toBe(paid === "0" ? undefined : paid);
      // Above the maximum there is no payment either, so nobody is asked to deposit for it.
      const least = { ...range, highest: "0" };
      expect(livePayment(text, price, rounding, least)).toBeUndefined();
    }),
    { numRuns: runsOf(2_000) },
  );
});

test("on blur the toast shows exactly the server's message about maximum, minimum or step", () => {
  fc.assert(
    fc.property(products, typed, (product, text) => {
      const range = rangeOf(product);
      fc.pre(range !== null);
      const checked = checkQuantity(product, text);
      const error = checked.ok ? undefined : checked.error;
      const isUnread = error?.key === "errors.quantityInvalid" || error?.key === "errors.quantityRequired";
      expect(limitWarning(range, product.maxBuy, text)).toBe(
        error && !isUnread ? message(error.key, error.values) : undefined,
      );
    }),
    { numRuns: runsOf(2_000) },
  );
});

test.each(["return", "output"] as const)(
  "the estimated return equals that of the estimator to the last decimal: %s",
  (meaning) => {
    const share = decimals(4, 300);
    fc.assert(
      fc.property(
        ...[decimals(2, 5_000), decimals(8, 900), share, decimals(2, 130)],
        fc.integer({ min: 1, max: 4_000 }),
        fc.constantFrom("cycle" as const, "year" as const),
        (quantity, price, profitRatioPercent, serviceRatePercent, days, period) => {
          const terms = { price, profitRatioPercent, serviceRatePercent, miningCycleDays: String(days) };
          const estimate = estimateOf(terms, quantity, { meaning, period });
          fc.pre(estimate !== undefined && "cases" in estimate);
          expect(estimatedBack(estimate.cost, backFactor(terms, { meaning, period }))).toBe(estimate.cases[0]?.back);
        },
      ),
    );
  },
);

test("the factor is null if no amount can be derived, and then nothing is estimated", () => {
  const terms = { price: "1", profitRatioPercent: "10", serviceRatePercent: "x", miningCycleDays: "x" };
  const factor = (more: object, sense: Parameters<typeof backFactor>[1]) => backFactor({ ...terms, ...more }, sense);
  expect(factor({}, { meaning: "return", period: "cycle" })).toBe("1.1");
  expect(factor({}, { meaning: undefined, period: "cycle" })).toBeNull();
  expect(factor({}, { meaning: "return", period: undefined })).toBeNull();
  expect(factor({}, { meaning: "output", period: "cycle" })).toBeNull();
  expect(factor({}, { meaning: "return", period: "year" })).toBeNull();
  expect(factor({ profitRatioPercent: "-1" }, { meaning: "return", period: "cycle" })).toBeNull();
  expect(estimatedBack("10", null)).toBeUndefined();
  expect(estimatedBack(undefined, "1.1")).toBeUndefined();
});

test.each([
  [{ bound: false, balance: "0" }, "5", { name: "link", short: "5", done: [false, false] }],
  [{ bound: false, balance: "5" }, "5", { name: "link", done: [false, true] }],
  [{ bound: true, balance: "1.5" }, "5", { name: "deposit", short: "3.5", done: [true, false] }],
  [{ bound: true, balance: "5" }, "5", { name: "buy", done: [true, true] }],
  // A step that cannot be read counts as neither done nor open.
  [{ bound: undefined, balance: "0" }, "5", { name: "buy" }],
  [{ bound: false, balance: undefined }, "5", { name: "buy" }],
  [{ bound: true, balance: "five" }, "5", { name: "buy" }],
  [{ bound: true, balance: "5" }, undefined, { name: "buy" }],
])("the next step of buyer %j with payment %s is %j", (buyer, payment, step) => {
  expect(nextStep(buyer, payment)).toEqual(step);
});

test.each(["１．", "１２．５", "１，５", "١٢٫٥", "１．５．５", "1。5", "１｡", "1。5。5", "1,000", "٣"])(
  "the page reads digits of other keyboards like the server: %s",
  (text) => {
    const served = readQuantity(text);
    expect(readTyped(text)).toBe(served.ok ? served.quantity : null);
  },
);
