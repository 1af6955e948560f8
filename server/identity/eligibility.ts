import { ownerOf } from "~server/identity/draft";
import type { FlowSession } from "~server/session/flow-session";
import { seeOther } from "~server/session/redirects";
import type { Session } from "~server/session/session";
import type { UpstreamContext } from "~server/upstream/client";
import { userInfo, type UserInfo } from "~server/upstream/user";

const SAYS = { verified: "toasts.realNameVerified", review: "toasts.realNameReview" } as const;

/** Throws 303 to the account centre if the visitor is verified or in review. */
export async function requireUnverified(upstreamContext: UpstreamContext): Promise<UserInfo> {
  const user = await userInfo(upstreamContext);
  if (user.authLevel === "unverified") return user;
  throw seeOther("/UserCenter", { document: true, toast: { key: SAYS[user.authLevel], kind: "status" } });
}

export async function requireSent(
  flowSession: FlowSession | null,
  session: Session,
  upstreamContext: UpstreamContext,
): Promise<void> {
  if (flowSession?.realNameSent === ownerOf(session)) return;
  const { authLevel } = await userInfo(upstreamContext);
  if (authLevel === "unverified") throw seeOther("/RealNameSelect", { document: true });
  if (authLevel === "verified") {
    throw seeOther("/UserCenter", { document: true, toast: { key: SAYS.verified, kind: "status" } });
  }
}
