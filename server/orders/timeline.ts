import Big from "big.js";
import { ZONE_MS } from "~server/i18n/locale";
import { earliestEndMs, type ShownOrder } from "~server/orders/displayed-order";
import { isActive } from "~server/orders/summary";
import { readDecimal } from "~server/purchase/decimal";
import type { Order } from "~server/upstream/orders";

/** More bars than this are no picture that one takes in at once. */
const BARS_MAX = 5;
/** The months of the chart before and after the current one. */
const MONTHS_BEFORE = 5;
const MONTHS_AFTER = 6;

/** A share of a picture in percent: two decimals are finer than a pixel. */
const percentOf = (part: number, whole: number) => Math.round((part / whole) * 10_000) / 100;

/** An order as a bar, from its time to its earliest end; both in percent of the picture's width. */
export interface OrderBar {
  order: Pick<Order, "orderNum" | "plan" | "tokenAmount">;
  orderedMs: number;
  endMs: number;
  fromPercent: number;
  toPercent: number;
}

/** Active orders over time, the next end first. */
export interface OrderTimeline {
  bars: OrderBar[];
  nowMs: number;
  todayPercent: number;
  /** Active orders with a known end that have no bar because others end sooner. */
  further: number;
  /** Active orders that have no bar because their time, their cycle or a later end is not known. */
  withoutEnd: number;
}

interface Span {
  startMs: number;
  endMs: number;
}

/** The time of an order and its earliest end; undefined where one is not known. */
function spanOf(order: Order, nowMs: number): Span | undefined {
  const [startMs, endMs] = [order.orderTimeMs, earliestEndMs(order)];
  return startMs === undefined || endMs === undefined || startMs > nowMs ? undefined : { startMs, endMs };
}

/**
 * The bars of the orders that are mining or pending (behaviour 2.135). One that goes on after its earliest end has no
 * bar: when it ends is not known.
 *
 * @returns undefined where there is no bar
 */
export function orderTimeline(orders: readonly Order[], nowMs: number): OrderTimeline | undefined {
  const active = orders.filter(isActive);
  const known = active
    .flatMap((order) => {
      const span = spanOf(order, nowMs);
      return span && span.endMs > nowMs ? [{ order, ...span }] : [];
    })
    .sort((one, other) => one.endMs - other.endMs);
  const shown = known.slice(0, BARS_MAX);
  if (!shown.length) return undefined;
  const first = Math.min(...shown.map(({ startMs }) => startMs));
  const widthMs = Math.max(...shown.map(({ endMs }) => endMs)) - first;
  return {
    bars: shown.map(({ order: { orderNum, plan, tokenAmount }, startMs, endMs }) => ({
      order: { orderNum, plan, tokenAmount },
      orderedMs: startMs,
      endMs,
      fromPercent: percentOf(startMs - first, widthMs),
      toPercent: percentOf(endMs - first, widthMs),
    })),
    nowMs,
    todayPercent: percentOf(nowMs - first, widthMs),
    further: known.length - shown.length,
    withoutEnd: active.length - known.length,
  };
}

/** The T of one month. */
export interface MonthOfPower {
  /** Such as `2026-11`. */
  month: string;
  /** A decimal; undefined where none could be added, and an order without a place may belong here. */
  terabytes?: string | undefined;
  /** Of the highest month. */
  percent: number;
  isPast: boolean;
}

export interface PowerByMonth {
  months: MonthOfPower[];
  /** Orders that are in no month because their quantity, time or end is not known. */
  withoutPlace: number;
}

/** Months of UTC+8, counted from the year 0. */
function monthNumber(timeMs: number): number {
  const date = new Date(timeMs + ZONE_MS);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

const monthName = (number: number) => `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, "0")}`;

/**
 * The T that were or will be active in each month around the current one (behaviour 2.135): of orders that are mining
 * or pending and of those that have ended, from the time of the order to its earliest end.
 *
 * @returns undefined where there are fewer than two months with anything to show
 */
export function powerByMonth(orders: readonly Order[], nowMs: number): PowerByMonth | undefined {
  const counted = orders.filter((order) => isActive(order) || order.status === "ended");
  const placed = counted.flatMap((order) => {
    const [span, terabytes] = [spanOf(order, nowMs), readDecimal(order.tokenAmount)];
    // An end that does not agree with the status is not the end.
    if (!span || !terabytes?.gt(0) || span.endMs > nowMs !== isActive(order)) return [];
    return [{ from: monthNumber(span.startMs), to: monthNumber(span.endMs), terabytes }];
  });
  const withoutPlace = counted.length - placed.length;
  const now = monthNumber(nowMs);
  const first = Math.max(now - MONTHS_BEFORE, Math.min(...placed.map(({ from }) => from)));
  const last = Math.min(now + MONTHS_AFTER, Math.max(...placed.map(({ to }) => to)));
  if (!placed.length || last <= first) return undefined;
  // What each month adds to the one before it: one addition for an order's begin and one for its end.
  const changes = Array.from({ length: last - first + 2 }, () => new Big(0));
  const add = (month: number, terabytes: Big) => {
    const at = Math.max(month - first, 0);
    changes[at] = changes[at]?.plus(terabytes) ?? terabytes;
  };
  for (const { from, to, terabytes } of placed) {
    if (to < first || from > last) continue;
    add(from, terabytes);
    add(Math.min(to, last) + 1, terabytes.neg());
  }
  let sum = new Big(0);
  const sums = changes.slice(0, -1).map((change) => (sum = sum.plus(change)));
  const highest = Math.max(...sums.map(Number));
  const isPartial = withoutPlace > 0 || orders.some(({ status }) => status === "unknown");
  const months = sums.map((terabytes, at) => ({
    month: monthName(first + at),
    terabytes: terabytes.eq(0) && isPartial ? undefined : terabytes.toFixed(),
    percent: percentOf(Number(terabytes), highest),
    isPast: first + at <= now,
  }));
  return { months, withoutPlace };
}

/** How much of its cycle is over on a day of it, in percent: the day itself counts. */
export const cyclePercent = ({ day, of }: NonNullable<ShownOrder["day"]>): number => percentOf(day, of);
