import { z } from "zod";
import { deleteAccountData } from "~server/account/account-data";
import { setAntiPhishingCode, antiPhishingCodeSchema } from "~server/account/anti-phishing-code";
import { ownerOrTyped } from "~server/account/owner-of";
import { formAction, formError } from "~server/forms/form";
import { forgetIdentity } from "~server/identity/saved";
import { clearFlowCookie } from "~server/session/flow-session";
import { seeOther } from "~server/session/redirects";
import { securityInfos } from "~server/session/security-info";
import { clearSessionCookie } from "~server/session/session";
import { endEverywhere } from "~server/session/signed-out";
import { logOut } from "~server/upstream/sign-in";
import { SessionExpired, UpstreamRejected, UpstreamUnavailable } from "~server/upstream/client";

export const changeAntiPhishingCode = formAction({
  purpose: "antiPhishingCode",
  session: "required",
  schema: ({ intent }): z.ZodType<{ antiPhishingCode?: string }, z.ZodTypeDef, unknown> =>
    intent === "remove" ? z.object({}) : z.object({ antiPhishingCode: antiPhishingCodeSchema }),
  handle: async ({ value: { antiPhishingCode }, session }) => {
    const done = await succeeds(setAntiPhishingCode(session, antiPhishingCode ?? null));
    return done ? seeOther("/Security", { document: true }) : formError("Security.notStored", { status: 503 });
  },
});

export const deleteAll = formAction({
  purpose: "delete",
  session: "required",
  schema: () => z.object({}),
  handle: async ({ session }) => {
    const deleted = await succeeds(deleteAccountData(session));
    if (!deleted) return formError("Security.notDeleted", { status: 503 });
    return seeOther("/Security", {
      document: true,
      // The flow contains input of forms that were not sent.
      cookies: [clearFlowCookie()],
      toast: { key: "Security.deleted", kind: "status" },
    });
  },
});

/** Ends every session of the account here; at the upstream only this one, because no other token is available. */
export const signOutEverywhere = formAction({
  purpose: "everywhere",
  session: "required",
  schema: () => z.object({}),
  handle: async ({ upstreamContext, session }) => {
    const ended = await succeeds(endEverywhere(await ownerOrTyped(session)));
    // A visitor who fears an intruder must not read that it is done unless that is certain.
    if (!ended) return formError("Security.everywhereFailed", { status: 503 });
    await forgetIdentity(session);
    await logOut(upstreamContext).catch((error: unknown) => {
      if (
        !(error instanceof SessionExpired || error instanceof UpstreamRejected || error instanceof UpstreamUnavailable)
      )
        throw error;
    });
    securityInfos.delete(session.id);
    return seeOther("/Index/Home", {
      document: true,
      cookies: [clearSessionCookie(), clearFlowCookie()],
      toast: { key: "Security.everywhereDone", kind: "status", stays: true },
    });
  },
});

const succeeds = (write: Promise<unknown>) =>
  write.then(
    () => true,
    () => false,
  );
