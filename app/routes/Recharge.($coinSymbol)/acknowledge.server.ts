import { z } from "zod";
import { formAction } from "~server/forms/form";
import { withReadMemo } from "~server/deposits/memo";
import { messageKey } from "~server/i18n/message";
import { flowCookie } from "~server/session/flow-session";
import { returnToOf, seeOther } from "~server/session/redirects";
import { chainPath } from "./place.server";

/** Stores that the visitor has read about the memo, and redirects to the address. */
export const acknowledge = formAction({
  purpose: "recharge",
  session: "required",
  schema: () =>
    z.object({
      acknowledged: z.literal("1", { errorMap: () => ({ message: messageKey("Recharge.memoUnconfirmed") }) }),
    }),
  // The page that it redirects to checks the coin against the market.
  handle: async ({ params: { coinSymbol = "" }, request, flow: flowSession, session }) => {
    const query = new URL(request.url).searchParams;
    return seeOther(chainPath(coinSymbol, query.get("chain") ?? "", returnToOf(query)), {
      cookies: [await flowCookie(withReadMemo(flowSession, session, coinSymbol))],
      document: true,
    });
  },
});
