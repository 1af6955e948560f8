import Big from "big.js";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { limitWarning, livePayment, nextQuantity, type Range } from "~/routes/PowerProductDetail.$id/stepper";
import { message } from "~server/i18n/message";
import { payAmount } from "~server/purchase/amount";
import { checkQuantity, quantityRange, readQuantity, stepQuantity } from "~server/purchase/quantity";
import { setEnv } from "../../support/environment";
import { decimals, limits } from "../../support/quantities";

afterAll(() => setEnv({ PAY_ROUNDING: undefined }));

const ROUNDINGS = ["down", "up", "half-up"] as const;

const products = limits(60, 7);

/** Values of the field: quantities in range and out of it, other spellings, and text that is no quantity. */
const typed = fc.oneof(
  decimals(2, 70),
  decimals(2, 70),
  decimals(3, 70),
  decimals(2, 9_999_999).map((text) => `00${text}`),
  decimals(2, 70).map((text) => `　${text.replace(/[\d.]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0))} `),
  decimals(2, 70).map((text) => text.replace(".", "\uff0c")),
  fc.constantFrom(
    "",
    " ",
    "abc",
    "1,000",
    "1.",
    ".5",
    ".",
    ",",
    ",5",
    "1,",
    "1,5,5",
    "1,5.5",
    "-1",
    "1e3",
    "1.50\n2",
    "９９９",
    "²",
    "١٢",
  ),
  fc.stringMatching(/^\d{12,22}(\.\d{1,3})?$/),
  fc.stringMatching(/^(0{30})?\d{30,60}(\.\d{1,3})?$/),
  fc.string({ maxLength: 12 }),
);

/** The stepper's range for a product, as the page sends it. */
function rangeOf(product: Parameters<typeof quantityRange>[0]): Range | null {
  return quantityRange(product);
}

test("− and + in the browser give the same quantity as on the server", () => {
  fc.assert(
    fc.property(products, typed, (product, text) => {
      const range = rangeOf(product);
      fc.pre(range !== null);
      expect(nextQuantity(range, text, 1)).toBe(stepQuantity(product, text, "up"));
      expect(nextQuantity(range, text, -1)).toBe(stepQuantity(product, text, "down"));
    }),
    { numRuns: 5_000 },
  );
});

test("the quantities that − and + give can be bought", () => {
  fc.assert(
    fc.property(products, typed, fc.constantFrom(1 as const, -1 as const), (product, text, direction) => {
      const range = rangeOf(product);
      fc.pre(range !== null);
      const quantity = nextQuantity(range, text, direction);
      expect(checkQuantity(product, quantity)).toEqual({ ok: true, quantity });
    }),
    { numRuns: 3_000 },
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
      // Nobody can pay 0, so it is not shown either; nor what more digits would cost than anybody types on purpose.
      expect(livePayment(text, price, rounding)).toBe(paid === "0" ? undefined : paid);
    }),
    { numRuns: 5_000 },
  );
});

test("without a price there is no payment to show", () => {
  expect(livePayment("2", undefined, "down")).toBeUndefined();
});

test("on blur the toast has the server's message about maximum, minimum or step, and no other", () => {
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
    { numRuns: 5_000 },
  );
});

test("a quantity below the minimum, above the maximum or between two steps goes to the nearest allowed one", () => {
  const range = { lowest: "1", highest: "9", step: "2" };
  expect(nextQuantity(range, "0.2", 1)).toBe("1");
  expect(nextQuantity(range, "1", -1)).toBe("1");
  expect(nextQuantity(range, "4", -1)).toBe("3");
  expect(nextQuantity(range, "4", 1)).toBe("5");
  expect(nextQuantity(range, "9", 1)).toBe("9");
  expect(nextQuantity(range, "5000", -1)).toBe("9");
  expect(nextQuantity(range, "nonsense", 1)).toBe("1");
});
