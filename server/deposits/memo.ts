import type { FlowSession } from "~server/session/flow-session";
import { ownerDigest } from "~server/session/owner";
import type { Session } from "~server/session/session";
import { symbol } from "~server/upstream/parsers";

/**
 * Stored in the flow: this account has acknowledged that deposits of a coin need a memo. A URL could be sent to
 * somebody who has not.
 */

/** More coins than anybody deposits within the life of a flow. */
const COINS_MAX = 8;

const ownerOf = (session: Session) => ownerDigest("deposit-memo", session);

function coinsOf({ depositMemo }: FlowSession, session: Session): string[] {
  return depositMemo?.owner === ownerOf(session) ? depositMemo.coins : [];
}

export function hasReadMemo(flowSession: FlowSession, session: Session, coinSymbol: string): boolean {
  return coinsOf(flowSession, session).includes(coinSymbol);
}

/** The symbol is from a URL: no other text is stored. */
export function withReadMemo(flowSession: FlowSession, session: Session, coinSymbol: string): FlowSession {
  if (symbol(coinSymbol) === undefined) return flowSession;
  const others = coinsOf(flowSession, session).filter((coin) => coin !== coinSymbol);
  return { ...flowSession, depositMemo: { owner: ownerOf(session), coins: [...others, coinSymbol].slice(-COINS_MAX) } };
}
