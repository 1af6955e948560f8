import { z } from "zod";
import { formAction } from "~server/action";
import { seeOther } from "~server/session/redirects";
import { chainQuery, rechargePath } from "./place.server";

/** Takes note that the visitor will send the memo along, and goes on to the address (rulings, "Deposit address"). */
export const acknowledge = formAction({
  purpose: "recharge",
  session: "required",
  schema: () => z.object({ acknowledged: z.literal("1", { errorMap: () => ({ message: "errors.memoUnconfirmed" }) }) }),
  // Where it leads is checked there, against the market.
  handle: async ({ params, request }) => {
    const chain = new URL(request.url).searchParams.get("chain") ?? "";
    return seeOther(`${rechargePath(params.coinSymbol ?? "")}?${chainQuery(chain, true)}`, { document: true });
  },
});
