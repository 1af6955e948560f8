import Big from "big.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isBelow, plain, product, rest, rounded, sum, type Rounding } from "~/components/form/decimal-text";
import { runsOf } from "@storefront/test-support/sample";

/** Decimals in every spelling that may reach the stepper, also with many digits. */
const decimals = fc.oneof(
  fc.stringMatching(/^\d{1,40}(\.\d{1,40})?$/),
  fc.stringMatching(/^\d{1,3}(\.\d{1,3})?$/),
  fc.stringMatching(/^0{0,3}\d\.(0{1,9}|9{1,9}|\d0{1,8})$/),
  fc.stringMatching(/^\d{1,9}\.\d{8}[05]{1,3}$/),
);

const inOrder = fc.tuple(decimals, decimals).map(([one, other]) => {
  const isLess = new Big(one).lt(other);
  return isLess ? ([other, one] as const) : ([one, other] as const);
});

test("a decimal has one spelling, and decimals are compared by value", () => {
  fc.assert(
    fc.property(decimals, decimals, (one, other) => {
      expect(plain(one)).toBe(new Big(one).toFixed());
      expect(isBelow(one, other)).toBe(new Big(one).lt(other));
      expect(isBelow(one, `0${one}`) || isBelow(`0${one}`, one)).toBe(false);
    }),
    { numRuns: runsOf(3_000) },
  );
  expect([plain("1."), plain(".5"), plain("007.50"), plain("0.00")]).toEqual(["1", "0.5", "7.5", "0"]);
});

test("sums, differences and products are exact", () => {
  fc.assert(
    fc.property(inOrder, ([more, less]) => {
      expect(sum(more, less)).toBe(new Big(more).plus(less).toFixed());
      expect(sum(more, less, -1)).toBe(new Big(more).minus(less).toFixed());
      expect(product(more, less)).toBe(new Big(more).times(less).toFixed());
    }),
    { numRuns: runsOf(3_000) },
  );
});

test("a remainder is what is left after whole steps", () => {
  const steps = fc.stringMatching(/^\d{1,4}(\.\d{1,4})?$/).filter((step) => new Big(step).gt(0));
  fc.assert(
    fc.property(decimals, steps, (of, step) => {
      expect(rest(of, step)).toBe(new Big(of).mod(step).toFixed());
    }),
    { numRuns: runsOf(2_000) },
  );
});

test.each([
  ["down", Big.roundDown],
  ["half-up", Big.roundHalfUp],
  ["up", Big.roundUp],
] as [Rounding, Big.RoundingMode][])("a decimal is rounded %s as on the server", (rounding, mode) => {
  fc.assert(
    fc.property(decimals, fc.integer({ min: 1, max: 10 }), (decimal, places) => {
      expect(rounded(decimal, places, rounding)).toBe(new Big(decimal).round(places, mode).toFixed());
    }),
    { numRuns: runsOf(3_000) },
  );
});
