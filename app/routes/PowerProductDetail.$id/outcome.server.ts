import { describeError, log } from "~server/log";
import { successPath, receiptCookie } from "~server/purchase/receipt";
import { resolveUnknown } from "~server/purchase/unknown-outcome";
import type { Session } from "~server/session/session";
import { Expired, type Caller } from "~server/upstream/transport";
import { unlessUnavailable } from "~server/upstream/unavailable";
import type { Buyer } from "./buyer.server";
import type { ShownOutcome } from "./OutcomeSheet";
import { attemptTold } from "./told.server";

/**
 * How a purchase without an answer has ended, as far as the orders show; null where there is no such purchase.
 *
 * @throws Expired
 */
export async function readOutcome(
  caller: Caller,
  session: Session,
  buyer: Buyer | null,
  productId: string,
): Promise<{ shown: ShownOutcome; cookies: string[] } | null> {
  const { locale } = caller;
  const what = buyer?.blockedBy ? attemptTold(buyer.blockedBy, locale) : undefined;
  const unread = { shown: { kind: "unread" as const, what }, cookies: [] };
  if (!buyer?.id || buyer.storeFails) return unread;
  const resolution = await unlessUnavailable(resolveUnknown(caller, buyer.id, productId)).catch((error: unknown) => {
    if (error instanceof Expired) throw error;
    // The store was there a moment ago, and is not now.
    log().error({ error: describeError(error) }, "the purchases of an account cannot be read");
    return undefined;
  });
  if (!resolution) return unread;
  if (resolution.kind === "none") return null;
  if (resolution.kind === "notYet") {
    const { kind, attempt, blockedUntilMs: untilMs } = resolution;
    return { shown: { kind, what: attemptTold(attempt, locale), untilMs }, cookies: [] };
  }
  const { kind, orderNum, receipt } = resolution;
  return {
    shown: { kind, orderNum, receiptPath: successPath(receipt) },
    cookies: [await receiptCookie(receipt, session.id)],
  };
}
