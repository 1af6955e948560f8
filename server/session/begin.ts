import { ownerOrTyped } from "~server/account/owner-of";
import { recordSignIn } from "~server/account/sign-ins";
import { securityInfos } from "~server/session/security-info";
import { newSignInId, sessionCookie, sessionId, type Session } from "~server/session/session";
import { currentEpochs } from "~server/session/signed-out";

/**
 * Signs a visitor in, records the sign-in and the kind of the device, and returns the session's Set-Cookie value.
 *
 * @throws RangeError if the upstream's token is too long for a cookie
 */
export async function beginSession(
  { token, account, securityInfo }: Pick<Session, "token" | "account"> & { securityInfo?: string | undefined },
  request: Request,
): Promise<string> {
  const begun = { token, account, id: sessionId(token), signInId: newSignInId() };
  if (securityInfo) securityInfos.set(begun.id, securityInfo);
  const owner = await ownerOrTyped(begun);
  // The epochs are read before the cookie exists, so that a sign-out everywhere meanwhile ends this session too.
  const epochs = await currentEpochs(owner);
  const cookie = await sessionCookie({ ...begun, ...epochs, userId: owner.userId });
  await recordSignIn(owner, begun.signInId, request.headers.get("user-agent"));
  return cookie;
}
