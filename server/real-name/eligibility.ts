import { seeOther } from "~server/session/redirects";
import { Unavailable, type Caller } from "~server/upstream/transport";
import { unlessUnavailable } from "~server/upstream/unavailable";
import { userInfo, type UserInfo } from "~server/upstream/user";

const SAYS = { verified: "toasts.realNameVerified", review: "toasts.realNameReview" } as const;

/**
 * The user of a real-name screen, which opens only when not verified and not in review (behaviour 6.5).
 *
 * @throws Response 303 to the account centre with the reason; Expired; Unavailable where the platform does not say who
 *   it is, a refusal included: it is none of a form that was sent here
 */
export async function requireUnverified(caller: Caller): Promise<UserInfo> {
  const user = await unlessUnavailable(userInfo(caller));
  if (!user) throw new Unavailable("the user cannot be read", false);
  if (user.authLevel === "unverified") return user;
  throw seeOther("/UserCenter", { document: true, toast: { key: SAYS[user.authLevel], kind: "status" } });
}
