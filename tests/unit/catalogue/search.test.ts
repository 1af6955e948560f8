import Big from "big.js";
import { expect, test } from "vitest";
import { compareLines, comparePath, namedPlans } from "~server/catalogue/compare";
import { marketPath, readMarketQuery } from "~server/catalogue/market-query";
import { orderKey, planOf, type Plan, folded, wordsOf } from "~server/catalogue/plan";
import { choicesOf, searchPlans } from "~server/catalogue/search";
import type { Snapshot } from "~server/catalogue/snapshot";
import type { Product } from "~server/upstream/catalogue";

/** A product as the catalogue reads it; other fields were not sent. */
function plan(productId: string, given: Partial<Product> = {}): Plan {
  const lists = { gallery: [], attributes: [], otherAttributes: [], otherAttrs: [] };
  return planOf({ productId, losslessId: productId, title: `Plan ${productId}`, status: "onsale", ...lists, ...given })
    .plan;
}

function snapshotOf(...plans: Plan[]): Snapshot {
  const byId = new Map(plans.map((one) => [one.productId, one]));
  return { plans, byId, asOfMs: 0, omittedCount: 0, count: plans.length, isWhole: true };
}

const asked = (query: string) => {
  const read = readMarketQuery(new URLSearchParams(query));
  if (!read) throw new Error(`${query} asks for nothing`);
  return read;
};
const find = (snapshot: Snapshot, query: string) => searchPlans(snapshot, asked(query).wanted);
const idsOf = async (snapshot: Snapshot, query: string) =>
  (await find(snapshot, query)).plans.map(({ productId }) => productId);

test("numbers of any length sort exactly by their keys, and equal numbers share a key", () => {
  const sorted = ["0", "0.00000001", "0.5", "1", "1.5", "9", "10", "99.99", "100", "12345678901234567890.1"];
  const keyOf = (text: string) => orderKey(new Big(text));
  expect([...sorted].reverse().sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))).toEqual(sorted);
  expect(keyOf("1.50")).toBe(keyOf("1.5"));
  expect(keyOf("007")).toBe(keyOf("7"));
});

test("words match in any width, case and letter form, and all must match", async () => {
  expect(wordsOf("  ＦＩＬ　coin\tFil ")).toEqual(["fil", "coin"]);
  expect(folded("Straße ΟΔΟΣ ﬁ")).toBe(folded("STRASSE οδος fi"));
  const attributes = [{ attr: "Region", description: "Hong Kong" }];
  const snapshot = snapshotOf(plan("1", { title: "Filecoin 旗艦算力" }), plan("2", { title: "Chia", attributes }));
  expect(await idsOf(snapshot, "q=ＦＩＬＥＣＯＩＮ 旗艦")).toEqual(["1"]);
  expect(await idsOf(snapshot, "q=hong chia")).toEqual(["2"]);
  expect(await idsOf(snapshot, "q=%E2%81%A0File%E2%80%8Bcoin%E2%80%8B"), "invisible characters").toEqual(["1"]);
  expect(asked("q=%E2%80%8B").wanted.q).toBe("");
  expect(await idsOf(snapshot, "q=filecoin chia")).toEqual([]);
  expect(await idsOf(snapshot, "q=")).toEqual(["1", "2"]);
});

test("plans are filtered by status, cycle and coin; a number of days may be spelled in several ways", async () => {
  const snapshot = snapshotOf(
    plan("1", { status: "presale", miningCycleDays: "540", paySymbol: "USDT" }),
    plan("2", { miningCycleDays: "540.0", paySymbol: "FIL", price: "1" }),
    plan("3", { miningCycleDays: "90", paySymbol: "USDT", price: "1" }),
    plan("4"),
  );
  expect(await idsOf(snapshot, "cycle=540")).toEqual(["1", "2"]);
  expect(await idsOf(snapshot, "coin=USDT")).toEqual(["1", "3"]);
  expect(await idsOf(snapshot, "coin=USDT&sort=available"), "products on sale come first").toEqual(["3", "1"]);
  expect(await idsOf(snapshot, "status=presale")).toEqual(["1"]);
  expect(await idsOf(snapshot, "coin=USDT&cycle=90&status=onsale")).toEqual(["3"]);
  expect(choicesOf(snapshot, asked("q=").wanted)).toEqual({
    status: ["onsale", "presale"],
    cycle: ["90", "540"],
    coin: ["USDT", "FIL"],
  });
  expect(choicesOf(snapshot, asked("coin=BTC&cycle=7").wanted)).toMatchObject({
    cycle: ["90", "540", "7"],
    coin: ["USDT", "FIL", "BTC"],
  });
});

test("sorting by money is exact and within one coin; unknown amounts come last", async () => {
  const snapshot = snapshotOf(
    plan("none", { paySymbol: "USDT" }),
    plan("dear", { paySymbol: "USDT", price: "100", miningCycleDays: "1000" }),
    plan("fil", { paySymbol: "FIL", price: "1", miningCycleDays: "10" }),
    plan("cheap", { paySymbol: "USDT", price: "99.99999999", miningCycleDays: "10" }),
    plan("coinless", { price: "0.1", miningCycleDays: "360" }),
  );
  expect(await idsOf(snapshot, "sort=price")).toEqual(["cheap", "dear", "none", "fil", "coinless"]);
  expect(await idsOf(snapshot, "sort=daily")).toEqual(["dear", "cheap", "none", "fil", "coinless"]);
  expect(await idsOf(snapshot, "sort=cycle")).toEqual(["fil", "cheap", "coinless", "dear", "none"]);
  expect((await find(snapshot, "sort=price")).hasSeveralCoins).toBe(true);
});

test("a plan without a daily cost comes after those that have one", async () => {
  const usdt = { paySymbol: "USDT" };
  const snapshot = snapshotOf(
    plan("half days", { ...usdt, price: "1", miningCycleDays: "100.5" }),
    plan("free", { ...usdt, price: "0", miningCycleDays: "10" }),
    plan("for ever", { ...usdt, price: "1", miningCycleDays: "99999999" }),
    plan("known", { ...usdt, price: "100", miningCycleDays: "10" }),
  );
  expect((await idsOf(snapshot, "sort=daily"))[0]).toBe("known");
});

test("search results have pages of twenty, and a page beyond the end shows the last", async () => {
  const snapshot = snapshotOf(...Array.from({ length: 45 }, (_, index) => plan(`${index}`)));
  expect(await idsOf(snapshot, "q=&page=2")).toHaveLength(20);
  expect(await find(snapshot, "q=&page=9999")).toMatchObject({ page: 3, pages: 3, before: 40 });
});

test.each([
  ["a status with markup", "status=<b>", ["status"]],
  ["NaN days", "cycle=NaN", ["cycle"]],
  ["1e308 days", "cycle=1e308", ["cycle"]],
  ["negative days", "cycle=-5", ["cycle"]],
  ["days in digits of another script", "cycle=٣", ["cycle"]],
  ["days of 10,000 digits", `cycle=${"9".repeat(10_000)}`, ["cycle"]],
  ["a coin with markup", "coin=%22%3E%3Cscript%3E", ["coin"]],
  ["names on Object.prototype", "sort=constructor&status=__proto__", ["status", "sort"]],
  ["control characters only", "q=%00%1b%5b31m&status=&cycle=&coin=&sort=", []],
])("a URL with %s gets a page that names the ignored part", (_, query, ignored) => {
  const read = asked(query);
  expect(read.ignored).toEqual(ignored);
  expect({ ...read.wanted, q: "" }).toEqual({ q: "", status: "", cycle: "", coin: "", sort: "", page: 1 });
});

test("a long search is cut, and the page's URL has the cut text", () => {
  const { wanted, isCut } = asked(`q=${"a b".repeat(5_000)}`);
  expect([wanted.q.length, isCut]).toEqual([100, true]);
  expect(marketPath(asked("q= a  b&sort=price&page=3&utm=1").wanted, 2)).toBe("/Index/Power?q=a%20b&sort=price&page=2");
  expect(marketPath(asked("q=&status=no").wanted)).toBe("/Index/Power?q=");
  expect(readMarketQuery(new URLSearchParams("page=2&utm=1"))).toBeUndefined();
});

test("a plan stores only part of its texts, and no reference to its response", () => {
  expect(plan("1", { introduce: "x".repeat(100_000) }).text).toHaveLength(400);
  expect(Object.keys(plan("1"))).toEqual(["productId", "title", "status", "text", "place", "keys"]);
});

test("?ids=1,2 is ?ids=1&ids=2; others are omitted and reported, and at most four are compared", () => {
  const named = (query: string) => namedPlans(new URLSearchParams(query));
  expect(named("ids=1,2,3")).toEqual({ ids: ["1", "2", "3"], isOdd: false, isTooMany: false });
  expect(named("ids=1&ids=2&ids=3")).toEqual(named("ids=1,2,3"));
  expect(named("ids=1,<b>,1,-,2")).toEqual({ ids: ["1", "2"], isOdd: true, isTooMany: false });
  expect(named("ids=1,2,3,4,5")).toEqual({ ids: ["1", "2", "3", "4"], isOdd: false, isTooMany: true });
  expect(named(`ids=${"9".repeat(10_000)}`)).toEqual({ ids: [], isOdd: true, isTooMany: false });
  expect([named("ids="), named("ids=,,"), named("")]).toEqual([undefined, undefined, undefined]);
  expect(comparePath(["a:1", "2"])).toBe("/Compare?ids=a%3A1,2");
});

test("a sold-out plan is compared, but never marked as the lowest", () => {
  const priced = (id: string, price: string, facts: Partial<Product> = {}) =>
    plan(id, { paySymbol: "USDT", status: "onsale", minBuy: "1", maxBuy: "10", price, ...facts });
  const lowest = (...plans: Plan[]) => compareLines(plans).find(({ fact }) => fact === "price")?.lowest;
  const [ended, empty] = [priced("3", "1", { status: "ended" }), priced("4", "1", { maxBuy: "0" })];
  expect(lowest(priced("1", "3"), priced("2", "2"), ended, empty)).toEqual([1]);
  expect(lowest(priced("1", "3"), priced("2", "2", { status: "presale" }), ended)).toEqual([1]);
  expect(lowest(priced("1", "3"), ended), "a single remaining plan is not marked").toEqual([]);
  expect(lowest(ended, empty)).toEqual([]);
});

test("a row marks differences only if all values are known, and the lowest only within one coin", () => {
  const line = (fact: string, ...plans: Plan[]) => compareLines(plans).find((one) => one.fact === fact);
  const usdt = { paySymbol: "USDT", miningCycleDays: "10" };
  const [one, same, other] = [
    plan("1", { ...usdt, price: "1.5" }),
    plan("2", { ...usdt, price: "1.50" }),
    plan("3", { ...usdt, price: "2" }),
  ];
  expect(line("price", one, same)).toMatchObject({ verdict: "same", lowest: [] });
  expect(line("price", other, one, same)).toMatchObject({ verdict: "differs", lowest: [1, 2] });
  expect(line("daily", one, other)).toMatchObject({ values: ["0.15", "0.2"], lowest: [0] });
  expect(line("price", one, plan("4", { price: "1.5", paySymbol: "FIL" }))).toMatchObject({
    verdict: "differs",
    lowest: [],
  });
  expect(line("price", one, plan("5"))).toMatchObject({ values: ["1.5", undefined], verdict: "unknown", lowest: [] });
  expect(line("maximum", one, other)).toMatchObject({ verdict: "unknown" });
});
