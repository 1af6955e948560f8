import type { PublicCaller } from "~server/upstream/public-cache";
import { accountBalance, chargeAddress, market, type Chain, type Coin } from "~server/upstream/finance";
import { Unavailable, type Caller } from "~server/upstream/transport";

/** Coins whose deposit addresses may carry a memo (rulings, "Deposit address"). */
const MEMO_TAG_TYPES: readonly (string | undefined)[] = ["1", "2"];

/** What the visitor chose so far: as a URL says it, so anything. */
export interface DepositChoice {
  coinSymbol?: string | undefined;
  /** The `name` of a chain. */
  chainName?: string | undefined;
}

/** How far a choice leads: to a coin, then to a chain, then to an address. */
export type DepositPlan = {
  /** The coins that can be deposited, in the platform's order. */
  coins: Pick<Coin, "symbol" | "showName">[];
} & (
  | { state: "chooseCoin" | "unknownCoin" }
  | { state: "closedCoin" | "chooseChain" | "unknownChain"; coin: Coin }
  | { state: "chosen"; coin: Coin; chain: Chain; hasMemo: boolean }
);

/**
 * Reads a choice against what the platform offers (rulings, "Chains"): nothing of a URL goes further than this.
 *
 * @throws Refused, Expired, Unavailable, also when the market cannot be read: a coin's chains and its memo cannot be guessed
 */
export async function depositPlan(
  caller: Caller & PublicCaller,
  { coinSymbol, chainName }: DepositChoice,
): Promise<DepositPlan> {
  const [{ coins: balances }, { coin: coinOf }] = await Promise.all([accountBalance(caller), market(caller)]);
  const coins = balances
    .filter(({ depositOpen }) => depositOpen)
    .map(({ symbol }) => ({ symbol, showName: coinOf(symbol).showName }));
  if (!coinSymbol) return { coins, state: "chooseCoin" };
  const balance = balances.find(({ symbol }) => symbol === coinSymbol);
  if (!balance) return { coins, state: "unknownCoin" };
  const coin = coinOf(balance.symbol);
  if (!balance.depositOpen) return { coins, state: "closedCoin", coin };
  const chain = chainName
    ? coin.chains.find(({ name }) => name === chainName)
    : coin.chains.length === 1
      ? coin.chains[0]
      : undefined;
  if (!chain) return { coins, state: chainName ? "unknownChain" : "chooseChain", coin };
  return { coins, state: "chosen", coin, chain, hasMemo: MEMO_TAG_TYPES.includes(coin.tagType) };
}

/** Where a deposit goes: exactly what the platform said, the memo apart. */
export interface DepositAddress {
  address: string;
  /** Undefined where the coin has none, or where the platform sent none. */
  memo?: string | undefined;
}

/**
 * Splits `address_memo` on its last `_` (rulings, "Deposit address").
 *
 * @returns undefined when no address is left
 */
export function splitMemo(addressStr: string, hasMemo: boolean): DepositAddress | undefined {
  const at = hasMemo ? addressStr.lastIndexOf("_") : -1;
  if (at < 0) return { address: addressStr };
  const [address, memo] = [addressStr.slice(0, at), addressStr.slice(at + 1)];
  return address ? { address, memo: memo || undefined } : undefined;
}

/**
 * Asks the platform for the address of a chosen chain, every time anew (rulings, the table of failures).
 *
 * @throws Refused, Expired, Unavailable
 */
export async function depositAddress(
  caller: Caller,
  { chain, hasMemo }: { chain: Pick<Chain, "name">; hasMemo: boolean },
): Promise<DepositAddress> {
  const { addressStr } = await chargeAddress(caller, { symbol: chain.name });
  const address = splitMemo(addressStr, hasMemo);
  if (!address) throw new Unavailable("get_charge_address: a memo without an address", true);
  return address;
}
