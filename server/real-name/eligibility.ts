import { flashCookie } from "~server/session/flash";
import { PRIVATE_HEADERS } from "~server/session/headers";
import { seeOther } from "~server/session/redirects";
import { userInfo, type UserInfo } from "~server/upstream/account";
import type { Caller } from "~server/upstream/transport";
import { unlessUnavailable } from "~server/upstream/unavailable";

const SAYS = { verified: "toasts.realNameVerified", review: "toasts.realNameReview" } as const;

/**
 * The user of a real-name screen, which opens only when not verified and not in review (spec sections 2 and 6). For actions.
 *
 * @throws Response 303 to the account centre with the reason; Refused, Expired, Unavailable
 */
export async function requireUnverified(caller: Caller): Promise<UserInfo> {
  const user = await userInfo(caller);
  if (user.authLevel === "unverified") return user;
  throw seeOther("/UserCenter", {
    document: true,
    cookies: [flashCookie({ key: SAYS[user.authLevel], kind: "status" })],
  });
}

/**
 * The same for loaders: a screen that cannot know whether it may open answers 503.
 *
 * @throws Response
 */
export async function openUnverified(caller: Caller): Promise<UserInfo> {
  const user = await unlessUnavailable(requireUnverified(caller));
  if (!user) throw new Response(null, { status: 503, headers: PRIVATE_HEADERS });
  return user;
}
