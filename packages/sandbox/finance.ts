import { createHash } from "node:crypto";
import Big from "big.js";
import QRCode from "qrcode";
import { signedIn } from "./accounts";
import { chainsOf, coinOf, type Chain } from "./data/coins";
import type { Database } from "./database";
import { countOf, textOf, type Call, type SandboxState, EXCHANGE, type Calls } from "./call";
import { Refusal } from "./refusals";

/** An account's balance of a coin, as decimals of any length. */
export interface Holding {
  available: Big;
  frozen: Big;
}

export function holdingOf(database: Database, accountId: number, symbol: string): Holding {
  const sql = "SELECT available, frozen FROM balances WHERE account_id = ? AND symbol = ?";
  const row = database.row<{ available: string; frozen: string }>(sql, accountId, symbol);
  return { available: new Big(row?.available ?? 0), frozen: new Big(row?.frozen ?? 0) };
}

export function setHolding(
  database: Database,
  accountId: number,
  symbol: string,
  { available, frozen }: Holding,
): void {
  database.run(
    `INSERT INTO balances VALUES (?, ?, ?, ?)
     ON CONFLICT (account_id, symbol) DO UPDATE SET available = excluded.available, frozen = excluded.frozen`,
    accountId,
    symbol,
    available.toFixed(),
    frozen.toFixed(),
  );
}

/** Deposit status, in the order of the labels: unconfirmed, completed, exception. */
export const DEPOSIT = { unconfirmed: 0, completed: 1, exception: 2 } as const;

export interface NewDeposit {
  symbol: string;
  /** Decimal text. */
  amount: string;
  status: number;
  txid?: string | undefined;
  createdMs: number;
}

/** Records a deposit without changing the balance. */
export function noteDeposit(database: Database, accountId: number, deposit: NewDeposit): void {
  database.run(
    "INSERT INTO deposits (account_id, symbol, amount, status, txid, created_ms) VALUES (?, ?, ?, ?, ?, ?)",
    accountId,
    deposit.symbol,
    deposit.amount,
    deposit.status,
    deposit.txid ?? null,
    deposit.createdMs,
  );
}

/**
 * Adds a completed deposit and increases the balance.
 *
 * @throws Refusal coinUnknown, badRequest if the amount is not a positive decimal
 */
export function credit(state: SandboxState, accountId: number, symbol: string, amount: string): void {
  const { database, clock, platform } = state;
  if (!coinOf(platform.coins, symbol)) throw new Refusal("coinUnknown");
  if (!/^\d{1,15}(\.\d{1,18})?$/.test(amount) || new Big(amount).lte(0)) throw new Refusal("badRequest");
  const txid = createHash("sha256").update(`${accountId}/${symbol}/${amount}/${clock.nowMs()}`).digest("hex");
  database.transaction(() => {
    const holding = holdingOf(database, accountId, symbol);
    setHolding(database, accountId, symbol, { ...holding, available: holding.available.plus(amount) });
    noteDeposit(database, accountId, { symbol, amount, status: DEPOSIT.completed, txid, createdMs: clock.nowMs() });
  });
}

/** common/public_info_market: returns the coins, and the chains of some of them. */
export function market({ state }: Call) {
  const limits = ({ depositMin, depositConfirm }: Chain) => ({ depositMin, depositConfirm });
  const { coins } = state.platform;
  const coinList = coins.map(({ symbol, showName, showPrecision, tagType, own, sent }): [string, object] => [
    symbol,
    {
      name: symbol,
      showName,
      showPrecision,
      tagType,
      icon: `${state.origin}/images/coin-${symbol.toLowerCase()}.svg`,
      ...(own ? limits(own) : {}),
      ...sent,
    },
  ]);
  const followCoinList = coins
    .filter(({ followers }) => followers)
    .map((coin): [string, object] => [
      coin.symbol,
      Object.fromEntries(
        chainsOf(coin).map((chain) => [
          chain.name,
          { name: chain.name, mainChainName: chain.mainChainName, ...limits(chain), ...chain.sent },
        ]),
      ),
    ]);
  return { market: { coinList: Object.fromEntries(coinList), followCoinList: Object.fromEntries(followCoinList) } };
}

/** finance/v5/account_balance: returns every coin, or those named in `coinSymbols`, separated by commas. */
export function accountBalance(call: Call) {
  const { database, platform } = call.state;
  const account = signedIn(call);
  const wanted = textOf(call.body, "coinSymbols").split(",").filter(Boolean);
  const coins = platform.coins.filter(({ symbol }) => wanted.length === 0 || wanted.includes(symbol));
  let total = new Big(0);
  const allCoinMap: Record<string, unknown> = {};
  for (const { symbol, sort, depositOpen, usdt } of coins) {
    const { available, frozen } = holdingOf(database, account.id, symbol);
    const all = available.plus(frozen);
    total = total.plus(all.times(usdt));
    allCoinMap[symbol] = {
      coinName: symbol,
      allBalance: all.toFixed(),
      normal_balance: available.toFixed(),
      lock_balance: frozen.toFixed(),
      sort,
      depositOpen,
    };
  }
  return { allCoinMap, totalBalance: total.round(8, Big.roundDown).toFixed(), totalBalanceSymbol: "USDT" };
}

const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const BASE32 = "abcdefghijklmnopqrstuvwxyz234567";

/**
 * Makes an address that looks like one of its chain. Its check digits are wrong, so that no wallet sends anything to
 * it.
 */
function madeUpAddress(accountId: number, { name, address }: Chain): string {
  const bytes = createHash("sha512").update(`sandbox/${accountId}/${name}`).digest();
  const letters = (alphabet: string, length: number) =>
    Array.from({ length }, (_, at) => alphabet[(bytes[at % bytes.length] ?? 0) % alphabet.length]).join("");
  if (typeof address === "function") return address(letters, accountId);
  switch (address) {
    case "evm":
      return `0x${bytes.subarray(0, 20).toString("hex")}`;
    case "tron":
      return `T${letters(BASE58, 33)}`;
    case "bitcoin":
      return `bc1q${letters(BASE32, 38)}`;
    case "filecoin":
      return `f1${letters(BASE32, 39)}`;
    case "chia":
      return `xch1${letters(BASE32, 58)}`;
    case "ripple":
      return `r${letters(BASE58, 33)}_${accountId}`;
    case "eos":
      return `sandbox_vault_${accountId}`;
  }
}

/** finance/get_charge_address: `symbol` is the name of a chain. Coins with a memo return `address_memo`. */
export async function chargeAddress(call: Call) {
  const account = signedIn(call);
  const name = textOf(call.body, "symbol");
  const { coins } = call.state.platform;
  const coin = coins.find((candidate) => chainsOf(candidate).some((chain) => chain.name === name));
  const chain = coin && chainsOf(coin).find((candidate) => candidate.name === name);
  if (!coin || !chain) throw new Refusal("coinUnknown");
  if (String(coin.depositOpen) !== "1") throw new Refusal("depositClosed");
  const addressStr = madeUpAddress(account.id, chain);
  const addressQRCode = addressStr === "" ? "" : await QRCode.toDataURL(addressStr, { margin: 1 });
  return { addressStr, addressQRCode };
}

/** record/deposit_list: returns one page of a coin's deposits, newest first. */
export function depositList(call: Call) {
  const { database, platform } = call.state;
  const account = signedIn(call);
  const symbol = textOf(call.body, "coinSymbol");
  if (!coinOf(platform.coins, symbol)) throw new Refusal("coinUnknown");
  const size = countOf(call.body, "pageSize", 10, 100);
  const page = countOf(call.body, "page", 1, 1_000_000);
  const rows = database.rows<{ amount: string; status: number; txid: string | null; created_ms: number }>(
    `SELECT amount, status, txid, created_ms FROM deposits WHERE account_id = ? AND symbol = ?
     ORDER BY created_ms DESC, id DESC LIMIT ? OFFSET ?`,
    account.id,
    symbol,
    size,
    (page - 1) * size,
  );
  const count = database.row<{ n: number }>(
    "SELECT count(*) AS n FROM deposits WHERE account_id = ? AND symbol = ?",
    account.id,
    symbol,
  );
  const financeList = rows.map(({ amount, status, txid, created_ms }) => ({
    createdAt: created_ms,
    symbol,
    amount,
    status,
    ...(txid ? { txid } : {}),
  }));
  return { financeList, count: count?.n ?? 0 };
}

export const FINANCE_CALLS: Calls = {
  [`${EXCHANGE}/common/public_info_market`]: market,
  [`${EXCHANGE}/finance/v5/account_balance`]: accountBalance,
  [`${EXCHANGE}/finance/get_charge_address`]: chargeAddress,
  [`${EXCHANGE}/record/deposit_list`]: depositList,
};
