import { z } from "zod";
import { DEFAULT_PRECISION } from "~server/constants";
import { env } from "~server/env";
import { isObject } from "./answer";
import { imageUrl } from "./links";
import { publicCall, type PublicCaller } from "./public-cache";
import {
  amount,
  decimal,
  isOne,
  line,
  opaque,
  rawStatus,
  symbol,
  timeMs,
  wholeNumber,
  word,
  type Read,
} from "./readers";
import { counted, fields, lenient, list, optional, required } from "./shapes";
import { call, EXCHANGE, type Caller } from "./transport";

/** Decimals beyond those of any coin. */
const PRECISION_MAX = 20;
/** More coins than any platform lists. */
const COINS_MAX = 2_000;

const depositTerms = { depositMin: lenient(amount), depositConfirm: lenient(wholeNumber) };

const chain = fields({ name: required(symbol), mainChainName: required(line(60)), ...depositTerms });

/**
 * A chain to deposit on: `mainChainName` is shown, `name` is the symbol that a deposit address is asked for. The least deposit, a
 * decimal in the coin, and the confirmations it waits for, where sent.
 */
export type Chain = z.output<typeof chain>;

const precision: Read<number> = (value) => {
  const sent = wholeNumber(value);
  return sent !== undefined && sent <= PRECISION_MAX ? sent : undefined;
};

/** How a coin is shown, and the chains it can be deposited on. */
export interface Coin {
  symbol: string;
  showName: string;
  /** Decimals of an amount. */
  showPrecision: number;
  /** 1 or 2: its deposit addresses carry a memo. */
  tagType?: string | undefined;
  chains: Chain[];
}

const coinEntry = fields({
  showName: lenient(line(40)),
  showPrecision: lenient(precision),
  tagType: optional(rawStatus),
  ...depositTerms,
});

/** Coins whose description is unreadable are left out: they are shown by their symbol, with the default precision. */
const marketAnswer = fields({
  market: fields({ coinList: z.custom<Record<string, unknown>>(isObject), followCoinList: z.unknown() }),
}).transform(({ market: { coinList, followCoinList } }): Coin[] =>
  Object.entries(coinList)
    .slice(0, COINS_MAX)
    .flatMap(([name, sent]) => {
      const coin = coinEntry.safeParse(typeof sent === "string" ? { showName: sent } : sent);
      return coin.success && symbol(name) ? [describe(name, coin.data, followers(followCoinList, name))] : [];
    }),
);

function followers(followCoinList: unknown, name: string): Chain[] {
  if (!isObject(followCoinList) || !Object.hasOwn(followCoinList, name)) return [];
  const sent = followCoinList[name];
  return isObject(sent) ? Object.values(sent).flatMap((value) => chain.safeParse(value).data ?? []) : [];
}

/** A coin without followers is its own chain (rulings, "Chains"). */
function describe(name: string, sent: z.output<typeof coinEntry>, chains: Chain[]): Coin {
  const { showName = name, depositMin, depositConfirm } = sent;
  return {
    symbol: name,
    showName,
    showPrecision: sent.showPrecision ?? DEFAULT_PRECISION,
    tagType: sent.tagType,
    chains: chains.length > 0 ? chains : [{ name, mainChainName: showName, depositMin, depositConfirm }],
  };
}

/** The market: every coin has a description, unknown ones the default. */
export interface Market {
  coin(symbol: string): Coin;
}

/**
 * common/public_info_market (section 7): names, precision and chains of the coins. Cached.
 *
 * @throws Refused, Unavailable
 */
export async function market(caller: PublicCaller): Promise<Market> {
  const path = `${EXCHANGE}/common/public_info_market`;
  const { value } = await publicCall(caller, { path, schema: marketAnswer });
  return { coin: (name) => value.find((coin) => coin.symbol === name) ?? describe(name, {}, []) };
}

/** Coins that the platform gave no place in the order come last. */
const LAST = 999_999_999;

const balance = fields(
  {
    symbol: required(symbol),
    allBalance: optional(decimal),
    available: optional(decimal),
    frozen: optional(decimal),
    sort: required((value) => wholeNumber(value) ?? LAST),
    depositOpen: required(isOne),
  },
  { available: "normal_balance", frozen: "lock_balance" },
);

/** The balance of one coin, as exact decimals in that coin; what was not sent is undefined, never 0. */
export type CoinBalance = z.output<typeof balance>;

const balanceAnswer = fields(
  {
    totalBalance: optional(decimal),
    totalBalanceSymbol: optional(symbol),
    coins: z
      .custom<Record<string, unknown>>(isObject)
      .transform((map) =>
        Object.entries(map).map(([name, sent]) => (isObject(sent) ? { ...sent, symbol: name } : sent)),
      )
      .pipe(list(balance))
      .transform((coins) => coins.sort((one, other) => one.sort - other.sort)),
  },
  { coins: "allCoinMap" },
);

/** The balances of an account: `totalBalance` in `totalBalanceSymbol`, and the coins in the platform's order. */
export type AccountBalance = z.output<typeof balanceAnswer>;

/**
 * finance/v5/account_balance (section 7).
 *
 * @param input `coinSymbols` only these coins; all when missing
 * @throws Refused, Expired; Unavailable, also when one balance is unreadable
 */
export function accountBalance(
  caller: Caller,
  { coinSymbols }: { coinSymbols?: readonly string[] } = {},
): Promise<AccountBalance> {
  return call(caller, {
    kind: "read",
    path: `${EXCHANGE}/finance/v5/account_balance`,
    body: { coinSymbols: coinSymbols?.join(",") },
    schema: balanceAnswer,
  });
}

const addressAnswer = fields({ addressStr: required(opaque(256)), addressQRCode: lenient(imageUrl) });

/**
 * finance/get_charge_address (section 7): the deposit address of a chain, exactly as the platform sent it, memo included.
 *
 * @param input `symbol` the `name` of a chain
 * @throws Refused, Expired, Unavailable
 */
export function chargeAddress(caller: Caller, input: { symbol: string }): Promise<z.output<typeof addressAnswer>> {
  return call(caller, {
    kind: "read",
    path: `${EXCHANGE}/finance/get_charge_address`,
    body: { symbol: input.symbol },
    schema: addressAnswer,
  });
}

const deposit = fields(
  {
    createdAt: required(word(40)),
    createdAtMs: lenient(timeMs),
    status: required((value) => env().DEPOSIT_STATUS.get(rawStatus(value) ?? "") ?? "unknown"),
    rawStatus: required((value) => rawStatus(value) ?? ""),
    statusText: lenient(line(60)),
    amount: required(decimal),
    symbol: required(symbol),
    txid: lenient(opaque(200)),
  },
  { createdAtMs: "createdAt", rawStatus: "status", statusText: "status_text" },
);

/** A deposit: `amount` in `symbol`; `createdAt` as sent, `createdAtMs` when it names a moment. */
export type Deposit = z.output<typeof deposit>;

const depositPage = counted("financeList", deposit);

/**
 * record/deposit_list (section 7): one page of deposits of a coin.
 *
 * @param input `page` from 1
 * @throws Refused, Expired; Unavailable, also when one deposit is unreadable
 */
export async function depositList(
  caller: Caller,
  { coinSymbol, page, pageSize }: { coinSymbol: string; page: number; pageSize: number },
): Promise<{ deposits: Deposit[]; count: number }> {
  const { items, count } = await call(caller, {
    kind: "read",
    path: `${EXCHANGE}/record/deposit_list`,
    body: { coinSymbol, page, pageSize },
    schema: depositPage,
  });
  return { deposits: items, count };
}
