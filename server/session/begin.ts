import { recordSignIn } from "~server/account/sign-ins";
import { cacheSecurityInfo } from "~server/session/security-info";
import { newSignInId, sessionCookie, sessionId, type Session } from "~server/session/session";
import { currentEpoch } from "~server/session/signed-out";

/**
 * Signs a visitor in: the session begins in the account's epoch, and this shop records the sign-in (behaviour 2.111,
 * 2.112).
 *
 * @param securityInfo from the sign-in form; the session's calls carry it (behaviour 7.4)
 * @param request the one that signs in; only the kind of its device is stored
 * @returns the Set-Cookie value of the session
 * @throws RangeError when the upstream's token is too long for a cookie
 */
export async function beginSession(
  { token, account, securityInfo }: Pick<Session, "token" | "account"> & { securityInfo?: string | undefined },
  request: Request,
): Promise<string> {
  const owner = { account, id: sessionId(token) };
  const signInId = newSignInId();
  // The epoch first, so that a sign-out everywhere meanwhile ends this session too.
  const epoch = await currentEpoch(owner);
  const cookie = await sessionCookie({ token, account, signInId, epoch });
  await recordSignIn(owner, signInId, request.headers.get("user-agent"));
  if (securityInfo) cacheSecurityInfo(owner, securityInfo);
  return cookie;
}
