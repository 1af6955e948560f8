import { describeError, log } from "~server/log";
import { readOwnOrders } from "~server/purchase/own-orders";
import { readReceipt, receiptAgrees, type Receipt } from "~server/purchase/receipt";
import type { Session } from "~server/session/session";
import type { Caller } from "~server/upstream/transport";
import { unlessUnavailable } from "~server/upstream/unavailable";
import { identifiedUser } from "~server/upstream/user";

/** A receipt as it is shown. */
export interface ShownReceipt extends Pick<Receipt, "title" | "tokenAmount" | "payAmount" | "paySymbol" | "atMs"> {
  /** Undefined where it is not known which order the purchase made. */
  orderNum?: string | undefined;
}

/**
 * The receipt of the purchase just made, if the amounts in the address are its amounts (behaviour 2.44, 2.56).
 *
 * @throws Expired
 */
export async function readShownReceipt(
  request: Request,
  session: Session,
  caller: Caller,
  query: URLSearchParams,
): Promise<ShownReceipt | null> {
  const receipt = await readReceipt(request, session.id);
  if (!receipt || !receiptAgrees(receipt, query)) return null;
  const { title, tokenAmount, payAmount, paySymbol, atMs } = receipt;
  return { title, tokenAmount, payAmount, paySymbol, atMs, orderNum: await orderNumOf(receipt, caller) };
}

async function orderNumOf({ id }: Receipt, caller: Caller): Promise<string | undefined> {
  const user = id === undefined ? undefined : await unlessUnavailable(identifiedUser(caller));
  if (!user) return undefined;
  try {
    return (await readOwnOrders(user.id)).find(({ quoteId }) => quoteId === id)?.orderNum;
  } catch (error) {
    log().warn({ error: describeError(error) }, "the orders of an account cannot be read");
    return undefined;
  }
}
