import { LosslessNumber } from "lossless-json";
import { isObject } from "@storefront/upstream-client/json";
import { readAddress, type NoAddress } from "~server/deposits/address";
import { isNamed } from "~server/deposits/plan";
import { closedIn, type ClosedNetwork, type Market, type MemoNeed } from "~server/upstream/market";
import { note, problem } from "./examination";
import type { Finding } from "./report";

/**
 * What the market says of networks, field by field, beside what the shop makes of it: a wrong name of a network, or an
 * address of a closed one, loses a deposit.
 */

/** A network as it was sent. */
export interface SentNetwork {
  coin: string;
  /** The coin's name for people. */
  showName: string;
  /** The name that is sent to ask for an address. */
  name: string;
  mainChainName: string;
  /** The field that closes it. */
  closedBy?: string | undefined;
}

/** A text or a number as text; empty for anything else. */
function textOf(value: unknown): string {
  if (value instanceof LosslessNumber) return value.value;
  return typeof value === "string" ? value.trim() : "";
}

const rowsOf = (value: unknown): [string, Record<string, unknown>][] =>
  Object.entries(isObject(value) ? value : {}).flatMap(([name, row]) => (isObject(row) ? [[name, row]] : []));

/** Reads the networks of every coin of a market, and which flags of the public info close one (`usdt_open_omni`). */
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

/** Tells which flags mean a network. */
const closes =
  ({ coin, showName, name, mainChainName }: Omit<SentNetwork, "closedBy">) =>
  ({ coin: named, network }: ClosedNetwork): boolean =>
    [coin, showName].some((text) => text.toLowerCase() === named) &&
    isNamed(network, { name, mainChainName }, [coin, showName]);

/** Finds flags that close none of the networks: they may call one by another name. */
export function describeFlags(networks: readonly SentNetwork[], flags: readonly ClosedNetwork[]): Finding[] {
  const lost = flags.filter((flag) => !networks.some((network) => closes(network)(flag)));
  const names = lost.map(({ flag }) => flag.slice(0, FLAG_MAX_LENGTH));
  return lost.length === 0 ? [] : [note(`flags of the public info that close no listed network: ${listed(names)}`)];
}

/** The flags of the public info that close a network. */
export function closingFlags(data: unknown): ClosedNetwork[] {
  return isObject(data) ? closedIn(data) : [];
}

const FLAG_MAX_LENGTH = 46;

const SHOWN_MAX = 8;
const listed = (texts: readonly string[]): string =>
  texts.slice(0, SHOWN_MAX).join(", ") + (texts.length > SHOWN_MAX ? ` and ${texts.length - SHOWN_MAX} more` : "");

/** Finds odd names and flags, and networks that the shop reads under another name or as open. */
export function describeNetworks(networks: readonly SentNetwork[], market: Market): Finding[] {
  const readAs = networks.flatMap((sent) => {
    const read = market.coin(sent.coin).networks;
    const chain = read.state === "sent" ? read.chains.find(({ name }) => name === sent.name) : undefined;
    return chain ? [{ ...sent, shownAs: chain.mainChainName, isOpen: chain.isOpen }] : [];
  });
  const misnamed = readAs.filter(({ mainChainName, shownAs }) => mainChainName !== "" && shownAs !== mainChainName);
  const opened = readAs.filter(
    ({ closedBy, isOpen }) => /^(?:depositOpen|followCoinDepositOpen)$/.test(closedBy ?? "") && isOpen,
  );
  const nameless = readAs.filter(({ mainChainName }) => mainChainName === "");
  const closed = readAs.filter(({ closedBy, isOpen }) => closedBy !== undefined || !isOpen);
  const coins = [...new Map(networks.map(({ coin, showName }) => [coin, showName]))];
  const renamed = coins.filter(([coin, showName]) => coin !== showName);
  const shared = coins.filter(([coin, showName]) => coins.some(([other, same]) => other !== coin && same === showName));
  const told = (finding: (text: string) => Finding, what: string, texts: readonly string[]) =>
    texts.length > 0 ? [finding(`${what}: ${listed(texts)}`)] : [];
  return [
    ...told(
      problem,
      "networks under another name than the platform's",
      misnamed.map(({ coin, mainChainName, shownAs }) => `${coin} over ${mainChainName}, shown as ${shownAs}`),
    ),
    ...told(
      problem,
      "networks that are closed, and taken for open",
      opened.map(({ name, closedBy }) => `${name} (${String(closedBy)})`),
    ),
    ...told(
      note,
      "closed networks",
      closed.map(({ name, closedBy = "another row" }) => `${name} (${closedBy})`),
    ),
    ...told(
      note,
      "networks without a name of their own",
      nameless.map(({ name, shownAs }) => `${name}, shown as ${shownAs}`),
    ),
    ...told(
      note,
      "coins that are shown by another name",
      renamed.map(([coin, showName]) => `${coin} as ${showName}`),
    ),
    ...told(
      note,
      "coins of one name, which are told apart by their own",
      shared.map(([coin]) => coin),
    ),
  ];
}

const WHY_NONE: Record<NoAddress, Finding> = {
  noAddress: note("no address yet"),
  memoMissing: problem("it should have a memo, and has none: nobody can deposit until the platform sends it"),
  unclearAddress: problem("no address for certain: nobody can deposit until the platform sends another"),
};
const DENIED = problem("tagType says that it has no memo, and it ends in one: nobody can deposit until one is changed");
const GLUED = note("its memo is announced by nothing: it is shown apart, and has to be acknowledged");

/**
 * Finds what is odd in an address as the shop reads it.
 *
 * @param addressStr as `chargeAddress` gives it
 */
export function describeAddress(addressStr: string | undefined, need: MemoNeed): Finding[] {
  const read = readAddress(addressStr, need);
  if (typeof read !== "string") return need === "unsaid" && read.memo !== undefined ? [GLUED] : [];
  const isDenied = need === "none" && typeof readAddress(addressStr, "unsaid") !== "string";
  return [isDenied ? DENIED : WHY_NONE[read]];
}
