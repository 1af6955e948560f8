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
  sentAs,
  WHOLE,
  type Page,
  type PageOf,
} from "./schemas";
import { call, EXCHANGE, type UpstreamContext } from "./client";

/** Reading more balances would block the event loop. */
export const COINS_MAX = 10_000;

/** Amounts that were not sent are undefined, never 0. */
const balance = fields({
  symbol: required(symbol),
  allBalance: optionalOnError(decimal),
  available: optionalOnError(decimal, "normal_balance"),
  frozen: optionalOnError(decimal, "lock_balance"),
  sort: required(place),
  depositOpen: required(isOne),
});

function amountsIn({ totalBalance, allCoinMap }: Record<string, unknown>): unknown[] {
  const rows = isObject(allCoinMap) ? Object.values(allCoinMap).slice(0, COINS_MAX) : [];
  return [totalBalance, ...rows.flatMap((row) => (isObject(row) ? AMOUNTS.map((name) => row[name]) : []))];
}

const AMOUNTS = ["allBalance", "normal_balance", "lock_balance"] as const;

/** True if amounts were sent but none of them can be read. */
function isGibberish(sent: Record<string, unknown>): boolean {
  const amounts = amountsIn(sent).filter((value) => !isAbsent(value));
  return amounts.length > 0 && amounts.every((value) => decimal(value) === undefined);
}

const hasRow = (rows: readonly unknown[]) => rows.length === 0 || rows.some(isObject);

const coinMap = z.custom<Record<string, unknown>>((sent) => isObject(sent) && Object.keys(sent).length <= COINS_MAX);

const balanceResponse = z
  .custom<Record<string, unknown>>(isObject)
  .refine(({ allCoinMap }) => !isObject(allCoinMap) || hasRow(Object.values(allCoinMap)), "no coin can be read")
  .refine((sent) => !isGibberish(sent), "no amount can be read")
  .pipe(
    fields({
      totalBalance: optionalOnError(decimal),
      totalBalanceSymbol: optionalOnError(symbol),
      coins: sentAs(
        "allCoinMap",
        coinMap.transform((map) => {
          const rows = Object.entries(map).map(([name, sent]) => ({ ...(isObject(sent) ? sent : {}), symbol: name }));
          return readRows(balance, nonZeroFirst(rows));
        }),
      ),
    }),
  )
  .transform(({ coins: { items, omittedCount }, ...total }) => ({
    ...total,
    coins: items.sort((one, other) => one.sort - other.sort),
    omittedCount,
  }));

/** Puts non-zero balances first, so that cutting a list that is too long does not drop them. */
function nonZeroFirst(rows: { symbol: string; allBalance?: unknown }[]): { symbol: string }[] {
  const [others, empty]: [{ symbol: string }[], { symbol: string }[]] = [[], []];
  for (const row of rows) (decimal(row.allBalance) === "0" ? empty : others).push(row);
  return [...others, ...empty];
}

export type AccountBalance = z.output<typeof balanceResponse>;

const balanceCall = <S extends z.ZodTypeAny>(schema: S, coinSymbols = "") => ({
  kind: "read" as const,
  path: `${EXCHANGE}/finance/v5/account_balance`,
  body: { coinSymbols },
  schema,
});

export function accountBalance(upstreamContext: UpstreamContext): Promise<AccountBalance> {
  return call(upstreamContext, balanceCall(balanceResponse));
}

const depositCoinsResponse = fields({
  allCoinMap: coinMap.transform((map) =>
    Object.entries(map)
      .flatMap(([name, sent]) => {
        const row = isObject(sent) ? sent : {};
        const [isOpen, depositMin] = [isOne(row.depositOpen) === true, amount(row.depositMin)];
        const rest = { sort: place(row.sort), isOpen, depositMin, balance: decimal(row.allBalance) };
        return symbol(name) ? [{ symbol: name, ...rest }] : [];
      })
      .sort((one, other) => one.sort - other.sort),
  ),
});

/**
 * Reads the coins in the upstream's order, or only `coinSymbol`, and whether they accept deposits. A malformed row does
 * not prevent the deposit of another coin.
 */
export async function depositCoins(
  upstreamContext: UpstreamContext,
  coinSymbol?: string,
): Promise<{ symbol: string; isOpen: boolean; depositMin: string | undefined; balance: string | undefined }[]> {
  const { allCoinMap } = await call(upstreamContext, balanceCall(depositCoinsResponse, coinSymbol));
  return allCoinMap;
}

export const CHARGE_ADDRESS = {
  kind: "read",
  path: `${EXCHANGE}/finance/get_charge_address`,
  ownConnection: true,
} as const;

const addressResponse = fields({
  // Null and blanks mean that there is no address yet.
  addressStr: optionalOnError((value) => (value !== undefined && isAbsent(value) ? "" : opaque(256)(value))),
  addressQRCode: optionalOnError(imageUrl),
  depositConfirm: optionalOnError(wholeNumber),
});

/**
 * Requests the deposit address of a chain, exactly as sent, including the memo: "" while it has no address, undefined
 * if it cannot be read. `input.symbol` is the `name` of a chain.
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

/** Names an exact moment; `createdAt` usually has no time zone. */
const createdAtTime: Read<number> = (sent) => (isObject(sent) ? timeMs(sent.createdAtTime) : undefined);

/** All readable fields of a deposit are shown, because it has no id. */
const deposit = perLocale((locale) =>
  fields({
    createdAt: optionalOnError(timeText),
    momentMs: optionalOnError(createdAtTime, WHOLE),
    createdAtMs: optionalOnError(timeMs, "createdAt"),
    status: required((value) => env().DEPOSIT_STATUS.get(rawStatus(value) ?? "") ?? "unknown"),
    rawStatus: required((value) => rawStatus(value) ?? "", "status"),
    statusText: optionalOnError(oneLine(60, locale), "status_text"),
    amount: optionalOnError(decimal),
    symbol: optionalOnError(symbol),
    txid: optionalOnError(opaque(200)),
  }).transform(({ momentMs, ...sent }) => ({ ...sent, ...(momentMs !== undefined && { createdAtMs: momentMs }) })),
);

/** A deposit has `createdAtMs` if its time names a moment, else `createdAt` as sent. */
export type Deposit = z.output<(typeof deposit)[Locale]>;

export type DepositPage = Omit<Page<Deposit>, "items"> & { deposits: Deposit[] };

type DepositsOf = PageOf & { coinSymbol: string };

const depositCall = <S extends z.ZodTypeAny>(row: S, { coinSymbol, page, pageSize }: DepositsOf) => ({
  kind: "read" as const,
  path: `${EXCHANGE}/record/deposit_list`,
  body: { coinSymbol, page, pageSize },
  schema: paginated("financeList", row, { page, pageSize }),
});

export async function depositList(upstreamContext: UpstreamContext, input: DepositsOf): Promise<DepositPage> {
  const { items: deposits, ...facts } = await call(
    upstreamContext,
    depositCall(deposit[upstreamContext.locale], input),
  );
  return { deposits, ...facts };
}

export const DEPOSIT_FIELDS = ["createdAt", "status", "amount", "symbol"] as const;

export type SentDeposit = SentRow<Deposit, (typeof DEPOSIT_FIELDS)[number]>;

const sentDeposit = perLocale((locale) => sentRow(deposit[locale], DEPOSIT_FIELDS));

/** Reads deposits for a download, including unreadable rows. */
export function sentDeposits(upstreamContext: UpstreamContext, input: DepositsOf): Promise<Page<SentDeposit>> {
  return call(upstreamContext, depositCall(sentDeposit[upstreamContext.locale], input));
}
