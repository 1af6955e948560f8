import { z } from "zod";
import { env } from "~server/env";
import { isObject } from "./answer";
import { imageUrl } from "./links";
import { decimal, isOne, line, opaque, rawStatus, symbol, timeMs, wholeNumber, word } from "./readers";
import { counted, fields, lenient, list, optional, required } from "./shapes";
import { call, EXCHANGE, type Caller } from "./transport";

/** Coins that the platform gave no place in the order come last. */
const LAST = 999_999_999;

/** The balance of one coin, as exact decimals in that coin; what was not sent is undefined, never 0. */
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
 * finance/v5/account_balance (behaviour 7.42).
 *
 * @param input `coinSymbols` only these coins; all when missing
 * @throws Refused, Expired; Unavailable, also when one balance is unreadable
 */
export function accountBalance(
  caller: Caller,
  { coinSymbols = [] }: { coinSymbols?: readonly string[] } = {},
): Promise<AccountBalance> {
  return call(caller, {
    kind: "read",
    path: `${EXCHANGE}/finance/v5/account_balance`,
    body: { coinSymbols: coinSymbols.join(",") },
    schema: balanceAnswer,
  });
}

const depositCoinsAnswer = fields({
  allCoinMap: z.custom<Record<string, unknown>>(isObject).transform((map) =>
    Object.entries(map)
      .flatMap(([name, sent]) => {
        const row = isObject(sent) ? sent : {};
        const sort = wholeNumber(row.sort) ?? LAST;
        return symbol(name) ? [{ symbol: name, sort, isOpen: isOne(row.depositOpen) === true }] : [];
      })
      .sort((one, other) => one.sort - other.sort),
  ),
});

/**
 * finance/v5/account_balance (behaviour 7.42) for who wants to deposit: the coins in the platform's order and whether
 * they take deposits: `depositOpen` 1 (behaviour 7.23). Amounts are not looked at, and a coin that cannot be named is
 * left out: no odd row keeps anybody from depositing another coin.
 *
 * @param coinSymbol only this coin, for the page about it (behaviour 7.15); all when missing
 * @throws Refused, Expired, Unavailable
 */
export async function depositCoins(caller: Caller, coinSymbol = ""): Promise<{ symbol: string; isOpen: boolean }[]> {
  const { allCoinMap } = await call(caller, {
    kind: "read",
    path: `${EXCHANGE}/finance/v5/account_balance`,
    body: { coinSymbols: coinSymbol },
    schema: depositCoinsAnswer,
  });
  return allCoinMap;
}

/** The call that gives a deposit address. */
export const CHARGE_ADDRESS = { kind: "read", path: `${EXCHANGE}/finance/get_charge_address` } as const;

const addressAnswer = fields({ addressStr: required(opaque(256)), addressQRCode: lenient(imageUrl) });

/**
 * finance/get_charge_address (behaviour 7.51): the deposit address of a chain, exactly as the platform sent it, memo
 * included.
 *
 * @param input `symbol` the `name` of a chain
 * @throws Refused, Expired, Unavailable
 */
export function chargeAddress(caller: Caller, input: { symbol: string }): Promise<z.output<typeof addressAnswer>> {
  return call(caller, {
    ...CHARGE_ADDRESS,
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
 * record/deposit_list (behaviour 7.52): one page of deposits of a coin.
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
