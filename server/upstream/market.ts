import { z } from "zod";
import { perLocale } from "~/i18n/locales";
import type { Locale } from "~server/i18n/locale";
import { DEFAULT_PRECISION } from "~server/specification";
import { isObject } from "@storefront/upstream-client/json";
import { PUBLIC_INFO } from "./captcha";
import { anonymousCall, cachedRead, EXCHANGE, type PublicContext, type ReadOptions } from "./client";
import { amount, decimal, place, symbol, SYMBOL_MAX_LENGTH, wholeNumber, type Read } from "./parsers";
import { fields, inEveryLocale, isAbsent, oneLine, optionalOnError, optional, readRows, required } from "./schemas";

/** More decimals than any coin has. */
const PRECISION_MAX = 20;
/** Maximum of coins and chains together. Reading a larger market would block the event loop. */
export const COINS_AND_CHAINS_MAX = 3_000;

/** Maximum of a coin's chains, because a page renders all of them in one turn. */
export const CHAINS_MAX = 500;

/** Need for a memo in deposits: `unsaid` if chain and coin lack `tagType`, `unclear` for unknown values. */
export type MemoNeed = "none" | "optional" | "required" | "unsaid" | "unclear";

const memo: Read<MemoNeed> = (value) => {
  if (typeof value === "boolean") return value ? "required" : "none";
  const needs: Record<string, MemoNeed> = { 0: "none", 1: "optional", 2: "required" };
  return needs[decimal(value) ?? ""] ?? "unclear";
};

/** A chain accepts deposits unless its value is 0 or false. */
const openness: Read<boolean> = (value) => {
  if (typeof value === "boolean") return value;
  const sent = decimal(value);
  return sent === undefined ? undefined : sent !== "0";
};

/** A name without letters or digits, such as `-`, counts as missing. */
const networkName = (locale: Locale): Read<string> => {
  const read = oneLine(60, locale);
  return (value) => {
    const name = read(value);
    return name !== undefined && /[\p{L}\p{N}]/u.test(name) ? name : undefined;
  };
};

const allNames: Read<string[]> = (value) => {
  const names = inEveryLocale(value)?.flatMap((name) => oneLine(60)(name) ?? []);
  return names?.length ? names : undefined;
};

const chain = perLocale((locale) =>
  fields({
    name: required(symbol),
    mainChainName: required(networkName(locale)),
    mainChainNames: optionalOnError(allNames, "mainChainName"),
    memo: optional(memo, "tagType"),
    isOpen: optional(openness, "depositOpen"),
    isFollowerOpen: optional(openness, "followCoinDepositOpen"),
    sort: required(place),
    depositMin: optionalOnError(amount),
    depositConfirm: optionalOnError(wholeNumber),
  }),
);

/** Pages show `mainChainName`; `name` is the symbol for requesting an address; `depositMin` is in units of the coin. */
export type Chain = Omit<z.output<(typeof chain)[Locale]>, "memo" | "isOpen" | "isFollowerOpen" | "sort"> & {
  memo: MemoNeed;
  isOpen: boolean;
};

/** The chains of a coin. `unreadable` is the number of chains without a usable name. */
export type Networks =
  | { state: "sent"; chains: Chain[]; unreadable: number }
  | { state: "unlistedCoin" | "unreadableCoin" | "unreadableNetworks" };

export interface Coin {
  symbol: string;
  /** Unique among all coins. */
  showName: string;
  /** All names sent for the coin, in every language, without brackets, and those of the coin whose network it is. */
  names: readonly string[];
  showPrecision: number;
  networks: Networks;
}

const precision: Read<number> = (value) => {
  const sent = wholeNumber(value);
  return sent !== undefined && sent <= PRECISION_MAX ? sent : undefined;
};

const coinEntry = perLocale((locale) =>
  fields({
    showName: optionalOnError(oneLine(40, locale)),
    showNames: optionalOnError(allNames, "showName"),
    showPrecision: optionalOnError(precision),
    memo: optional(memo, "tagType"),
  }),
);

function sizeOf(coinList: unknown, followCoinList: unknown): number {
  const followed = isObject(followCoinList) ? Object.values(followCoinList) : [];
  return [coinList, ...followed].filter(isObject).reduce((sum, list) => sum + Object.keys(list).length, 0);
}

interface Sent {
  coinList: Record<string, unknown>;
  followCoinList: unknown;
  /** Coins that `followCoinList` names, in lower case. */
  followed: ReadonlySet<string>;
  locale: Locale;
  /** Names of the chains that at least one row closes, in lower case. */
  closed: ReadonlySet<string>;
  /** Returns a coin's displayed name. Cached, because thousands of chains may need that of one coin. */
  shownName: (name: string) => unknown;
}

const sentMarket = fields({
  market: fields({ coinList: z.custom<Record<string, unknown>>(isObject), followCoinList: z.unknown() }).refine(
    ({ coinList, followCoinList }) => sizeOf(coinList, followCoinList) <= COINS_AND_CHAINS_MAX,
    "more coins and chains than can be read",
  ),
});

/** Maximum names of a coin, in all languages and as a network. Each closed network is compared with each name. */
export const COIN_NAMES_MAX = 200;

const marketResponse = perLocale((locale) =>
  sentMarket
    .transform(({ market: { coinList, followCoinList } }): Coin[] => {
      const closed = closedNames(coinList, followCoinList);
      const followed = new Set(Object.keys(isObject(followCoinList) ? followCoinList : {}).map(lower));
      const shown = new Map<string, unknown>();
      const shownName = (name: string) => {
        if (!shown.has(name)) shown.set(name, shownNameIn(coinList, name));
        return shown.get(name);
      };
      const sentTogether: Sent = { coinList, followCoinList, followed, locale, closed, shownName };
      const coins = Object.entries(coinList)
        .filter(([name]) => symbol(name) !== undefined)
        .map(([name, sent]) => describe(name, sent, sentTogether));
      return toldApart(withMainNames(coins, followCoinList), followerNames(coinList, followCoinList));
    })
    .refine((coins) => coins.every(({ names }) => names.length <= COIN_NAMES_MAX), "more names than can be compared"),
);

const OPEN_FIELDS = ["depositOpen", "followCoinDepositOpen"] as const;
const saysClosed = (row: Record<string, unknown>) => OPEN_FIELDS.some((name) => openness(row[name]) === false);

/** Returns a name as text; "" for one that is too long for a symbol. V8 hashes long keys of a map only by length. */
function word(name: unknown): string {
  const text = isObject(name) || Array.isArray(name) ? "" : String(name);
  return text.length > SYMBOL_MAX_LENGTH ? "" : text;
}
/** Converts a name to lower case: lists may spell it differently, and a call may treat the spellings as one. */
const lower = (name: unknown) => word(name).toLowerCase();

/** Returns closed networks: one closed as a coin is closed as another coin's follower too, and vice versa. */
function closedNames(coinList: Record<string, unknown>, followCoinList: unknown): Set<string> {
  const followers = Object.values(isObject(followCoinList) ? followCoinList : {}).flatMap((sent) =>
    Object.values(isObject(sent) ? sent : {}).flatMap((row) => (isObject(row) ? [[row.name, row] as const] : [])),
  );
  const coins = Object.entries(coinList).flatMap(([name, row]) => (isObject(row) ? [[name, row] as const] : []));
  return new Set([...coins, ...followers].flatMap(([name, row]) => (saysClosed(row) ? lower(name) : [])));
}

/** Adds the main coin's names to a network that is listed as a coin too, because flags use those names. */
function withMainNames(coins: readonly Coin[], followCoinList: unknown): Coin[] {
  const namesOf = new Map(coins.map(({ symbol: own, names }) => [own, names]));
  const mains = new Map<string, Set<string>>();
  for (const [main, sent] of Object.entries(isObject(followCoinList) ? followCoinList : {})) {
    const followers = Object.values(isObject(sent) ? sent : {}).filter(isObject);
    for (const name of new Set(followers.map((row) => word(row.name)))) {
      if (!namesOf.has(name)) continue;
      const names = mains.get(name) ?? new Set();
      mains.set(name, names);
      for (const mainName of namesOf.get(main) ?? [main]) names.add(mainName);
    }
  }
  return coins.map((coin) => ({ ...coin, names: [...new Set([...coin.names, ...(mains.get(coin.symbol) ?? [])])] }));
}

/** Returns the coins that are networks of another coin, and may therefore have its name. */
function followerNames(coinList: Record<string, unknown>, followCoinList: unknown): Set<string> {
  const marked = Object.entries(coinList).filter(([, sent]) => isObject(sent) && decimal(sent.mainChainType) === "2");
  const listed = Object.entries(isObject(followCoinList) ? followCoinList : {}).flatMap(([main, sent]) =>
    Object.keys(isObject(sent) ? sent : {}).filter((name) => name !== main),
  );
  return new Set([...marked.map(([name]) => name), ...listed]);
}

/** Appends the symbol, in brackets, to coins with equal names. A follower with its coin's name does not count. */
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

function describe(name: string, sent: unknown, { followCoinList, followed, locale, closed, shownName }: Sent): Coin {
  // The coin is an object, or just its displayed name.
  const isName = typeof sent === "string" && oneLine(40, locale)(sent) !== undefined;
  const [coin] = readRows(coinEntry[locale], [isName ? { showName: sent } : sent]).items;
  if (!coin) return unknownCoin(name, "unreadableCoin");
  const { showName = name, showNames = [], showPrecision = DEFAULT_PRECISION, memo: coinMemo = "unsaid" } = coin;
  const names = [...new Set([name, showName, ...showNames])];
  const own = { ...(isObject(sent) ? sent : {}), name };
  const isOwnClosed = saysClosed(own);
  const followers = followersOf(own, followCoinList, followed);
  const isOwnName = (base: string) => names.some((one) => one.toLowerCase() === base.toLowerCase());
  /** A chain without a name gets that of the coin it runs on, unless that is this coin. */
  const withNetwork = (row: Record<string, unknown>, otherwise?: string) => {
    if (!isAbsent(row.mainChainName)) return row;
    const base = isAbsent(row.tokenBase) ? name : symbol(row.tokenBase);
    const mainChainName = base !== undefined && isOwnName(base) ? otherwise : base && shownName(base);
    return { ...row, mainChainName };
  };
  /** A chain without a state is as open as its coin. */
  const withState = (row: Record<string, unknown>) => {
    const isUnsaid = OPEN_FIELDS.every((flag) => isAbsent(row[flag]));
    const isClosed = closed.has(lower(row.name)) || (isUnsaid && isOwnClosed);
    return isClosed ? { ...row, followCoinDepositOpen: 0 } : row;
  };
  const chains = followers?.map((row) => (isObject(row) ? withState(withNetwork(row)) : row));
  const networks: Networks = chains
    ? readChains(chains.length > 0 ? chains : [withState(withNetwork(own, name))], { coinMemo, locale })
    : { state: "unreadableNetworks" };
  return { symbol: name, showName, names, showPrecision, networks };
}

function shownNameIn(coinList: Record<string, unknown>, name: string): unknown {
  const coin = Object.hasOwn(coinList, name) ? coinList[name] : undefined;
  const sent = isObject(coin) ? coin.showName : undefined;
  return oneLine(40)(sent) === undefined ? name : sent;
}

/**
 * Returns the followers of a coin as sent; [] if the coin is its own chain: the list has none for it, or there is no
 * list and the coin is not a main coin and names its network. Undefined if followers may be unreadable.
 */
function followersOf(
  { name, mainChainName, mainChainType }: Record<string, unknown> & { name: string },
  followCoinList: unknown,
  followed: Sent["followed"],
): unknown[] | undefined {
  const isListed = isObject(followCoinList) && Object.hasOwn(followCoinList, name);
  if (!isListed && followed.has(lower(name))) return undefined;
  const sent = isListed ? followCoinList[name] : followCoinList;
  if (isObject(sent)) return isListed ? Object.values(sent) : [];
  const isUnsent = sent == null || (Array.isArray(sent) && sent.length === 0);
  return isUnsent && !isAbsent(mainChainName) && !isMainCoin(mainChainType) ? [] : undefined;
}

/** True if `mainChainType` is 1 or cannot be read. */
function isMainCoin(mainChainType: unknown): boolean {
  if (isAbsent(mainChainType) || mainChainType === false) return false;
  return (decimal(mainChainType) ?? "1") === "1";
}

/** Drops chains that share a name, because an address requested by that name could belong to any of them. */
function readChains(sent: readonly unknown[], { coinMemo, locale }: { coinMemo: MemoNeed; locale: Locale }): Networks {
  const seen = new Map<string, number>();
  for (const value of sent) {
    if (isObject(value)) seen.set(lower(value.name), (seen.get(lower(value.name)) ?? 0) + 1);
  }
  const chains = readRows(chain[locale], sent, CHAINS_MAX)
    .items.filter(({ name }) => seen.get(lower(name)) === 1)
    .sort((one, other) => one.sort - other.sort)
    .map(({ isOpen = true, isFollowerOpen = true, sort: _, ...read }): Chain => {
      return { ...read, memo: read.memo ?? coinMemo, isOpen: isOpen && isFollowerOpen };
    });
  return { state: "sent", chains, unreadable: sent.length - chains.length };
}

function unknownCoin(name: string, state: "unlistedCoin" | "unreadableCoin"): Coin {
  return { symbol: name, showName: name, names: [name], showPrecision: DEFAULT_PRECISION, networks: { state } };
}

/** Describes every coin; unknown coins have the default precision and no chains. */
export interface Market {
  coin: (symbol: string) => Coin;
}

export function displayOf(coins: Market | undefined, symbol: string | undefined) {
  const coin = symbol === undefined ? undefined : coins?.coin(symbol);
  const name = coin?.showName ?? symbol;
  return { showName: name && unbrokenName(name), precision: coin?.showPrecision ?? DEFAULT_PRECISION };
}

/** Longer names may need more than one line. */
const UNBROKEN_NAME_MAX = 12;

/** Matches the places where browsers may break a short name: after hyphens and slashes, and beside non-ASCII. */
const BREAKABLE = /[-/](?=[\p{L}\p{N}])|\w(?=[^\p{ASCII}\s\p{M}])|[^\p{ASCII}\s](?=[\p{L}\p{N}])/gu;

/** Prevents line breaks in a short name. */
export function unbrokenName(name: string): string {
  return name.length > UNBROKEN_NAME_MAX ? name : name.replace(/ /g, "\u00a0").replace(BREAKABLE, "$&\u2060");
}

/** Reads names, precision and chains of the coins. Cached unless `fresh`. */
export async function market(upstreamContext: PublicContext, options?: ReadOptions): Promise<Market> {
  const path = `${EXCHANGE}/common/public_info_market`;
  const schema = marketResponse[upstreamContext.locale];
  const { value } = await cachedRead(upstreamContext, { path, schema }, options);
  const bySymbol = new Map(value.map((coin) => [coin.symbol, coin]));
  const shown = new Set(value.map(({ showName }) => showName));
  return {
    coin: (name) => {
      const coin = bySymbol.get(name) ?? unknownCoin(name, "unlistedCoin");
      return bySymbol.has(name) || !shown.has(name) ? coin : { ...coin, showName: withOwnName(coin) };
    },
  };
}

/** A flag such as `usdt_open_omni`, which closes the network `omni` of USDT; all in lower case. */
export interface ClosedNetwork {
  flag: string;
  coin: string;
  network: string;
}

const OPEN_FLAG = "_open_";
const IS_FLAG = /_open_/i;

export const CLOSED_NETWORKS_MAX = 1_000;
/** Maximum length of all their names together, because each word is searched for in each network of a coin. */
export const CLOSED_NAMES_MAX_LENGTH = 4_000;
const FLAG_MAX_LENGTH = SYMBOL_MAX_LENGTH + OPEN_FLAG.length + CLOSED_NAMES_MAX_LENGTH;

/** Reads the flags that close a network, from the public info or one of its parts, up to one more than the limit. */
export function closedIn(sent: Record<string, unknown>): ClosedNetwork[] {
  const closed: ClosedNetwork[] = [];
  for (const [flag, value] of [sent, ...Object.values(sent).filter(isObject)].flatMap(Object.entries)) {
    if (closed.length > CLOSED_NETWORKS_MAX) break;
    // An unreadable flag does not count as open.
    if (!IS_FLAG.test(flag) || isAbsent(value) || openness(value) === true) continue;
    closed.push(...networkOf(flag));
  }
  return closed;
}

function networkOf(flag: string): ClosedNetwork[] {
  // Too long for any response to be used; splitting it could take a second.
  if (flag.length > FLAG_MAX_LENGTH) return [{ flag, coin: "", network: flag }];
  const [coin, ...words] = flag.toLowerCase().split(OPEN_FLAG);
  const network = words.join(OPEN_FLAG);
  return coin && network ? [{ flag, coin, network }] : [];
}

const closedNetworksResponse = z
  .custom<Record<string, unknown>>(isObject)
  .transform(closedIn)
  .refine(
    (closed) =>
      closed.length <= CLOSED_NETWORKS_MAX &&
      closed.reduce((sum, { network }) => sum + network.length, 0) <= CLOSED_NAMES_MAX_LENGTH,
    "more closed networks than can be compared",
  );

/** Reads the networks that the public info closes for deposits. Never cached. */
export function closedNetworks(upstreamContext: PublicContext): Promise<ClosedNetwork[]> {
  return anonymousCall(upstreamContext, { path: PUBLIC_INFO, schema: closedNetworksResponse });
}
