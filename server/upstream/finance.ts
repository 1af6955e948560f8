import { z } from "zod";
import { perLocale } from "~/i18n/locales";
import { env } from "~server/env";
import type { Locale } from "~server/i18n/locale";
import { isObject } from "@storefront/upstream-client/json";
import { imageUrl } from "./links";
import {
  amount,
  decimal,
  isOne,
  opaque,
  place,
  rawStatus,
  symbol,
  timeMs,
  timeText,
  wholeNumber,
  type Read,
} from "./parsers";
import { sentRow, type SentRow } from "./sent-fields";
import {
  paginated,
  fields,
  isAbsent,
  oneLine,
  optionalOnError,
  readRows,
  required,
  WHOLE,
  type Page,
  type PageOf,
} from "./schemas";
import { call, EXCHANGE, type UpstreamContext } from "./client";

/** Balances of one account. More are not read: it would block the process. */
export const COINS_MAX = 10_000;

/** The balance of one coin, as exact decimals in that coin; an amount that was not sent is undefined, never 0. */
const balance = fields(
  {
    symbol: required(symbol),
    allBalance: optionalOnError(decimal),
    available: optionalOnError(decimal),
    frozen: optionalOnError(decimal),
    sort: required(place),
    depositOpen: required(isOne),
  },
  { available: "normal_balance", frozen: "lock_balance" },
);

/** The amounts of a response, as sent. */
function amountsIn({ totalBalance, allCoinMap }: Record<string, unknown>): unknown[] {
  const rows = isObject(allCoinMap) ? Object.values(allCoinMap).slice(0, COINS_MAX) : [];
  return [totalBalance, ...rows.flatMap((row) => (isObject(row) ? AMOUNTS.map((name) => row[name]) : []))];
}

const AMOUNTS = ["allBalance", "normal_balance", "lock_balance"] as const;

/** Amounts were sent, and not one of them is an amount. */
function isGibberish(sent: Record<string, unknown>): boolean {
  const amounts = amountsIn(sent).filter((value) => !isAbsent(value));
  return amounts.length > 0 && amounts.every((value) => decimal(value) === undefined);
}

const hasRow = (rows: readonly unknown[]) => rows.length === 0 || rows.some(isObject);

/** The coins of an account, each with its balance. */
const coinMap = z.custom<Record<string, unknown>>((sent) => isObject(sent) && Object.keys(sent).length <= COINS_MAX);

const balanceResponse = z
  .custom<Record<string, unknown>>(isObject)
  .refine(({ allCoinMap }) => !isObject(allCoinMap) || hasRow(Object.values(allCoinMap)), "no coin can be read")
  .refine((sent) => !isGibberish(sent), "no amount can be read")
  .pipe(
    fields(
      {
        totalBalance: optionalOnError(decimal),
        totalBalanceSymbol: optionalOnError(symbol),
        coins: coinMap
          .transform((map) =>
            Object.entries(map).map(([name, sent]) => ({ ...(isObject(sent) ? sent : {}), symbol: name })),
          )
          .transform((rows) => readRows(balance, nonZeroFirst(rows))),
      },
      { coins: "allCoinMap" },
    ),
  )
  .transform(({ coins: { items, omittedCount }, ...total }) => ({
    ...total,
    coins: items.sort((one, other) => one.sort - other.sort),
    omittedCount,
  }));

/** Non-zero balances first, so that a list that is too long does not omit them. */
function nonZeroFirst(rows: { symbol: string; allBalance?: unknown }[]): { symbol: string }[] {
  const isEmpty = ({ allBalance }: { allBalance?: unknown }) => decimal(allBalance) === "0";
  return [...rows.filter((row) => !isEmpty(row)), ...rows.filter(isEmpty)];
}

/**
 * The balances of an account: `totalBalance` in `totalBalanceSymbol`, the coins in the upstream's order, and how many
 * of them cannot be named. Values that were not sent or cannot be read are undefined.
 */
export type AccountBalance = z.output<typeof balanceResponse>;

const balanceCall = <S extends z.ZodTypeAny>(schema: S, coinSymbols = "") => ({
  kind: "read" as const,
  path: `${EXCHANGE}/finance/v5/account_balance`,
  body: { coinSymbols },
  schema,
});

/**
 * finance/v5/account_balance (behaviour 7.42): all coins.
 *
 * @throws UpstreamRejected, SessionExpired, UpstreamUnavailable
 */
export function accountBalance(upstreamContext: UpstreamContext): Promise<AccountBalance> {
  return call(upstreamContext, balanceCall(balanceResponse));
}

const depositCoinsResponse = fields({
  allCoinMap: coinMap.transform((map) =>
    Object.entries(map)
      .flatMap(([name, sent]) => {
        const row = isObject(sent) ? sent : {};
        const [isOpen, depositMin] = [isOne(row.depositOpen) === true, amount(row.depositMin)];
        return symbol(name) ? [{ symbol: name, sort: place(row.sort), isOpen, depositMin }] : [];
      })
      .sort((one, other) => one.sort - other.sort),
  ),
});

/**
 * finance/v5/account_balance (behaviour 7.42) for a deposit: the coins in the upstream's order, whether they take
 * deposits: `depositOpen` 1 (behaviour 7.23), and the least deposit where it is sent. It does not read balances, and
 * omits a coin that cannot be named: a malformed row must not prevent the deposit of another coin.
 *
 * @param coinSymbol only this coin, for the page about it (behaviour 7.15); all by default
 * @throws UpstreamRejected, SessionExpired, UpstreamUnavailable
 */
export async function depositCoins(
  upstreamContext: UpstreamContext,
  coinSymbol?: string,
): Promise<{ symbol: string; isOpen: boolean; depositMin: string | undefined }[]> {
  const { allCoinMap } = await call(upstreamContext, balanceCall(depositCoinsResponse, coinSymbol));
  return allCoinMap;
}

/** The call for a deposit address. */
export const CHARGE_ADDRESS = {
  kind: "read",
  path: `${EXCHANGE}/finance/get_charge_address`,
  ownConnection: true,
} as const;

const addressResponse = fields({
  // Null and blanks are an answer: there is no address yet.
  addressStr: optionalOnError((value) => (value !== undefined && isAbsent(value) ? "" : opaque(256)(value))),
  addressQRCode: optionalOnError(imageUrl),
  depositConfirm: optionalOnError(wholeNumber),
});

/**
 * finance/get_charge_address (behaviour 7.51): the deposit address of a chain, exactly as the upstream sent it, memo
 * included; "" where there is none yet, undefined where it cannot be read. The confirmations that a deposit waits for,
 * where sent.
 *
 * @param input `symbol` the `name` of a chain
 * @throws UpstreamRejected, SessionExpired, UpstreamUnavailable
 */
export function chargeAddress(
  upstreamContext: UpstreamContext,
  input: { symbol: string },
): Promise<z.output<typeof addressResponse>> {
  return call(upstreamContext, {
    ...CHARGE_ADDRESS,
    body: { symbol: input.symbol },
    schema: addressResponse,
  });
}

/** The moment of a deposit, beside its `createdAt`, which is mostly a text without a zone. */
const createdAtTime: Read<number> = (sent) => (isObject(sent) ? timeMs(sent.createdAtTime) : undefined);

/** A deposit has no id: all its readable fields are shown. */
const deposit = perLocale((locale) =>
  fields(
    {
      createdAt: optionalOnError(timeText),
      momentMs: optionalOnError(createdAtTime),
      createdAtMs: optionalOnError(timeMs),
      status: required((value) => env().DEPOSIT_STATUS.get(rawStatus(value) ?? "") ?? "unknown"),
      rawStatus: required((value) => rawStatus(value) ?? ""),
      statusText: optionalOnError(oneLine(60, locale)),
      amount: optionalOnError(decimal),
      symbol: optionalOnError(symbol),
      txid: optionalOnError(opaque(200)),
    },
    { momentMs: WHOLE, createdAtMs: "createdAt", rawStatus: "status", statusText: "status_text" },
  ).transform(({ momentMs, ...sent }) => ({ ...sent, ...(momentMs !== undefined && { createdAtMs: momentMs }) })),
);

/** A deposit: `amount` in `symbol`; `createdAtMs` when its time names a moment, else `createdAt` as sent. */
export type Deposit = z.output<(typeof deposit)[Locale]>;

/** One page of deposits, how many there are in all, and how many of the page cannot be read. */
export type DepositPage = Omit<Page<Deposit>, "items"> & { deposits: Deposit[] };

type DepositsOf = PageOf & { coinSymbol: string };

const depositCall = <S extends z.ZodTypeAny>(row: S, { coinSymbol, page, pageSize }: DepositsOf) => ({
  kind: "read" as const,
  path: `${EXCHANGE}/record/deposit_list`,
  body: { coinSymbol, page, pageSize },
  schema: paginated("financeList", row, { page, pageSize }),
});

/**
 * record/deposit_list (behaviour 7.52): one page of deposits of a coin.
 *
 * @param input `page` from 1
 * @throws UpstreamRejected, SessionExpired, UpstreamUnavailable
 */
export async function depositList(upstreamContext: UpstreamContext, input: DepositsOf): Promise<DepositPage> {
  const { items: deposits, ...facts } = await call(
    upstreamContext,
    depositCall(deposit[upstreamContext.locale], input),
  );
  return { deposits, ...facts };
}

/** The fields of a deposit by the upstream's names (behaviour 3.11). */
export const DEPOSIT_FIELDS = ["createdAt", "status", "amount", "symbol"] as const;

/** A deposit as it was sent, and as it is read. */
export type SentDeposit = SentRow<Deposit, (typeof DEPOSIT_FIELDS)[number]>;

const sentDeposit = perLocale((locale) => sentRow(deposit[locale], DEPOSIT_FIELDS));

/**
 * record/deposit_list (behaviour 7.52) for a complete copy: an unreadable row is included too.
 *
 * @param input `page` from 1
 * @throws UpstreamRejected, SessionExpired, UpstreamUnavailable
 */
export function sentDeposits(upstreamContext: UpstreamContext, input: DepositsOf): Promise<Page<SentDeposit>> {
  return call(upstreamContext, depositCall(sentDeposit[upstreamContext.locale], input));
}
