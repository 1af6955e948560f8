import { refuseForNow, type FormError } from "~server/forms/refusal";
import type { FlowSession } from "~server/session/flow-session";
import { countedAs } from "~server/session/owner";
import type { Session } from "~server/session/session";
import { limit, type Rate } from "~server/store/rate-limit";
import { accountKey } from "~server/store/attempt-limit";

/**
 * Posts of one form: from an address, which a whole office or carrier may share; of an account from one address; and a
 * multiple of that for a signed-in account from all addresses.
 */
const POSTS_OF_ADDRESS = { points: 300, perMs: 60_000 } as const;
export const POSTS_OF_ACCOUNT = { points: 30, perMs: 60_000 } as const;
const POSTS_ELSEWHERE_FACTOR = 2;

/** The sender of a post, by the cookies and the connection. */
export interface Poster {
  session: Session | null;
  flow: FlowSession;
  /** As limits count it: an IPv4 address, or the /64 network of an IPv6 one. */
  address: string;
}

/** How often an account may post a form from one address. */
export interface FormLimit extends Rate {
  /**
   * The account that a form is about where that is not the session's: from a field, or from the flow. Anybody can name
   * any account, so it is counted only together with the address. An empty one is not counted.
   */
  account?: (form: FormData, flowSession: FlowSession) => FormDataEntryValue | null | undefined;
}

/**
 * Counts a post of a form and refuses it when it is over a limit (behaviour 5.24): of an address, for everybody behind
 * it; of an account from this address, 30 a minute by default; and of a session's account from all addresses.
 *
 * @returns 429 with the seconds until the limit ends; null when the post is within the limits
 */
export async function overLimit(
  { purpose, limit: own }: { purpose: string; limit?: FormLimit | undefined },
  form: FormData,
  { session, flow: flowSession, address }: Poster,
): Promise<FormError | null> {
  const { points, perMs, account }: FormLimit = own ?? POSTS_OF_ACCOUNT;
  const named = account?.(form, flowSession);
  const ofSession = session && !account ? countedAs(session) : "";
  const counted = typeof named === "string" ? accountKey(named) : ofSession;
  const counts: [name: string, key: string, rate: Rate][] = [[`form:${purpose}`, address, POSTS_OF_ADDRESS]];
  if (counted) counts.push([`form:${purpose}:pair`, `${address}\n${counted}`, { points, perMs }]);
  if (counted && !account)
    counts.push([`form:${purpose}:account`, counted, { points: points * POSTS_ELSEWHERE_FACTOR, perMs }]);
  // The address is first, so that a sender over its limit cannot fill the store with made-up accounts.
  for (const [name, key, rate] of counts) {
    const { allowed, retryAfterMs } = await limit(name, key, rate);
    if (!allowed) return refuseForNow("errors.tooMany", Math.ceil(retryAfterMs / 1000));
  }
  return null;
}
