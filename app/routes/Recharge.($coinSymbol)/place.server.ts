import { formatDecimal, formatPayment } from "~/i18n/formats";
import { addressDigest, givenAddress, type NoAddress } from "~server/deposits/address";
import { canBeChosen, depositPlan, type DepositChoice, type DepositPlan } from "~server/deposits/plan";
import { qrImage } from "~server/qr-code/qr-code";
import type { PurchaseNeed } from "~server/deposits/purchase";
import { readDecimal } from "~server/purchase/decimal";
import type { Message } from "~server/i18n/message";
import { unbrokenName, type Chain, type Coin } from "~server/upstream/market";
import { UpstreamRejected, UpstreamUnavailable, type UpstreamContext } from "~server/upstream/client";
import { failureMessage } from "~server/loader/reads";
import { rechargePath } from "./paths";

export type PlaceState =
  | Exclude<DepositPlan["state"], "chosen" | "otherCase">
  | NoAddress
  | ("noCoins" | "memo" | "failed" | "address");

/** The HTTP statuses of places: not a deposit page, a failed call, a response without an address. */
const STATUSES: Partial<Record<PlaceState, number>> = {
  unknownCoin: 404,
  unknownChain: 404,
  failed: 503,
  unlistedCoin: 503,
  unreadableCoin: 503,
  unreadableNetworks: 503,
  unreadableChains: 503,
  unclearMemo: 503,
  unclearAddress: 503,
  memoMissing: 503,
};

export type ShownCoin = Pick<Coin, "symbol" | "showName">;

/** A coin to choose from, with its balance if the upstream sent it and it is not hidden. */
export type OfferedRow = ShownCoin & { isOpen: boolean; balance?: string | undefined };

export type ShownChain = Omit<Chain, "memo" | "isOpen"> & {
  status: "open" | "suspended" | "unclear";
  /** `depositMin` as sent, with the coin's name. Rounding it to the coin's precision could make it too small. */
  least?: string | undefined;
  isAboveNeed: boolean;
};

export interface ShownAddress {
  text: string;
  /** The memo of a deposit that needs both address and memo. */
  memo?: string | undefined;
  depositConfirm?: number | undefined;
  qr: string;
  png: string;
}

export interface Place {
  state: PlaceState;
  status: number;
  /** The reason why there is no address to show, if the upstream sent no usable response. */
  failure?: Message;
  coins?: OfferedRow[];
  coin?: ShownCoin;
  chains?: ShownChain[];
  unreadableChains?: number;
  chain?: ShownChain | undefined;
  address?: ShownAddress;
  /** The symbol of the coin, if the choice differs only in letter case. */
  canonical?: string;
}

export function shownNeed({ amount, coin: name }: PurchaseNeed) {
  return { amount: formatPayment(amount, name), isCovered: amount === "0" };
}

/**
 * Checks a choice step by step, and requests the address only when everything else is certain. Throws SessionExpired.
 *
 * @param choice the coin and chain from the URL, unchecked
 * @param visitor.hasRead returns true if the visitor has acknowledged the memo of a coin
 * @param visitor.isHidden true if this browser hides amounts
 * @param visitor.needed the deposit that the visitor's purchase needs
 */
export async function readPlace(
  upstreamContext: UpstreamContext,
  choice: DepositChoice,
  visitor: {
    hasRead: (coinSymbol: string) => boolean;
    isHidden: boolean;
    needed: Promise<PurchaseNeed | undefined>;
  },
): Promise<Place> {
  try {
    const plan = await depositPlan(upstreamContext, choice);
    const shown = shownPlan(plan, visitor.isHidden, await visitor.needed);
    try {
      return { ...shown, ...(await end(upstreamContext, plan, visitor.hasRead)) };
    } catch (error) {
      return { ...shown, ...failed(error) };
    }
  } catch (error) {
    return failed(error);
  }
}

async function end(
  upstreamContext: UpstreamContext,
  plan: DepositPlan,
  hasRead: (coinSymbol: string) => boolean,
): Promise<Place> {
  if (plan.state === "chooseCoin" && !plan.coins.some(({ isOpen }) => isOpen)) return at("noCoins");
  // The loader redirects to the right spelling.
  if (plan.state === "otherCase") return { ...at("unknownCoin"), canonical: plan.symbol };
  if (plan.state !== "chosen") return at(plan.state);
  const { coin, chain } = plan;
  const given = await givenAddress(upstreamContext, chain, hasRead(coin.symbol));
  if (typeof given === "string") return at(given);
  const { address, memo } = given;
  const depositConfirm = chain.depositConfirm ?? given.depositConfirm;
  const query = new URLSearchParams({ chain: chain.name, of: addressDigest(address) }).toString();
  const png = `${rechargePath(coin.symbol)}/qr.png?${query}`;
  return { ...at("address"), address: { text: address, memo, depositConfirm, qr: await qrImage(address), png } };
}

function at(state: PlaceState): Place {
  return { state, status: STATUSES[state] ?? 200 };
}

function failed(error: unknown): Place {
  if (!(error instanceof UpstreamUnavailable || error instanceof UpstreamRejected)) throw error;
  return { ...at("failed"), failure: failureMessage(error) };
}

/** More coins would make a page of many megabytes. A coin beyond this limit still has its own address. */
const COINS_SHOWN_MAX = 1_000;

function shownPlan(
  plan: DepositPlan,
  isHidden: boolean,
  need: PurchaseNeed | undefined,
): Omit<Place, "state" | "status"> {
  const coins = plan.coins.slice(0, COINS_SHOWN_MAX).map(({ symbol, showName, showPrecision, isOpen, balance }) => ({
    symbol,
    showName,
    isOpen,
    balance: balance === undefined || isHidden ? undefined : formatDecimal(balance, showPrecision),
  }));
  if (!("coin" in plan)) return { coins };
  const { symbol, showName, networks } = plan.coin;
  const coin = { symbol, showName: unbrokenName(showName) };
  if (plan.state === "closedCoin" || networks.state !== "sent") return { coins, coin };
  const { chains, unreadable } = networks;
  const chain = "chain" in plan && plan.chain ? shownChain(plan.chain, coin, need) : undefined;
  // A single network needs no choice, so it is listed only if it is closed.
  if (chains.length + unreadable === 1 && plan.state !== "suspendedChains") return { coins, coin, chain };
  return {
    coins,
    coin,
    chain,
    chains: chains.map((each) => shownChain(each, coin, need)),
    unreadableChains: unreadable,
  };
}

function shownChain(chain: Chain, { symbol, showName }: ShownCoin, need: PurchaseNeed | undefined): ShownChain {
  const { name, depositMin, depositConfirm } = chain;
  // Equal names must be identical texts, because the page compares them.
  const mainChainName = unbrokenName(chain.mainChainName) === showName ? showName : chain.mainChainName;
  const status = !chain.isOpen ? "suspended" : canBeChosen(chain) ? "open" : "unclear";
  const least = depositMin === undefined ? undefined : `${formatDecimal(depositMin)} ${showName}`;
  const needed = need?.paySymbol === symbol && need.amount !== "0" ? need.amount : undefined;
  const isAboveNeed = needed !== undefined && (readDecimal(depositMin)?.gt(needed) ?? false);
  return { name, mainChainName, status, depositMin, least, isAboveNeed, depositConfirm };
}
