import type { FlowSession } from "~server/session/flow-session";
import { ownerDigest } from "~server/session/owner";
import type { Session } from "~server/session/session";
import { symbol } from "~server/upstream/parsers";

/**
 * Records in the flow that a visitor has read that a coin's deposits need a memo, for this account and coin (behaviour
 * 7.25). In a URL it could be sent to somebody who has not read it.
 */

/** More coins than anybody deposits within the life of a flow; the cookie has space for these. */
const COINS_MAX = 8;

const ownerOf = (session: Session) => ownerDigest("deposit-memo", session);

function coinsOf({ depositMemo }: FlowSession, session: Session): string[] {
  return depositMemo?.owner === ownerOf(session) ? depositMemo.coins : [];
}

/** Whether this visitor has acknowledged the memo of a coin; what somebody else did on this browser does not count. */
export function hasReadMemo(flowSession: FlowSession, session: Session, coinSymbol: string): boolean {
  return coinsOf(flowSession, session).includes(coinSymbol);
}

/**
 * A flow with this visitor's acknowledgement of a coin's memo.
 *
 * @param coinSymbol from a URL, so untrusted; a text that is no symbol is not stored
 */
export function withReadMemo(flowSession: FlowSession, session: Session, coinSymbol: string): FlowSession {
  if (symbol(coinSymbol) === undefined) return flowSession;
  const others = coinsOf(flowSession, session).filter((coin) => coin !== coinSymbol);
  return { ...flowSession, depositMemo: { owner: ownerOf(session), coins: [...others, coinSymbol].slice(-COINS_MAX) } };
}
