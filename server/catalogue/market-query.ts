import { KEYWORD_MAX_LENGTH, parsePage } from "~server/loader/pagination";
import { orderKey } from "~server/catalogue/plan";
import { readDecimal } from "~server/purchase/decimal";
import { beginningOf } from "~server/search-words";
import { amount, symbol } from "~server/upstream/parsers";

/** The parameters of a search of the market; with one of them the page uses the snapshot (behaviour 2.90). */
const MARKET_QUERY = ["q", "status", "cycle", "coin", "sort"] as const;
export type MarketQueryName = (typeof MARKET_QUERY)[number];

export const MARKET_STATUSES = ["onsale", "presale", "ended", "unknown"] as const;
const MARKET_SORTS = ["available", "price", "daily", "cycle"] as const;

/** A search of the market from a URL; an empty text means no filter. */
export interface MarketQuery {
  q: string;
  status: "" | (typeof MARKET_STATUSES)[number];
  /** Days, as a plain decimal. */
  cycle: string;
  /** The symbol of the coin that pays. */
  coin: string;
  sort: "" | (typeof MARKET_SORTS)[number];
  page: number;
}

/** The search in a URL, and the names of parameters that are unreadable or were cut. */
export interface ReadQuery {
  wanted: MarketQuery;
  ignored: MarketQueryName[];
  isCut: boolean;
}

/** The longest number of days that is read. */
const CYCLE_MAX_LENGTH = 20;

/**
 * Reads the search parameters of the market's URL. Each becomes a known word, a number, a symbol, or a text that is
 * only compared. Of a repeated parameter the first counts.
 *
 * @returns undefined without any: the usual list
 */
export function readMarketQuery(query: URLSearchParams): ReadQuery | undefined {
  if (!MARKET_QUERY.some((name) => query.has(name))) return undefined;
  const sent = (name: MarketQueryName) => (query.get(name) ?? "").trim();
  const ignored: MarketQueryName[] = [];
  const read = <Value extends string>(name: MarketQueryName, value: Value | undefined): Value | "" => {
    if (value === undefined && sent(name) !== "") ignored.push(name);
    return value ?? "";
  };
  const words = sent("q").replace(/[\p{Cc}\p{Cs}\p{Z}]+/gu, " ");
  return {
    wanted: {
      q: beginningOf(words, KEYWORD_MAX_LENGTH).trim(),
      status: read(
        "status",
        MARKET_STATUSES.find((status) => status === sent("status")),
      ),
      cycle: read("cycle", cycleOf(sent("cycle"))),
      coin: read("coin", symbol(sent("coin"))),
      sort: read(
        "sort",
        MARKET_SORTS.find((sort) => sort === sent("sort")),
      ),
      page: parsePage(query.get("page")),
    },
    ignored,
    isCut: words.length > KEYWORD_MAX_LENGTH,
  };
}

function cycleOf(text: string): string | undefined {
  return text.length <= CYCLE_MAX_LENGTH && /^\d/.test(text) && readDecimal(text) ? amount(text) : undefined;
}

/** The number of days as in `Plan.keys.cycle`; undefined for none. */
export function cycleKey({ cycle }: Pick<MarketQuery, "cycle">): string | undefined {
  const days = readDecimal(cycle);
  return days && orderKey(days);
}

/** The URL of a page of the market: of a search, or of the usual list. */
export function marketPath(wanted: Partial<MarketQuery>, page = 1): string {
  const query = new URLSearchParams();
  for (const name of MARKET_QUERY) if (wanted[name]) query.set(name, wanted[name]);
  // A search without filters matches everything.
  if (wanted.q !== undefined && query.size === 0) query.set("q", "");
  if (page > 1) query.set("page", String(page));
  const text = query.toString().replace(/\+/g, "%20");
  return text ? `/Index/Power?${text}` : "/Index/Power";
}
