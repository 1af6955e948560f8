import fc from "fast-check";
import { expect, test } from "vitest";
import type { RatioSense } from "~server/env";
import { barsOf, estimateOf, type Estimated } from "~server/purchase/estimate";
import { readQuantity } from "~server/purchase/quantity";
import { amount, decimal } from "~server/upstream/parsers";

/** The sandbox's first product. */
const PRODUCT: Estimated = {
  price: "15.5",
  profitRatioPercent: "32.5",
  serviceRatePercent: "20",
  miningCycleDays: "540",
};
const PERIODS = ["cycle", "year"] as const;
const MEANINGS = ["return", "output"] as const;
const OUTPUT: RatioSense = { period: "cycle", meaning: "output" };
const RETURN: RatioSense = { period: "cycle", meaning: "return" };

/** The cases of an estimate; fails if there are none. */
function casesOf(...asked: Parameters<typeof estimateOf>) {
  const estimate = estimateOf(...asked);
  if (!estimate || !("cases" in estimate)) throw new Error("no case was calculated");
  return estimate.cases;
}

test("a ratio that means output is a share of the cost, and the fee a share of the output", () => {
  expect(estimateOf(PRODUCT, "10", OUTPUT)).toEqual({
    cost: "155",
    cases: [
      { ratio: "full", output: "50.375", fee: "10.075", back: "40.3" },
      { ratio: "half", output: "25.1875", fee: "5.0375", back: "20.15" },
      { ratio: "none", output: "0", fee: "0", back: "0" },
    ],
  });
});

test("a ratio that means return comes on top of the cost, after the fee; cases are shares of the total", () => {
  const cases = [
    { ratio: "full", back: "205.375" },
    { ratio: "half", back: "102.6875" },
    { ratio: "none", back: "0" },
  ];
  expect(estimateOf(PRODUCT, "10", RETURN)).toEqual({ cost: "155", cases });
  const feeless = { ...PRODUCT, serviceRatePercent: undefined };
  expect(estimateOf(feeless, "10", RETURN), "the ratio is net of the fee").toEqual({ cost: "155", cases });
});

test("a yearly ratio is scaled by the cycle's days of 365", () => {
  const [full, half] = casesOf(PRODUCT, "10", { ...OUTPUT, period: "year" });
  // 155 × 0.325 × 540 ÷ 365 = 74.5273972602…
  expect(full).toEqual({ ratio: "full", output: "74.52739726", fee: "14.90547945", back: "59.6219178" });
  expect(half?.output).toBe("37.26369863");
  expect(casesOf(PRODUCT, "10", { ...RETURN, period: "year" })).toEqual([
    { ratio: "full", back: "229.52739726" },
    { ratio: "half", back: "114.76369863" },
    { ratio: "none", back: "0" },
  ]);
});

test.each([
  [{ profitRatioPercent: undefined }, RETURN, "noRatio"],
  [{ profitRatioPercent: "-3" }, OUTPUT, "noRatio"],
  [{}, { period: undefined, meaning: undefined }, "noSense"],
  [{}, { period: "cycle", meaning: undefined }, "noSense"],
  [{}, { period: undefined, meaning: "output" }, "noSense"],
  [{ miningCycleDays: undefined }, { ...RETURN, period: "year" }, "noCycle"],
  [{ miningCycleDays: "180.5" }, { ...OUTPUT, period: "year" }, "noCycle"],
] as const)("with missing data only costs and the reason are given: %o, %o", (patch, sense, why) => {
  expect(estimateOf({ ...PRODUCT, ...patch }, "10", sense)).toEqual({ cost: "155", why });
});

test.each([undefined, "0", "1e3"])("without a price above 0 nothing is calculated: %s", (price) => {
  expect(estimateOf({ ...PRODUCT, price }, "10", RETURN)).toBeUndefined();
});

test.each([undefined, "100.01", "x"])(
  "a service rate of %s gives no fee, and no amount after the fee",
  (serviceRatePercent) => {
    expect(casesOf({ ...PRODUCT, serviceRatePercent }, "10", OUTPUT)[0]).toEqual({ ratio: "full", output: "50.375" });
  },
);

/** A decimal as digits and number of decimal places, for exact calculations with integers. */
const exact = (most: bigint, places: number) =>
  fc.bigInt({ min: 0n, max: most }).map((digits) => ({ digits, places, text: decimalText(digits, places) }));

function decimalText(digits: bigint, places: number): string {
  const padded = digits.toString().padStart(places + 1, "0");
  return places ? `${padded.slice(0, -places)}.${padded.slice(-places)}` : padded;
}

const product = fc.record({
  price: exact(10n ** 24n, 18).filter(({ digits }) => digits > 0n),
  ratio: exact(10n ** 9n, 4),
  rate: exact(10n ** 6n, 4),
  days: fc.integer({ min: 1, max: 36_500 }),
  quantity: exact(10n ** 14n, 2).filter(({ digits }) => digits > 0n),
  period: fc.constantFrom(...PERIODS),
  meaning: fc.constantFrom(...MEANINGS),
});
type Drawn = typeof product extends fc.Arbitrary<infer Value> ? Value : never;

const estimated = ({ price, ratio, rate, days, quantity, ...sense }: Drawn) =>
  casesOf(
    {
      price: price.text,
      profitRatioPercent: ratio.text,
      serviceRatePercent: rate.text,
      miningCycleDays: String(days),
    },
    quantity.text,
    sense,
  );

/** Units of the eighth decimal. */
const unitsOf = (text: string) => {
  expect(text).toMatch(/^\d+(?:\.\d{1,8})?$/);
  const [whole = "", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(8, "0"));
};

test("every amount is the exact rational value, rounded down at eight decimals, without an exponent", () => {
  fc.assert(
    fc.property(product, (drawn) => {
      const { price, ratio, rate, days, quantity, period, meaning } = drawn;
      const [top, bottom] = period === "year" ? [BigInt(days), 365n] : [1n, 1n];
      // In units of 1e-8: price has 18 decimals, quantity 2; ratio and rate have 4 and are percentages.
      const cost = (price.digits * quantity.digits) / 10n ** (18n + 2n - 8n);
      const under = 10n ** (4n + 2n) * bottom;
      const over = cost * (ratio.digits * top + (meaning === "return" ? under : 0n));
      const shares = { full: [1n, 1n], half: [1n, 2n], none: [0n, 1n] } as const;
      for (const one of estimated(drawn)) {
        const [part, of] = shares[one.ratio];
        const remaining = meaning === "return" ? 10n ** 6n : 10n ** 6n - rate.digits;
        expect(unitsOf(one.back ?? "")).toBe((over * part * remaining) / (under * of * 10n ** 6n));
        if (meaning === "return") continue;
        expect(unitsOf(one.output ?? "")).toBe((over * part) / (under * of));
        expect(unitsOf(one.fee ?? "")).toBe((over * part * rate.digits) / (under * of * 10n ** 6n));
      }
    }),
  );
});

const odd = fc.oneof(
  fc.constantFrom("1e308", "1e-400", "NaN", "Infinity", "-1", "0x10", "1,000", "９", "1".repeat(400), "9e99"),
  fc.string(),
  fc.double().map(String),
);

test("for any input an amount is a plain decimal or missing", () => {
  fc.assert(
    fc.property(odd, odd, odd, odd, odd, fc.constantFrom(OUTPUT, RETURN), (price, ratio, rate, days, typed, sense) => {
      const read = readQuantity(typed);
      const quantity = read.ok ? read.quantity : "1";
      expect(quantity).toMatch(/^\d+(?:\.\d{1,2})?$/);
      const sent = {
        price: amount(price),
        profitRatioPercent: decimal(ratio),
        serviceRatePercent: amount(rate),
        miningCycleDays: amount(days),
      };
      const estimate = estimateOf(sent, quantity, sense);
      const cases = estimate && "cases" in estimate ? estimate.cases : [];
      for (const { output, fee, back } of cases) {
        for (const text of [estimate?.cost, output, fee, back]) expect(text ?? "0").toMatch(/^\d+(?:\.\d{1,8})?$/);
      }
    }),
  );
});

test("the longest bar has full width, an empty bar none, and the fee is the end of its output's bar", () => {
  expect(barsOf("155", casesOf(PRODUCT, "10", OUTPUT))).toEqual({
    cost: "100",
    cases: [
      { ratio: "full", whole: "32.5", back: "26" },
      { ratio: "half", whole: "16.25", back: "13" },
      { ratio: "none", whole: "0", back: "0" },
    ],
  });
  expect(barsOf("155", casesOf(PRODUCT, "10", RETURN)).cases[0]).toEqual({ ratio: "full", whole: "100", back: "100" });
  expect(barsOf("0", [{ ratio: "none", output: "0" }])).toEqual({
    cost: "0",
    cases: [{ ratio: "none", whole: "0", back: "0" }],
  });
  fc.assert(
    fc.property(product, (drawn) => {
      const bars = barsOf("1", estimated(drawn));
      for (const width of [bars.cost, ...bars.cases.flatMap(({ whole, back }) => [whole, back])]) {
        expect(width).toMatch(/^(?:100|\d{1,2}(?:\.\d{1,2})?)$/);
      }
    }),
  );
});
