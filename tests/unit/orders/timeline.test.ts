import { expect, test } from "vitest";
import { DAY_MS } from "~server/i18n/locale";
import { summaryOf } from "~server/orders/summary";
import { cyclePercent } from "~server/orders/displayed-order";
import { orderTimeline, powerByMonth } from "~server/orders/timeline";
import type { Order } from "~server/upstream/orders";

/** 23 November 2026, 9 o'clock in UTC+8. */
const NOW = Date.UTC(2026, 10, 23, 1, 0);

const order = (orderNum: string, { ageDays = 10, ...facts }: Partial<Order> & { ageDays?: number } = {}): Order => ({
  orderNum,
  status: "mining",
  rawStatus: "2",
  tokenAmount: "2.5",
  miningCycleDays: "20",
  orderTimeMs: NOW - ageDays * DAY_MS,
  ...facts,
});

const barsOf = (orders: Order[]) =>
  orderTimeline(orders, NOW)?.bars.map((bar) => [bar.order.orderNum, bar.fromPercent, bar.toPercent]);

test("bars share one width from the first order to the last end; the next end comes first", () => {
  const orders = [
    order("late", { ageDays: 0, miningCycleDays: "90" }),
    order("soon", { ageDays: 10, miningCycleDays: "40", status: "pending" }),
  ];
  expect(orderTimeline(orders, NOW)).toMatchObject({ todayPercent: 10, further: 0, withoutEnd: 0, nowMs: NOW });
  expect(barsOf(orders)).toEqual([
    ["soon", 0, 40],
    ["late", 10, 100],
  ]);
});

test("a bar includes its start and end dates", () => {
  expect(orderTimeline([order("A", { plan: "Flagship" })], NOW)?.bars).toEqual([
    {
      order: { orderNum: "A", plan: "Flagship", tokenAmount: "2.5" },
      orderedMs: NOW - 10 * DAY_MS,
      endMs: NOW + 10 * DAY_MS,
      fromPercent: 0,
      toPercent: 100,
    },
  ]);
});

test.each<[string, Partial<Order> & { ageDays?: number }]>([
  ["no time", { orderTimeMs: undefined }],
  ["a future time", { ageDays: -1 }],
  ["no cycle", { miningCycleDays: undefined }],
  ["a cycle of a fraction of a day", { miningCycleDays: "0.5" }],
  ["an earliest end in the past", { ageDays: 21 }],
  ["an end right now", { ageDays: 20 }],
])("an active order that cannot be drawn is counted: %s", (_, facts) => {
  expect(orderTimeline([order("A", facts)], NOW)).toBeUndefined();
  expect(orderTimeline([order("A", facts), order("B")], NOW)).toMatchObject({
    bars: [{ order: { orderNum: "B" } }],
    withoutEnd: 1,
  });
});

test.each(["paid", "ended", "unknown"] as const)("an order that is %s has no bar and is not counted", (status) => {
  expect(orderTimeline([order("A", { status }), order("B")], NOW)).toMatchObject({
    bars: [{ order: { orderNum: "B" } }],
    withoutEnd: 0,
  });
});

test("an order without a quantity or name still has a bar", () => {
  expect(barsOf([order("A", { tokenAmount: undefined, plan: undefined })])).toEqual([["A", 0, 100]]);
});

test("at most five bars, those ending next", () => {
  const orders = Array.from({ length: 7 }, (_, at) => order(`N${at}`, { miningCycleDays: String(40 - at) }));
  const timeline = orderTimeline(orders, NOW);
  expect(timeline?.bars.map((bar) => bar.order.orderNum)).toEqual(["N6", "N5", "N4", "N3", "N2"]);
  expect(timeline?.further).toBe(2);
});

test("without orders there is no chart", () => {
  expect(orderTimeline([], NOW)).toBeUndefined();
  expect(powerByMonth([], NOW)).toBeUndefined();
});

const monthsOf = (orders: Order[]) =>
  powerByMonth(orders, NOW)?.months.map(({ month, terabytes, percent }) => [month, terabytes, percent]);

test("T per month are exact decimals, from the month of the order to that of its earliest end", () => {
  expect(
    monthsOf([
      order("A", { ageDays: 30, miningCycleDays: "60", tokenAmount: "0.1" }),
      order("B", { ageDays: 0, miningCycleDays: "60", tokenAmount: "0.2" }),
      order("C", { ageDays: 60, miningCycleDays: "30", tokenAmount: "0.3", status: "ended" }),
    ]),
  ).toEqual([
    ["2026-09", "0.3", 75],
    ["2026-10", "0.4", 100],
    ["2026-11", "0.3", 75],
    ["2026-12", "0.3", 75],
    ["2027-01", "0.2", 50],
  ]);
});

test("months are those of UTC+8, across the end of a year", () => {
  const orderTimeMs = Date.UTC(2026, 9, 31, 16, 0);
  expect(monthsOf([order("A", { orderTimeMs, miningCycleDays: "61" })])).toEqual([
    ["2026-11", "2.5", 100],
    ["2026-12", "2.5", 100],
    ["2027-01", "2.5", 100],
  ]);
});

test("the chart covers at most five months back and six ahead; months before the current are past", () => {
  const months = powerByMonth([order("A", { ageDays: 500, miningCycleDays: "1000" })], NOW)?.months ?? [];
  expect([months.length, months[0]?.month, months.at(-1)?.month]).toEqual([12, "2026-06", "2027-05"]);
  expect(months.filter(({ isPast }) => isPast).length).toBe(6);
});

test.each<[string, Partial<Order> & { ageDays?: number }]>([
  ["no quantity", { tokenAmount: undefined }],
  ["an invalid quantity", { tokenAmount: "0" }],
  ["no time", { orderTimeMs: undefined }],
  ["no cycle", { miningCycleDays: undefined }],
  ["mining after its earliest end", { ageDays: 21 }],
  ["ended before its earliest end", { status: "ended" }],
])("an order that fits no month is counted, but adds nothing: %s", (_, facts) => {
  const power = powerByMonth([order("A", facts), order("B", { miningCycleDays: "40", tokenAmount: "1" })], NOW);
  expect(power?.withoutPlace).toBe(1);
  expect(power?.months.map(({ terabytes }) => terabytes)).toEqual(["1", "1"]);
  expect(powerByMonth([order("A", facts)], NOW)).toBeUndefined();
});

test("a gap between orders is 0 T only if every order fits the chart", () => {
  const orders = [
    order("A", { ageDays: 120, miningCycleDays: "5", status: "ended" }),
    order("B", { ageDays: 0, miningCycleDays: "5" }),
  ];
  const gap = (more: Order[]) => powerByMonth([...orders, ...more], NOW)?.months[2];
  expect(gap([])).toEqual({ month: "2026-09", terabytes: "0", percent: 0, isPast: true });
  expect(gap([order("C", { tokenAmount: undefined })])?.terabytes).toBeUndefined();
  expect(gap([order("C", { status: "unknown" })])?.terabytes).toBeUndefined();
});

test("there is no chart for a single month, or for orders that ended long ago", () => {
  expect(powerByMonth([order("A", { ageDays: 2, miningCycleDays: "5" })], NOW)).toBeUndefined();
  expect(powerByMonth([order("A", { ageDays: 900, miningCycleDays: "5", status: "ended" })], NOW)).toBeUndefined();
});

test("orders that end within 90 days are counted", () => {
  const ends = (days: number) => order(`in ${days}`, { ageDays: 1, miningCycleDays: String(days + 1) });
  const orders = [
    ends(1),
    ends(90),
    ends(91),
    order("over", { ageDays: 30 }),
    order("odd", { orderTimeMs: undefined }),
  ];
  expect(summaryOf(orders, NOW).endingSoon).toBe(2);
  expect(summaryOf([order("A", { status: "paid" })], NOW).endingSoon).toBe(0);
});

test("the power shown first is what is paid, while no order is active", () => {
  const paid = order("paid", { status: "paid", tokenAmount: "10" });
  expect(summaryOf([paid], NOW).power).toEqual({ label: "waiting", terabytes: "10" });
  expect(summaryOf([paid, order("mining")], NOW).power).toEqual({ label: "active", terabytes: "2.5" });
  expect(summaryOf([order("over", { status: "ended" })], NOW).power).toEqual({ label: "active", terabytes: "0" });
  // An order of unknown status may be active.
  expect(summaryOf([paid, order("odd", { status: "unknown" })], NOW).power.label).toBe("active");
});

test("the ring of a cycle is complete on its last day", () => {
  expect([cyclePercent({ day: 1, of: 540 }), cyclePercent({ day: 540, of: 540 })]).toEqual([0.19, 100]);
});
