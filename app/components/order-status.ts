import { useText } from "~/i18n/text";
import type { Order } from "~server/upstream/orders";

/** The label of an order's status: the platform's own, else ours (behaviour 4.17). */
export function useOrderStatus(): (order: Pick<Order, "status" | "rawStatus" | "statusText">) => string {
  const t = useText();
  return ({ status, rawStatus, statusText }) => {
    if (statusText !== undefined) return statusText;
    if (status !== "unknown") return t(`MyOrder.${status}`);
    return rawStatus ? t("MyOrder.unknown", { value: rawStatus }) : t("common.missing");
  };
}
