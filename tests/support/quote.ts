import { decodeJwt, SignJWT } from "jose";
import { keysOf } from "~server/crypto/keys";
import { openQuote, signQuote, type Quote } from "~server/purchase/quote";
import { flowCookie, storedFlow } from "~server/session/flow-session";
import { CookieJar, pageRequest } from "./requests";

/** The sandbox's data of the first product, beside its price. */
export const QUOTED = { miningCycleDays: "540", serviceRatePercent: "20", incomeType: "1", profitRatioPercent: "32.5" };

/** A quote of a session, as the form that pays it would hold it. */
export async function newQuote(offer: Parameters<typeof signQuote>[0], sessionId: string): Promise<Quote> {
  const quote = await openQuote(await signQuote(offer, sessionId), sessionId);
  if (!quote) throw new Error("A new quote cannot be opened.");
  return quote;
}

/**
 * A visitor's flow as it is ten minutes later: its quote has run out.
 *
 * @param cookies all of the visitor's
 * @returns the Set-Cookie value
 */
export async function expiredFlow(cookies: readonly { name: string; value: string }[]): Promise<string> {
  const jar = cookies.reduce((filled, { name, value }) => filled.set(name, value), new CookieJar());
  const flow = await storedFlow(pageRequest("/", { cookies: jar }));
  if (!flow?.purchase) throw new Error("The visitor has no quote.");
  const claims = { ...decodeJwt(flow.purchase.quote), exp: Math.floor(Date.now() / 1000) - 1 };
  const quote = await new SignJWT(claims).setProtectedHeader({ alg: "HS256" }).sign(keysOf("quote")[0]);
  return flowCookie({ ...flow, purchase: { ...flow.purchase, quote } });
}
