import { describeError, log } from "~server/log";
import { ownerOfOrders, readOwnOrders } from "~server/purchase/own-orders";
import { readReceipt, receiptAgrees, type Receipt } from "~server/purchase/receipt";
import type { Session } from "~server/session/session";

/** A receipt as it is shown. */
export interface ShownReceipt extends Pick<Receipt, "title" | "tokenAmount" | "payAmount" | "paySymbol" | "atMs"> {
  /** Undefined where it is not known which order the purchase made. */
  orderNum?: string | undefined;
}

/** The receipt of the purchase just made, if the amounts in the address are its amounts (behaviour 2.44, 2.56). */
export async function readShownReceipt(
  request: Request,
  session: Session,
  query: URLSearchParams,
): Promise<ShownReceipt | null> {
  const receipt = await readReceipt(request, session.id);
  if (!receipt || !receiptAgrees(receipt, query)) return null;
  const { title, tokenAmount, payAmount, paySymbol, atMs } = receipt;
  return { title, tokenAmount, payAmount, paySymbol, atMs, orderNum: await orderNumOf(receipt, session) };
}

async function orderNumOf({ id }: Receipt, session: Session): Promise<string | undefined> {
  if (id === undefined) return undefined;
  try {
    return (await readOwnOrders(ownerOfOrders(session))).find(({ quoteId }) => quoteId === id)?.orderNum;
  } catch (error) {
    log().warn({ error: describeError(error) }, "the record of orders cannot be read");
    return undefined;
  }
}
