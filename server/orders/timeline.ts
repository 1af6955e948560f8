import Big from "big.js";
import { ZONE_MS } from "~server/i18n/locale";
import { earliestEndMs, percentOf } from "~server/orders/displayed-order";
import { isActive } from "~server/orders/summary";
import { readDecimal } from "~server/purchase/decimal";
import type { Order } from "~server/upstream/orders";

/** More bars could not be read at a glance. */
const BARS_MAX = 5;
const MONTHS_BEFORE = 5;
const MONTHS_AFTER = 6;

/** Bar from the order's time to its earliest end, in percent of the picture's width. */
export interface OrderBar {
  order: Pick<Order, "orderNum" | "plan" | "tokenAmount">;
  orderedMs: number;
  endMs: number;
  fromPercent: number;
  toPercent: number;
}

export interface OrderTimeline {
  bars: OrderBar[];
  nowMs: number;
  todayPercent: number;
  /** Number of active orders that end later than those with a bar. */
  further: number;
  /** Number of active orders without a known time, cycle or future end. */
  withoutEnd: number;
}

interface Span {
  startMs: number;
  endMs: number;
}

function spanOf(order: Order, nowMs: number): Span | undefined {
  const [startMs, endMs] = [order.orderTimeMs, earliestEndMs(order)];
  return startMs === undefined || endMs === undefined || startMs > nowMs ? undefined : { startMs, endMs };
}

/** Returns the bars of active orders; undefined if there are none. An order past its earliest end has no bar. */
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

export interface MonthOfPower {
  month: string;
  /** Undefined if no quantity is known but further orders may belong to this month. */
  terabytes?: string | undefined;
  /** Percentage of the highest month. */
  percent: number;
  isPast: boolean;
}

export interface PowerByMonth {
  months: MonthOfPower[];
  /** Number of orders without a known quantity, time or end. */
  withoutPlace: number;
}

/** Counts months from the year 0, in UTC+8. */
function monthNumber(timeMs: number): number {
  const date = new Date(timeMs + ZONE_MS);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

const monthName = (number: number) => `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, "0")}`;

/** Returns the active terabytes of each month around the current one; undefined for fewer than two months. */
export function powerByMonth(orders: readonly Order[], nowMs: number): PowerByMonth | undefined {
  const counted = orders.filter((order) => isActive(order) || order.status === "ended");
  const placed = counted.flatMap((order) => {
    const [span, terabytes] = [spanOf(order, nowMs), readDecimal(order.tokenAmount)];
    // Ignores an earliest end that contradicts the order's status.
    if (!span || !terabytes?.gt(0) || span.endMs > nowMs !== isActive(order)) return [];
    return [{ from: monthNumber(span.startMs), to: monthNumber(span.endMs), terabytes }];
  });
  const withoutPlace = counted.length - placed.length;
  const now = monthNumber(nowMs);
  const first = Math.max(now - MONTHS_BEFORE, Math.min(...placed.map(({ from }) => from)));
  const last = Math.min(now + MONTHS_AFTER, Math.max(...placed.map(({ to }) => to)));
  if (!placed.length || last <= first) return undefined;
  // Difference of each month to the month before.
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
