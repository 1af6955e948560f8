import { refuseForNow, type FormError } from "~server/forms/refusal";
import { LIMITS, type Rate } from "~server/limits";
import type { FlowSession } from "~server/session/flow-session";
import { countedAs } from "~server/session/owner";
import type { Session } from "~server/session/session";
import { limit } from "~server/store/rate-limit";
import { accountKey } from "~server/store/attempt-limit";

export interface Poster {
  session: Session | null;
  flow: FlowSession;
  /** An IPv4 address, or the /64 network of an IPv6 one. */
  address: string;
}

/** How often an account may post a form from one address. */
export interface FormLimit extends Rate {
  /** How often a signed-in account may post the form from all addresses together. */
  inAll?: number;
  /** Returns the account that a form is about, if it is not the session's; counted only together with the address. */
  account?: (form: FormData, flowSession: FlowSession) => FormDataEntryValue | null | undefined;
}

/** An account with so few posts is let through even if its address is over the limit. */
const FEW_POSTS = 10;

type Count = [name: string, key: string, rate: Rate];

/** Counts a post. Returns 429 if an address, an account at this address, or an account is over its limit. */
export async function overLimit(
  { purpose, limit: ofForm }: { purpose: string; limit?: FormLimit | undefined },
  form: FormData,
  { session, flow: flowSession, address }: Poster,
): Promise<FormError | null> {
  const { points, perMs, inAll, account }: FormLimit = ofForm ?? LIMITS.form;
  const named = account?.(form, flowSession);
  const ofSession = session && !account ? countedAs(session) : "";
  const counted = typeof named === "string" ? accountKey(named) : ofSession;
  // Strangers do not use up the limit of signed-in visitors at their address.
  const ofAddress: Count = [`form:${purpose}`, session ? `${address}\nsigned in` : address, LIMITS["form:address"]];
  const own: Count[] = [];
  if (counted) own.push([`form:${purpose}:pair`, `${address}\n${counted}`, { points, perMs }]);
  if (ofSession && inAll) own.push([`form:${purpose}:account`, counted, { points: inAll, perMs }]);
  // An account over its limit does not use up its address's. Where accounts can be made up, the address comes first.
  let ownPosts = Infinity;
  for (const row of ofSession ? [...own, ofAddress] : [ofAddress, ...own]) {
    const { allowed, retryAfterMs, used } = await limit(...row);
    // A few accounts must not exclude everybody behind a carrier's address.
    const isLetThrough = allowed || (row === ofAddress && ownPosts <= FEW_POSTS);
    if (!isLetThrough) return refuseForNow(LIMITS.form.message, Math.ceil(retryAfterMs / 1000));
    ownPosts = used;
  }
  return null;
}
