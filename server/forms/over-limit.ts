import { refuseForNow, type FormError } from "~server/forms/refusal";
import { LIMITS, type Rate } from "~server/limits";
import type { FlowSession } from "~server/session/flow-session";
import { countedAs } from "~server/session/owner";
import type { Session } from "~server/session/session";
import { limit } from "~server/store/rate-limit";
import { accountKey } from "~server/store/attempt-limit";

/** The sender of a post, by the cookies and the connection. */
export interface Poster {
  session: Session | null;
  flow: FlowSession;
  /** As limits count it: an IPv4 address, or the /64 network of an IPv6 one. */
  address: string;
}

/** A row of the table of limits: how often an account may post a form from one address. */
export interface FormLimit extends Rate {
  /** The same for a signed-in account from all addresses together. */
  inAll?: number;
  /**
   * The account that a form is about where that is not the session's: from a field, or from the flow. Anybody can name
   * any account, so it is counted only together with the address. An empty one is not counted.
   */
  account?: (form: FormData, flowSession: FlowSession) => FormDataEntryValue | null | undefined;
}

/** An account that has posted a form so few times here is let through where its address is over the limit. */
const FEW_POSTS = 10;

type Count = [name: string, key: string, rate: Rate];

/**
 * Counts a post of a form and refuses it when it is over a limit (behaviour 5.24): of an address, for all strangers
 * behind it and for all who are signed in; of an account from this address; and of a session's account from all
 * addresses.
 *
 * @returns 429 with the seconds until the limit ends; null when the post is within the limits
 */
export async function overLimit(
  { purpose, limit: ofForm }: { purpose: string; limit?: FormLimit | undefined },
  form: FormData,
  { session, flow: flowSession, address }: Poster,
): Promise<FormError | null> {
  const { points, perMs, inAll, account }: FormLimit = ofForm ?? LIMITS.form;
  const named = account?.(form, flowSession);
  const ofSession = session && !account ? countedAs(session) : "";
  const counted = typeof named === "string" ? accountKey(named) : ofSession;
  // Strangers, who have nothing else to count by, use up nothing of those who are signed in at their address.
  const ofAddress: Count = [`form:${purpose}`, session ? `${address}\nsigned in` : address, LIMITS["form:address"]];
  const own: Count[] = [];
  if (counted) own.push([`form:${purpose}:pair`, `${address}\n${counted}`, { points, perMs }]);
  if (ofSession && inAll) own.push([`form:${purpose}:account`, counted, { points: inAll, perMs }]);
  // An account over its limit uses up nothing of its address. One that is made up must not fill the store: there the
  // address is first.
  let ownPosts = Infinity;
  for (const row of ofSession ? [...own, ofAddress] : [ofAddress, ...own]) {
    const { allowed, retryAfterMs, used } = await limit(...row);
    // A few accounts at the address of a carrier must not close the shop to all others behind it.
    const isLetThrough = allowed || (row === ofAddress && ownPosts <= FEW_POSTS);
    if (!isLetThrough) return refuseForNow(LIMITS.form.message, Math.ceil(retryAfterMs / 1000));
    ownPosts = used;
  }
  return null;
}
