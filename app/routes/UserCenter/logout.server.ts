import { z } from "zod";
import { formAction } from "~server/forms/form";
import { forgetIdentity } from "~server/identity/saved";
import { clearFlowCookie } from "~server/session/flow-session";
import { seeOther } from "~server/session/redirects";
import { securityInfos } from "~server/session/security-info";
import { clearSessionCookie } from "~server/session/session";
import { markSignedOut } from "~server/session/signed-out";
import { logOut } from "~server/upstream/sign-in";
import { SessionExpired, UpstreamRejected, UpstreamUnavailable } from "~server/upstream/client";

/** Signs out of this site in any case; warns the visitor if the upstream does not confirm it. */
export const logout = formAction({
  purpose: "logout",
  session: "required",
  schema: () => z.object({}),
  handle: async ({ upstreamContext, session }) => {
    await forgetIdentity(session);
    const confirmed = await logOut(upstreamContext).then(
      () => true,
      (error: unknown) => {
        // An expired session is already signed out.
        if (error instanceof SessionExpired) return true;
        if (error instanceof UpstreamRejected || error instanceof UpstreamUnavailable) return false;
        throw error;
      },
    );
    // This comes after the upstream's response, so that a second press gets the same response and not the sign-in page.
    securityInfos.delete(session.id);
    await markSignedOut(session);
    return seeOther("/Index/Home", {
      document: true,
      cookies: [clearSessionCookie(), clearFlowCookie()],
      toast: confirmed ? { key: "toasts.loggedOut", kind: "status" } : { key: "toasts.loggedOutHere", kind: "alert" },
    });
  },
});
