import { z } from "zod";
import { formAction, formError } from "~server/forms/form";
import { deleteAccountData } from "~server/account/account-data";
import { clearFlowCookie } from "~server/session/flow-session";
import { seeOther } from "~server/session/redirects";

/** Deletes this shop's data of the account (behaviour 2.113); the visitor stays signed in. */
export const deleteAll = formAction({
  purpose: "delete",
  session: "required",
  schema: () => z.object({}),
  handle: async ({ session }) => {
    const deleted = await deleteAccountData(session).then(
      () => true,
      () => false,
    );
    if (!deleted) return formError("Security.notDeleted", { status: 503 });
    return seeOther("/Security", {
      document: true,
      // It contains the input of forms that were not sent.
      cookies: [clearFlowCookie()],
      toast: { key: "Security.deleted", kind: "status" },
    });
  },
});
