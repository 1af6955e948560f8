import { findOrder } from "~server/orders/find";
import { boughtHere, earliestEndMs, miningDay, type ShownOrder } from "~server/orders/shown";
import type { Session } from "~server/session/session";
import type { Caller } from "~server/upstream/transport";

/** An order with all that is known of it. */
export interface OneOrder {
  order: ShownOrder;
  /** When its cycle can end at the earliest; worked out here. */
  endMs?: number | undefined;
  /** What it was bought as, where it was bought here. */
  productId?: string | undefined;
}

/**
 * Reads an order (behaviour 2.80).
 *
 * @param from the page of the list to begin with
 * @returns `older` with the page to go on from, where so many newer ones were looked through
 * @throws Response 404 for the number of nobody's order or of somebody else's; Refused, Expired, Unavailable
 */
export async function readOrder(
  caller: Caller,
  session: Session,
  { orderNum, from }: { orderNum: string; from: number },
): Promise<OneOrder | { older: number }> {
  const [found, own] = await Promise.all([findOrder(caller, orderNum, from), boughtHere(session)]);
  if (found.kind === "none") throw new Response(null, { status: 404 });
  if (found.kind === "older") return { older: found.from };
  const { order } = found;
  const bought = own.get(orderNum);
  return {
    order: { ...order, plan: order.plan ?? bought?.title, day: miningDay(order, Date.now()) },
    endMs: earliestEndMs(order),
    productId: bought?.productId,
  };
}
