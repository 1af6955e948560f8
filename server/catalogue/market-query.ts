import { KEYWORD_MAX_LENGTH, parsePage } from "~server/loader/pagination";
import { orderKey } from "~server/catalogue/plan";
import { readDecimal } from "~server/purchase/decimal";
import { beginningOf, trimmed } from "~server/search-words";
import { amount, symbol } from "~server/upstream/parsers";

/** Any of these parameters makes the page a search of the snapshot. */
const MARKET_QUERY = ["q", "status", "cycle", "coin", "sort"] as const;
export type MarketQueryName = (typeof MARKET_QUERY)[number];

export const MARKET_STATUSES = ["onsale", "presale", "ended", "unknown"] as const;
const MARKET_SORTS = ["available", "price", "daily", "cycle"] as const;

/** An empty text means no filter. */
export interface MarketQuery {
  q: string;
  status: "" | (typeof MARKET_STATUSES)[number];
  cycle: string;
  coin: string;
  sort: "" | (typeof MARKET_SORTS)[number];
  page: number;
}

export type ReadQuery = NonNullable<ReturnType<typeof readMarketQuery>>;

const CYCLE_MAX_LENGTH = 20;

/** Reads the search from the market's URL; undefined if there is none. The first of repeated parameters counts. */
export function readMarketQuery(query: URLSearchParams) {
  if (!MARKET_QUERY.some((name) => query.has(name))) return undefined;
  const sent = (name: MarketQueryName) => trimmed(query.get(name) ?? "");
  const ignored: MarketQueryName[] = [];
  const read = <Value extends string>(name: MarketQueryName, value: Value | undefined): Value | "" => {
    if (value === undefined && sent(name) !== "") ignored.push(name);
    return value ?? "";
  };
  const oneOf = <Word extends string>(name: MarketQueryName, words: readonly Word[]) =>
    read(
      name,
      words.find((word) => word === sent(name)),
    );
  const words = sent("q").replace(/[\p{Cc}\p{Cs}\p{Z}]+/gu, " ");
  const wanted: MarketQuery = {
    q: beginningOf(words, KEYWORD_MAX_LENGTH).trim(),
    status: oneOf("status", MARKET_STATUSES),
    cycle: read("cycle", cycleOf(sent("cycle"))),
    coin: read("coin", symbol(sent("coin"))),
    sort: oneOf("sort", MARKET_SORTS),
    page: parsePage(query.get("page")),
  };
  return { wanted, ignored, isCut: words.length > KEYWORD_MAX_LENGTH };
}

function cycleOf(text: string): string | undefined {
  return text.length <= CYCLE_MAX_LENGTH && /^\d/.test(text) && readDecimal(text) ? amount(text) : undefined;
}

/** Converts the cycle to the format of `Plan.keys.cycle`. */
export function cycleKey({ cycle }: Pick<MarketQuery, "cycle">): string | undefined {
  const days = readDecimal(cycle);
  return days && orderKey(days);
}

export function marketPath(wanted: Partial<MarketQuery>, page = 1): string {
  const query = new URLSearchParams();
  for (const name of MARKET_QUERY) if (wanted[name]) query.set(name, wanted[name]);
  // A search without filters is still a search.
  if (wanted.q !== undefined && query.size === 0) query.set("q", "");
  if (page > 1) query.set("page", String(page));
  const text = query.toString().replace(/\+/g, "%20");
  return text ? `/Index/Power?${text}` : "/Index/Power";
}
