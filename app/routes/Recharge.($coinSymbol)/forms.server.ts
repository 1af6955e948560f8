import { z } from "zod";
import { formAction, formError } from "~server/forms/form";
import { rememberRecord, WatchStoreError } from "~server/deposits/watch";
import { withReadMemo } from "~server/deposits/memo";
import { message, messageKey } from "~server/i18n/message";
import { flowCookie } from "~server/session/flow-session";
import { returnToOf, seeOther } from "~server/session/redirects";
import { symbol as readSymbol } from "~server/upstream/parsers";
import { chainPath, watchPath } from "./paths";

type Values = Partial<Record<"acknowledged", "1">>;

/**
 * Handles the forms: `sent` stores the present deposit record and leads to the page that watches it; other intents
 * store that the visitor has read about the memo. The target pages check the coin.
 */
export const depositForms = formAction({
  purpose: "recharge",
  session: "required",
  schema: ({ intent }): z.ZodType<Values, z.ZodTypeDef, unknown> =>
    intent === "sent"
      ? z.object({})
      : z.object({
          acknowledged: z.literal("1", { errorMap: () => ({ message: messageKey("Recharge.memoUnconfirmed") }) }),
        }),
  handle: async ({ intent, params: { coinSymbol = "" }, request, flow: flowSession, session, upstreamContext }) => {
    const query = new URL(request.url).searchParams;
    const [chain, returnTo] = [query.get("chain") ?? "", returnToOf(query)];
    if (intent !== "sent") {
      return seeOther(chainPath(coinSymbol, chain, returnTo), {
        cookies: [await flowCookie(withReadMemo(flowSession, session, coinSymbol))],
        document: true,
      });
    }
    const symbol = readSymbol(coinSymbol);
    if (symbol === undefined) return formError("Recharge.unknownCoin");
    try {
      const waitMs = await rememberRecord(upstreamContext, session, symbol);
      if (waitMs === 0) return seeOther(watchPath(symbol, chain, returnTo), { document: true });
      return formError(message("errors.tooMany", { seconds: String(Math.ceil(waitMs / 1000)) }), { status: 429 });
    } catch (error) {
      if (error instanceof WatchStoreError) return formError("Recharge.watchNotBegun", { status: 503 });
      throw error;
    }
  },
});
