import { LosslessNumber } from "lossless-json";
import { isObject } from "@storefront/upstream-client/json";
import { readAddress, type NoAddress } from "~server/deposits/address";
import { isNamed } from "~server/deposits/plan";
import { closedIn, type ClosedNetwork, type Market, type MemoNeed } from "~server/upstream/market";
import { note, problem } from "./examination";
import type { Finding } from "./report";

/** A network as sent, to compare with the shop's: a wrong name or a closed network's address loses a deposit. */

export interface SentNetwork {
  coin: string;
  showName: string;
  name: string;
  mainChainName: string;
  closedBy?: string | undefined;
}

function textOf(value: unknown): string {
  if (value instanceof LosslessNumber) return value.value;
  return typeof value === "string" ? value.trim() : "";
}

const rowsOf = (value: unknown): [string, Record<string, unknown>][] =>
  Object.entries(isObject(value) ? value : {}).flatMap(([name, row]) => (isObject(row) ? [[name, row]] : []));

/** Returns the networks of every coin of a market, and the flags of the public info that close them. */
export function sentNetworks(data: unknown, flags: readonly ClosedNetwork[]): SentNetwork[] {
  const { coinList, followCoinList } = isObject(data) && isObject(data.market) ? data.market : {};
  const followers = new Map(rowsOf(followCoinList));
  return rowsOf(coinList).flatMap(([coin, row]) => {
    const own = rowsOf(followers.get(coin));
    const showName = textOf(row.showName) || coin;
    return (own.length > 0 ? own : [[coin, row] as const]).map(([name, sent]): SentNetwork => {
      const mainChainName = textOf(sent.mainChainName);
      const ownName = textOf(sent.name) || name;
      const flag = flags.find(closes({ coin, showName, name: ownName, mainChainName }))?.flag.slice(0, FLAG_MAX_LENGTH);
      const closing = ["depositOpen", "followCoinDepositOpen"].find(
        (field) => sent[field] === false || textOf(sent[field]) === "0",
      );
      return { coin, showName, name: ownName, mainChainName, closedBy: closing ?? flag };
    });
  });
}

const closes =
  ({ coin, showName, name, mainChainName }: Omit<SentNetwork, "closedBy">) =>
  ({ coin: named, network }: ClosedNetwork): boolean =>
    [coin, showName].some((text) => text.toLowerCase() === named) &&
    isNamed(network, { name, mainChainName }, [coin, showName]);

/** Returns findings about flags that close no network, because they may use another name for one. */
export function describeFlags(networks: readonly SentNetwork[], flags: readonly ClosedNetwork[]): Finding[] {
  const lost = flags.filter((flag) => !networks.some((network) => closes(network)(flag)));
  const names = lost.map(({ flag }) => flag.slice(0, FLAG_MAX_LENGTH));
  return lost.length === 0 ? [] : [note(`flags of the public info that close no listed network: ${listed(names)}`)];
}

export function closingFlags(data: unknown): ClosedNetwork[] {
  return isObject(data) ? closedIn(data) : [];
}

const FLAG_MAX_LENGTH = 46;

const SHOWN_MAX = 8;
const listed = (texts: readonly string[]): string =>
  texts.slice(0, SHOWN_MAX).join(", ") + (texts.length > SHOWN_MAX ? ` and ${texts.length - SHOWN_MAX} more` : "");

/** Returns findings about odd names and flags, and about networks that the shop reads wrongly. */
export function describeNetworks(networks: readonly SentNetwork[], market: Market): Finding[] {
  const readAs = networks.flatMap((sent) => {
    const read = market.coin(sent.coin).networks;
    const chain = read.state === "sent" ? read.chains.find(({ name }) => name === sent.name) : undefined;
    return chain ? [{ ...sent, shownAs: chain.mainChainName, isOpen: chain.isOpen }] : [];
  });
  const misnamed = readAs
    .filter(({ mainChainName, shownAs }) => mainChainName !== "" && shownAs !== mainChainName)
    .map(({ coin, mainChainName, shownAs }) => `${coin} over ${mainChainName}, shown as ${shownAs}`);
  const opened = readAs
    .filter(({ closedBy, isOpen }) => /^(?:depositOpen|followCoinDepositOpen)$/.test(closedBy ?? "") && isOpen)
    .map(({ name, closedBy }) => `${name} (${String(closedBy)})`);
  const nameless = readAs
    .filter(({ mainChainName }) => mainChainName === "")
    .map(({ name, shownAs }) => `${name}, shown as ${shownAs}`);
  const closed = readAs
    .filter(({ closedBy, isOpen }) => closedBy !== undefined || !isOpen)
    .map(({ name, closedBy = "another row" }) => `${name} (${closedBy})`);
  const coins = [...new Map(networks.map(({ coin, showName }) => [coin, showName]))];
  const renamed = coins
    .filter(([coin, showName]) => coin !== showName)
    .map(([coin, showName]) => `${coin} as ${showName}`);
  const shared = coins
    .filter(([coin, showName]) => coins.some(([other, same]) => other !== coin && same === showName))
    .map(([coin]) => coin);
  const reports: [finding: (text: string) => Finding, what: string, texts: readonly string[]][] = [
    [problem, "networks under another name than the platform's", misnamed],
    [problem, "closed networks that look open", opened],
    [note, "closed networks", closed],
    [note, "networks without their own name", nameless],
    [note, "coins shown under another name", renamed],
    [note, "coins that share a name, distinguished by symbol", shared],
  ];
  return reports.flatMap(([finding, what, texts]) => (texts.length > 0 ? [finding(`${what}: ${listed(texts)}`)] : []));
}

const WHY_NONE: Record<NoAddress, Finding> = {
  noAddress: note("no address yet"),
  memoMissing: problem("its memo is missing: nobody can deposit until the platform sends it"),
  unclearAddress: problem("may not be an address: nobody can deposit until the platform sends another"),
};
const DENIED = problem(
  "tagType says that there is no memo, but it ends in one: nobody can deposit until one of them changes",
);
const GLUED = note("its memo is unannounced: it is shown separately and must be acknowledged");

/** Returns findings about an address of `chargeAddress` as the shop reads it. */
export function describeAddress(addressStr: string | undefined, need: MemoNeed): Finding[] {
  const read = readAddress(addressStr, need);
  if (typeof read !== "string") return need === "unsaid" && read.memo !== undefined ? [GLUED] : [];
  const isDenied = need === "none" && typeof readAddress(addressStr, "unsaid") !== "string";
  return [isDenied ? DENIED : WHY_NONE[read]];
}
