import type { FlowSession } from "~server/session/flow-session";
import { ownerDigest } from "~server/session/owner";
import type { Session } from "~server/session/session";
import { symbol } from "~server/upstream/parsers";

/** The flow stores that this account knows of a coin's memo; a URL could be sent to somebody who does not. */

/** More coins than anybody deposits during one flow. */
const COINS_MAX = 8;

const ownerOf = (session: Session) => ownerDigest("deposit-memo", session);

function coinsOf({ depositMemo }: FlowSession, session: Session): string[] {
  return depositMemo?.owner === ownerOf(session) ? depositMemo.coins : [];
}

export function hasReadMemo(flowSession: FlowSession, session: Session, coinSymbol: string): boolean {
  return coinsOf(flowSession, session).includes(coinSymbol);
}

/** Stores only valid symbols, because this one comes from a URL. */
export function withReadMemo(flowSession: FlowSession, session: Session, coinSymbol: string): FlowSession {
  if (symbol(coinSymbol) === undefined) return flowSession;
  const others = coinsOf(flowSession, session).filter((coin) => coin !== coinSymbol);
  return { ...flowSession, depositMemo: { owner: ownerOf(session), coins: [...others, coinSymbol].slice(-COINS_MAX) } };
}
