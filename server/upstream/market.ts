import { z } from "zod";
import { DEFAULT_PRECISION } from "~server/specification";
import { isObject } from "@storefront/upstream-client/json";
import { cachedRead, EXCHANGE, type PublicContext, type ReadOptions } from "./client";
import { amount, decimal, symbol, wholeNumber, words, type Read } from "./parsers";
import { fields, oneLine, optionalOnError, optional, readRows, required } from "./schemas";

/** Decimals beyond those of any coin. */
const PRECISION_MAX = 20;
/** Coins and chains of the market together. A market with more is not read: it would block the process. */
export const COINS_AND_CHAINS_MAX = 10_000;

/**
 * Whether deposit addresses carry a memo (behaviour 7.25): 1 and 2 (or true) mean yes, 0 (or false) no. Any other value
 * is unclear, because a deposit without its memo is lost.
 */
const memo: Read<"yes" | "no" | "unclear"> = (value) => {
  const sent = typeof value === "boolean" ? String(Number(value)) : decimal(value);
  if (sent === "1" || sent === "2") return "yes";
  return sent === "0" ? "no" : "unclear";
};

/** Whether a chain takes deposits: all do, except with 0. */
const openness: Read<boolean> = (value) => {
  if (typeof value === "boolean") return value;
  const sent = decimal(value);
  return sent === undefined ? undefined : sent !== "0";
};

const chain = fields(
  {
    name: required(symbol),
    mainChainName: required(oneLine(60)),
    memo: optional(memo),
    isOpen: optional(openness),
    depositMin: optionalOnError(amount),
    depositConfirm: optionalOnError(wholeNumber),
  },
  { memo: "tagType", isOpen: "depositOpen" },
);

/**
 * A chain to deposit on: `mainChainName` is shown, `name` is the symbol for requesting a deposit address. The least
 * deposit, a decimal in the coin, and the confirmations it waits for, where sent.
 */
export type Chain = Omit<z.output<typeof chain>, "memo" | "isOpen"> & {
  /** The chain's own word, else the coin's. */
  memo: "yes" | "no" | "unclear";
  isOpen: boolean;
};

/**
 * The chains of a coin in the market (behaviour 7.21). `unreadable` counts those that were sent without a usable name.
 * Without chains: the coin list lacks the coin, or describes it unreadably, or does not list its chains.
 */
export type Networks =
  | { state: "sent"; chains: Chain[]; unreadable: number }
  | { state: "unlistedCoin" | "unreadableCoin" | "unreadableNetworks" };

/** How a coin is shown, and the chains it can be deposited on. */
export interface Coin {
  symbol: string;
  /** Unlike that of any other coin. */
  showName: string;
  /** Decimals of an amount. */
  showPrecision: number;
  networks: Networks;
}

const precision: Read<number> = (value) => {
  const sent = wholeNumber(value);
  return sent !== undefined && sent <= PRECISION_MAX ? sent : undefined;
};

const coinEntry = fields(
  { showName: optionalOnError(oneLine(40)), showPrecision: optionalOnError(precision), memo: optional(memo) },
  { memo: "tagType" },
);

/** How many coins and chains there are, whatever they are. */
function sizeOf(coinList: unknown, followCoinList: unknown): number {
  const followed = isObject(followCoinList) ? Object.values(followCoinList) : [];
  return [coinList, ...followed].filter(isObject).reduce((sum, list) => sum + Object.keys(list).length, 0);
}

const marketResponse = fields({
  market: fields({ coinList: z.custom<Record<string, unknown>>(isObject), followCoinList: z.unknown() }).refine(
    ({ coinList, followCoinList }) => sizeOf(coinList, followCoinList) <= COINS_AND_CHAINS_MAX,
    "more coins and chains than can be read",
  ),
}).transform(({ market: { coinList, followCoinList } }): Coin[] => {
  const coins = Object.entries(coinList)
    .filter(([name]) => symbol(name) !== undefined)
    .map(([name, sent]) => describe(name, sent, followCoinList));
  return toldApart(coins, followerNames(coinList, followCoinList));
});

/** Names of coins that are networks of another coin, and so have its name. */
function followerNames(coinList: Record<string, unknown>, followCoinList: unknown): Set<string> {
  const marked = Object.entries(coinList).filter(([, sent]) => isObject(sent) && decimal(sent.mainChainType) === "2");
  const listed = Object.entries(isObject(followCoinList) ? followCoinList : {}).flatMap(([main, sent]) =>
    Object.keys(isObject(sent) ? sent : {}).filter((name) => name !== main),
  );
  return new Set([...marked.map(([name]) => name), ...listed]);
}

/** Adds their own names, in brackets, to coins with one name; a follower that has its coin's does not count. */
function toldApart(coins: readonly Coin[], areFollowers: ReadonlySet<string>): Coin[] {
  const places = new Map<string, { coins: number; main: number }>();
  for (const { symbol: own, showName } of coins) {
    const { coins: all, main } = places.get(showName) ?? { coins: 0, main: 0 };
    places.set(showName, { coins: all + 1, main: areFollowers.has(own) ? main : main + 1 });
  }
  return coins.map((coin) => {
    const sharing = places.get(coin.showName)?.[areFollowers.has(coin.symbol) ? "coins" : "main"] ?? 0;
    return sharing > 1 ? { ...coin, showName: withOwnName(coin) } : coin;
  });
}

const withOwnName = ({ symbol: own, showName }: Pick<Coin, "symbol" | "showName">) => `${showName} (${own})`;

/** One coin of the list; an unreadable one does not hide the others. */
function describe(name: string, sent: unknown, followCoinList: unknown): Coin {
  // An object, or just the name to show.
  const [coin] = readRows(coinEntry, [words(40)(sent) === undefined ? sent : { showName: sent }]).items;
  if (!coin) return unknownCoin(name, "unreadableCoin");
  const { showName = name, showPrecision = DEFAULT_PRECISION, memo: coinMemo = "no" } = coin;
  // The terms of a coin that is its own chain are beside its name.
  const own = { ...(isObject(sent) ? sent : {}), name, mainChainName: showName };
  const chains = followers(followCoinList, name, own);
  const networks: Networks = chains ? readChains(chains, coinMemo) : { state: "unreadableNetworks" };
  return { symbol: name, showName, showPrecision, networks };
}

/**
 * The chains of a coin as sent: its followers, or the coin itself when a readable list has none for it (no entry, or an
 * empty one). Undefined where the list cannot be read: the coin might have followers.
 */
function followers(followCoinList: unknown, name: string, own: unknown): unknown[] | undefined {
  if (!isObject(followCoinList)) return undefined;
  if (!Object.hasOwn(followCoinList, name)) return [own];
  const sent = followCoinList[name];
  if (!isObject(sent)) return undefined;
  const chains = Object.values(sent);
  return chains.length > 0 ? chains : [own];
}

/**
 * Chains with the same name are all unreadable: a deposit address is requested by name, so it could belong to any of
 * them.
 */
function readChains(sent: readonly unknown[], coinMemo: Chain["memo"]): Networks {
  const seen = new Map<unknown, number>();
  for (const value of sent) {
    if (isObject(value)) seen.set(value.name, (seen.get(value.name) ?? 0) + 1);
  }
  const chains = readRows(chain, sent)
    .items.filter(({ name }) => seen.get(name) === 1)
    .map((read): Chain => ({ ...read, memo: read.memo ?? coinMemo, isOpen: read.isOpen ?? true }));
  return { state: "sent", chains, unreadable: sent.length - chains.length };
}

/** A coin by its symbol, with the default precision. */
function unknownCoin(name: string, state: "unlistedCoin" | "unreadableCoin"): Coin {
  return { symbol: name, showName: name, showPrecision: DEFAULT_PRECISION, networks: { state } };
}

/** The market: every coin has a description, unknown ones the default and no chains. */
export interface Market {
  coin: (symbol: string) => Coin;
}

/** How a coin and its amounts are shown (behaviour 9.11): without the market by its symbol, and with 8 decimals. */
export function displayOf(coins: Market | undefined, symbol: string | undefined) {
  const coin = symbol === undefined ? undefined : coins?.coin(symbol);
  return { showName: coin?.showName ?? symbol, precision: coin?.showPrecision ?? DEFAULT_PRECISION };
}

/**
 * common/public_info_market (behaviour 7.28): names, precision and chains of the coins. Cached.
 *
 * @param options `fresh`: call the upstream now and use no cached response (behaviour 7.22)
 * @throws UpstreamRejected, UpstreamUnavailable
 */
export async function market(upstreamContext: PublicContext, options?: ReadOptions): Promise<Market> {
  const path = `${EXCHANGE}/common/public_info_market`;
  const { value } = await cachedRead(upstreamContext, { path, schema: marketResponse }, options);
  const bySymbol = new Map(value.map((coin) => [coin.symbol, coin]));
  const names = new Set(value.map(({ showName }) => showName));
  return {
    coin: (name) => {
      const coin = bySymbol.get(name) ?? unknownCoin(name, "unlistedCoin");
      return bySymbol.has(name) || !names.has(name) ? coin : { ...coin, showName: withOwnName(coin) };
    },
  };
}
