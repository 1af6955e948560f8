import { formatDecimal, formatPayment, formatTime } from "~/i18n/formats";
import { useLanguage, useText } from "~/i18n/text";
import type { ShownOrder } from "~server/orders/displayed-order";

export function useOrderValues(order: Omit<ShownOrder, "percent">) {
  const t = useText();
  const { locale } = useLanguage();
  const { tokenAmount, payAmount, coin, miningCycleDays, orderTimeMs, orderTimeText, rawStatus } = order;
  const missing = t("common.missing");
  const percent = (value: string | undefined) => value && t("common.percent", { value });
  const unknown = rawStatus ? t("MyOrder.unknown", { value: rawStatus }) : missing;
  const quantity = tokenAmount && t("common.terabytes", { value: formatDecimal(tokenAmount) });
  return {
    quantity,
    /** An order whose product has no name is called by its quantity. */
    name: order.plan ?? (quantity && t("MyOrder.unnamed", { quantity })),
    payment: payAmount && formatPayment(payAmount, coin ?? missing),
    cycle: miningCycleDays && t("common.days", { value: miningCycleDays }),
    serviceFee: percent(order.serviceFeePercent),
    profitRatio: percent(order.profitRatioPercent),
    time: orderTimeMs === undefined ? orderTimeText : formatTime(orderTimeMs, locale),
    status: order.statusText ?? (order.status === "unknown" ? unknown : t(`MyOrder.${order.status}`)),
  };
}
