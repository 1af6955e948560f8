import type { Copied } from "~server/downloads/pages";
import { sentOrders, type SentOrder } from "~server/upstream/orders";
import { cellOf } from "~server/upstream/sent-fields";
import type { UpstreamContext } from "~server/upstream/client";

/** All orders of the visitor, each number once (behaviour 2.86). */
export function allOrders(upstreamContext: UpstreamContext): Copied<SentOrder> {
  return {
    read: (page) => sentOrders(upstreamContext, page),
    nameOf: ({ sent }) => cellOf(sent.orderNum).trim() || undefined,
  };
}
