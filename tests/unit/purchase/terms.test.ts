import { expect, test } from "vitest";
import { changedTerms, termsOf } from "~server/purchase/terms";

const NOV_23_MS = Date.UTC(2026, 10, 23);

test("the daily cost is the price divided by the cycle's days, with four significant figures and at least two decimals", () => {
  const costs = (price: string, miningCycleDays: string) => termsOf({ price, miningCycleDays }, NOV_23_MS).costPerDay;
  expect(costs("15.5", "540")).toBe("0.0287");
  expect(costs("540", "540")).toBe("1");
  expect(costs("123456.789", "1")).toBe("123456.79");
  expect(costs("100000000", "540"), "185,185 is not 185,200").toBe("185185.19");
  expect(costs("0.00000001", "540")).toBe("0.00000000001852");
});

const END_MS = Date.UTC(2028, 4, 16);

test("a cycle starting now ends after its days", () => {
  expect(termsOf({ price: "1", miningCycleDays: "540" }, NOV_23_MS).endMs).toBe(END_MS);
  // A product that has ended has no cycle from today.
  const sold = { price: "15.5", miningCycleDays: "540" };
  expect(termsOf({ ...sold, status: "ended" }, NOV_23_MS)).toEqual({ costPerDay: "0.0287" });
});

test.each([undefined, "", "0", "1.5", "36501", "1e3", "-1"])(
  "a cycle of %j days gives neither a daily cost nor an end",
  (days) => {
    expect(termsOf({ price: "15.5", miningCycleDays: days }, NOV_23_MS)).toEqual({});
  },
);

test("without a price above 0 there is no daily cost, but an end", () => {
  for (const price of [undefined, "0", "free"]) {
    expect(termsOf({ price, miningCycleDays: "540" }, NOV_23_MS)).toEqual({ endMs: END_MS });
  }
});

test("terms have changed if a number, the currency or the set of missing values differs", () => {
  const terms = { miningCycleDays: "540", serviceRatePercent: "20", profitRatioPercent: "36.5" };
  const before = { price: "15.5", paySymbol: "USDT", terms };
  const changed = (change: object, ofTerms: object = {}) =>
    changedTerms(before, { ...before, ...change, terms: { ...terms, ...ofTerms } });
  expect(changed({})).toEqual([]);
  expect(changed({ price: "15.50" }, { serviceRatePercent: "20.0", incomeType: undefined })).toEqual([]);
  expect(changed({ price: "15.5000000001" })).toEqual(["price"]);
  expect(changed({ paySymbol: "BTC" })).toEqual(["paySymbol"]);
  expect(changed({ paySymbol: undefined })).toEqual(["paySymbol"]);
  expect(changed({}, { incomeType: "1" })).toEqual(["incomeType"]);
  expect(changed({}, { serviceRatePercent: undefined, miningCycleDays: "10" })).toEqual([
    "miningCycleDays",
    "serviceRatePercent",
  ]);
});
