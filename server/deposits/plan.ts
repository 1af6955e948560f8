import { sharedTurn } from "@storefront/resilience/shared-turns";
import type { PublicContext, UpstreamContext } from "~server/upstream/client";
import { depositCoins } from "~server/upstream/finance";
import {
  closedNetworks,
  market,
  type Chain,
  type ClosedNetwork,
  type Coin,
  type Networks,
} from "~server/upstream/market";
import { optionalRead } from "~server/loader/reads";

export interface DepositChoice {
  coinSymbol?: string | undefined;
  chainName?: string | undefined;
}

/** Reason why a coin that accepts deposits has no address here. */
export type Undecided =
  | Exclude<Networks["state"], "sent">
  | "unreadableChains"
  | "suspendedChains"
  | "suspendedChain"
  | "unclearMemo";

type NetworkPlan =
  | { state: Undecided | "chooseChain" | "unknownChain"; chain?: Chain | undefined }
  | { state: "chosen"; chain: Chain };

/** `isOpen`: at least one of the coin's chains could give an address now. */
export type OfferedCoin = Pick<Coin, "symbol" | "showName" | "showPrecision"> & {
  isOpen: boolean;
  /** The account's balance of the coin; undefined if it was not sent. */
  balance: string | undefined;
};

export type DepositPlan = {
  coins: OfferedCoin[];
} & (
  | { state: "chooseCoin" | "unknownCoin" }
  | { state: "otherCase"; symbol: string }
  | { state: "closedCoin"; coin: Coin }
  | ({ coin: Coin } & NetworkPlan)
);

/**
 * Checks a choice against the upstream's present offer (behaviour 7.21, 7.22), uncached. Throws if market or public
 * info cannot be read.
 */
export async function depositPlan(
  upstreamContext: UpstreamContext & PublicContext,
  { coinSymbol, chainName }: DepositChoice,
): Promise<DepositPlan> {
  const [balances, { coin: coinOf }, closed] = await Promise.all([
    depositCoins(upstreamContext),
    market(upstreamContext, { fresh: true }),
    closedNetworks(upstreamContext),
  ]);
  const flagsOf = flagsByCoin(closed);
  const coins: OfferedCoin[] = [];
  for (const { symbol, balance } of balances.filter(({ isOpen }) => isOpen)) {
    const { networks, ...coin } = await withTerms(coinOf(symbol), { flagsOf });
    coins.push({ ...coin, balance, isOpen: leadsSomewhere(networks) });
  }
  if (!coinSymbol) return { coins, state: "chooseCoin" };
  const balance = balances.find(({ symbol }) => symbol === coinSymbol);
  if (!balance) {
    const symbol = inOtherCase(balances, coinSymbol);
    return symbol === undefined ? { coins, state: "unknownCoin" } : { coins, state: "otherCase", symbol };
  }
  const coin = await withTerms(coinOf(balance.symbol), { flagsOf, depositMin: balance.depositMin });
  if (!balance.isOpen || !(await takesDeposits(upstreamContext, balance.symbol)))
    return { coins, state: "closedCoin", coin };
  return { coins, coin, ...networkPlan(coin.networks, chainName) };
}

/** Returns the one coin whose symbol differs only in letter case; undefined if there are several. */
function inOtherCase(coins: readonly { symbol: string }[], text: string): string | undefined {
  const [found, ...others] = coins.filter(({ symbol }) => symbol.toLowerCase() === text.toLowerCase());
  return others.length === 0 && found?.symbol !== text ? found?.symbol : undefined;
}

export async function canonicalCoin(upstreamContext: UpstreamContext, text: string): Promise<string | undefined> {
  return inOtherCase((await optionalRead(depositCoins(upstreamContext))) ?? [], text);
}

function flagsByCoin(closed: readonly ClosedNetwork[]): Map<string, string[][]> {
  const flags = new Map<string, string[][]>();
  for (const { coin, network } of closed) flags.set(coin, [...(flags.get(coin) ?? []), wordsIn(network)]);
  return flags;
}

/** Closes the networks that the public info closes. A network without a minimum gets its coin's. */
async function withTerms(
  coin: Coin,
  { flagsOf, depositMin }: { flagsOf: ReadonlyMap<string, string[][]>; depositMin?: string | undefined },
): Promise<Coin> {
  if (coin.networks.state !== "sent") return coin;
  const names = new Set(coin.names.map((name) => name.toLowerCase()));
  const flags = [...names].flatMap((name) => flagsOf.get(name) ?? []);
  const chains: Chain[] = [];
  for (const chain of coin.networks.chains) {
    // Thousands of networks may be compared with hundreds of flags, and each with hundreds of names.
    await sharedTurn();
    const words = flags.length > 0 && chain.isOpen ? wordsOf(chain, coin.names) : undefined;
    const isClosed = words !== undefined && flags.some((flag) => flag.every((word) => words.has(word)));
    chains.push({ ...chain, isOpen: chain.isOpen && !isClosed, depositMin: chain.depositMin ?? depositMin });
  }
  return { ...coin, networks: { ...coin.networks, chains } };
}

type NamedChain = Pick<Chain, "name" | "mainChainName" | "mainChainNames">;

const NO_WORD = /[^\p{L}\p{N}]+/u;
const wordsIn = (text: string): string[] => text.split(NO_WORD).filter(Boolean);

/** True if a flag's network, in lower case, matches a chain. */
export function isNamed(network: string, chain: NamedChain, coinNames: readonly string[]): boolean {
  const words = wordsOf(chain, coinNames);
  return wordsIn(network).every((word) => words.has(word));
}

/** Returns a chain's words, such as BEP20, BSC and USDTBSC for `BEP20(BSC)` and `USDTBSC`, in every language. */
function wordsOf({ name, mainChainName, mainChainNames = [] }: NamedChain, coinNames: readonly string[]): Set<string> {
  const own = name.toLowerCase();
  const short = coinNames.map((coinName) => own.replace(coinName.toLowerCase(), " "));
  const texts = new Set([own, ...short, ...[mainChainName, ...mainChainNames].map((text) => text.toLowerCase())]);
  return new Set([...texts].flatMap((text) => [...text.split(NO_WORD), text.split(NO_WORD).join("")]));
}

export async function takesDeposits(upstreamContext: UpstreamContext, coinSymbol: string): Promise<boolean> {
  return (await depositCoins(upstreamContext, coinSymbol)).some((coin) => coin.symbol === coinSymbol && coin.isOpen);
}

/** True if neither the market nor the account lists the coin; false if one of them cannot be read. */
export async function isNoCoin(upstreamContext: UpstreamContext, coinSymbol: string): Promise<boolean> {
  const known = await optionalRead(market(upstreamContext));
  if (known?.coin(coinSymbol).networks.state !== "unlistedCoin") return false;
  const coins = await optionalRead(depositCoins(upstreamContext));
  return coins !== undefined && !coins.some(({ symbol }) => symbol === coinSymbol);
}

export function canBeChosen({ isOpen, memo }: Chain): boolean {
  return isOpen && memo !== "unclear";
}

function leadsSomewhere(networks: Networks): boolean {
  return networks.state === "sent" && networks.chains.some(canBeChosen);
}

/** Preselects a chain only if the upstream sent no other chain, readable or not. */
function networkPlan(networks: Networks, chainName: string | undefined): NetworkPlan {
  if (networks.state !== "sent") return { state: networks.state };
  const { chains, unreadable } = networks;
  if (chains.length === 0) return { state: "unreadableChains" };
  if (!chains.some(({ isOpen }) => isOpen)) return { state: "suspendedChains" };
  const only = chains.length + unreadable === 1 ? chains[0] : undefined;
  const chain = chainName ? chains.find(({ name }) => name === chainName) : only;
  if (!chain) return { state: chainName ? "unknownChain" : "chooseChain" };
  if (!chain.isOpen) return { state: "suspendedChain", chain };
  if (chain.memo === "unclear") return { state: "unclearMemo", chain };
  return { state: "chosen", chain };
}
