import { z } from "zod";
import { formAction, formError } from "~server/forms/form";
import { forgetIdentity } from "~server/identity/saved";
import { clearFlowCookie } from "~server/session/flow-session";
import { seeOther } from "~server/session/redirects";
import { evictSecurityInfo } from "~server/session/security-info";
import { clearSessionCookie } from "~server/session/session";
import { endEverywhere } from "~server/session/signed-out";
import { logOut } from "~server/upstream/sign-in";
import { SessionExpired, UpstreamRejected, UpstreamUnavailable } from "~server/upstream/client";

/**
 * Ends every session of the account here, this one too (behaviour 2.112). The upstream is informed of this session
 * alone, the only one whose token is available; its response changes nothing here.
 */
export const signOutEverywhere = formAction({
  purpose: "everywhere",
  session: "required",
  schema: () => z.object({}),
  handle: async ({ upstreamContext, session }) => {
    const ended = await endEverywhere(session).then(
      () => true,
      () => false,
    );
    // A visitor who fears a stranger must not read that it is done where it may not be.
    if (!ended) return formError("Security.everywhereFailed", { status: 503 });
    await forgetIdentity(session);
    await logOut(upstreamContext).catch((error: unknown) => {
      if (
        !(error instanceof SessionExpired || error instanceof UpstreamRejected || error instanceof UpstreamUnavailable)
      )
        throw error;
    });
    evictSecurityInfo(session);
    return seeOther("/Index/Home", {
      document: true,
      cookies: [clearSessionCookie(), clearFlowCookie()],
      toast: { key: "Security.everywhereDone", kind: "status", stays: true },
    });
  },
});
