import { cycleKey, MARKET_STATUSES, type MarketQuery } from "~server/catalogue/market-query";
import { type Plan, wordsOf } from "~server/catalogue/plan";
import type { Snapshot } from "~server/catalogue/snapshot";
import { sharedTurn } from "@storefront/resilience/shared-turns";
import { pagesOf } from "~server/loader/pagination";

export const MARKET_PAGE_SIZE = 20;

const CHOICES_MAX = 60;

export interface Choices {
  status: Plan["status"][];
  cycle: string[];
  /** Symbols, most frequent first. */
  coin: string[];
}

const offered = new WeakMap<Snapshot, Choices>();

/** Number of plans searched without a pause; searching ten thousand takes up to 0.4 s. */
const PLANS_PER_PIECE = 100;

/** Finds plans that contain all words and match each filter; money is sorted within a coin, the most frequent first. */
export async function searchPlans({ plans }: Snapshot, wanted: MarketQuery) {
  const words = wordsOf(wanted.q);
  const days = cycleKey(wanted);
  const isWanted = (plan: Plan) =>
    (wanted.status === "" || plan.status === wanted.status) &&
    (wanted.coin === "" || plan.paySymbol === wanted.coin) &&
    (days === undefined || plan.keys.cycle === days) &&
    words.every((word) => plan.text.includes(word));
  const found: Plan[] = [];
  for (let at = 0; at < plans.length; at += PLANS_PER_PIECE) {
    await sharedTurn();
    found.push(...plans.slice(at, at + PLANS_PER_PIECE).filter(isWanted));
  }
  const byCoin = countsOf(found, ({ paySymbol }) => paySymbol);
  const sorted = sortPlans(found, wanted.sort, byCoin);
  const pages = Math.max(1, pagesOf(sorted.length, MARKET_PAGE_SIZE));
  const page = Math.min(wanted.page, pages);
  const before = (page - 1) * MARKET_PAGE_SIZE;
  return {
    plans: sorted.slice(before, before + MARKET_PAGE_SIZE),
    count: sorted.length,
    page,
    pages,
    before,
    /** Amounts in different coins cannot be compared. */
    hasSeveralCoins: byCoin.size > 1,
  };
}

/** Sorts `found` in place; unknown values come last. */
function sortPlans(found: Plan[], sort: MarketQuery["sort"], byCoin: ReadonlyMap<string, number>): Plan[] {
  if (sort === "") return found;
  if (sort === "available") return found.sort((one, other) => one.place - other.place);
  const keyOf = ({ keys }: Plan) => keys[sort] ?? "~";
  const places = new Map([...byCoin.keys()].map((coin, place) => [coin, place]));
  const coinOf = ({ paySymbol }: Plan) => (paySymbol === undefined ? places.size : (places.get(paySymbol) ?? 0));
  return found.sort((one, other) => {
    const apart = sort === "cycle" ? 0 : coinOf(one) - coinOf(other);
    if (apart !== 0) return apart;
    const [left, right] = [keyOf(one), keyOf(other)];
    return left < right ? -1 : left > right ? 1 : 0;
  });
}

/** Returns the choices of each filter, and the requested value even if no plan has it. */
export function choicesOf(snapshot: Snapshot, wanted: MarketQuery): Choices {
  const choices = offered.get(snapshot) ?? choicesIn(snapshot.plans);
  offered.set(snapshot, choices);
  const days = cycleKey(wanted);
  const hasDays = days === undefined || choices.cycle.some((cycle) => cycleKey({ cycle }) === days);
  return {
    status: withWanted(choices.status, wanted.status || undefined),
    cycle: hasDays ? choices.cycle : [...choices.cycle, wanted.cycle],
    coin: withWanted(choices.coin, wanted.coin || undefined),
  };
}

function choicesIn(plans: readonly Plan[]): Choices {
  const has = new Set(plans.map(({ status }) => status));
  // Equal numbers of days are written as in the first plan.
  const cycles = new Map<string, string>();
  for (const { keys, miningCycleDays } of plans) {
    if (keys.cycle && miningCycleDays && !cycles.has(keys.cycle)) cycles.set(keys.cycle, miningCycleDays);
  }
  const inOrder = [...cycles].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, days]) => days);
  return {
    status: MARKET_STATUSES.filter((status) => has.has(status)),
    cycle: inOrder.slice(0, CHOICES_MAX),
    coin: [...countsOf(plans, ({ paySymbol }) => paySymbol).keys()].slice(0, CHOICES_MAX),
  };
}

const withWanted = <Value extends string>(values: readonly Value[], wanted: Value | undefined): Value[] =>
  wanted === undefined || values.includes(wanted) ? [...values] : [...values, wanted];

function countsOf(plans: readonly Plan[], valueOf: (plan: Plan) => string | undefined): Map<string, number> {
  const counts = new Map<string, number>();
  for (const plan of plans) {
    const value = valueOf(plan);
    if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return new Map([...counts].sort(([, one], [, other]) => other - one));
}
