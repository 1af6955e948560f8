import type { Flow } from "~server/session/flow";
import { ownerDigest } from "~server/session/owner";
import type { Session } from "~server/session/session";
import { symbol } from "~server/upstream/readers";

/**
 * That a visitor has read that the deposits of a coin need a memo is kept in the flow, for this account and coin
 * (behaviour 7.25): in an address it could be sent to somebody who has read nothing.
 */

/** More coins than anybody deposits within the life of a flow; the cookie has room for so much. */
const COINS_MAX = 8;

const ownerOf = (session: Session) => ownerDigest("deposit-memo", session);

function coinsOf({ depositMemo }: Flow, session: Session): string[] {
  return depositMemo?.owner === ownerOf(session) ? depositMemo.coins : [];
}

/** Whether this visitor has acknowledged the memo of a coin; what somebody else did on this browser does not count. */
export function hasReadMemo(flow: Flow, session: Session, coinSymbol: string): boolean {
  return coinsOf(flow, session).includes(coinSymbol);
}

/**
 * A flow that remembers that this visitor has acknowledged the memo of a coin.
 *
 * @param coinSymbol as a URL says it, so anything; what is no symbol is not kept
 */
export function withReadMemo(flow: Flow, session: Session, coinSymbol: string): Flow {
  if (symbol(coinSymbol) === undefined) return flow;
  const others = coinsOf(flow, session).filter((coin) => coin !== coinSymbol);
  return { ...flow, depositMemo: { owner: ownerOf(session), coins: [...others, coinSymbol].slice(-COINS_MAX) } };
}
