import { seeOther } from "~server/session/redirects";
import { userInfo, type UserInfo } from "~server/upstream/user";
import type { Caller } from "~server/upstream/transport";

const SAYS = { verified: "toasts.realNameVerified", review: "toasts.realNameReview" } as const;

/**
 * The user of a real-name screen, which opens only when not verified and not in review (behaviour 6.5).
 *
 * @throws Response 303 to the account centre with the reason; Refused, Expired, Unavailable
 */
export async function requireUnverified(caller: Caller): Promise<UserInfo> {
  const user = await userInfo(caller);
  if (user.authLevel === "unverified") return user;
  throw seeOther("/UserCenter", { document: true, toast: { key: SAYS[user.authLevel], kind: "status" } });
}
