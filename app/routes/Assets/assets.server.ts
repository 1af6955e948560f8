import { LIMITS } from "~server/limits";
import { amountsCookie } from "~server/account/assets-view";
import { z } from "zod";
import { formAction } from "~server/forms/form";
import { seeOther } from "~server/session/redirects";

/** Hides or shows the amounts. The action is idempotent, so no response is stored for repeats. */
export const changeView = formAction({
  purpose: "assets-view",
  session: "required",
  neverExpires: true,
  isIdempotent: true,
  limit: LIMITS["form:pressed"],
  schema: () =>
    z.object({
      hide: z.literal("amounts").optional(),
      show: z.literal("amounts").optional(),
      redirectTo: z.enum(["/Assets", "/Index/Home", "/UserCenter"]).optional(),
    }),
  handle: ({ value: { hide, redirectTo = "/Assets" } }) =>
    Promise.resolve(seeOther(redirectTo, { document: true, cookies: [amountsCookie(hide !== undefined)] })),
});
