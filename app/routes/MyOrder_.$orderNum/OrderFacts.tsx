import { Facts } from "~/components/Facts";
import { formatDecimal, formatTime } from "~/i18n/formats";
import { useLanguage, useText } from "~/i18n/text";
import type { Order } from "~server/upstream/orders";

/** Every field of an order but its number; what the platform did not send is shown as missing (behaviour 3.8). */
export function OrderFacts({ order }: { order: Order }) {
  const t = useText();
  const { locale } = useLanguage();
  const { tokenAmount, payAmount, paySymbol, miningCycleDays, serviceFeePercent, profitRatioPercent } = order;
  const percent = (value: string | undefined) => value && t("common.percent", { value });
  return (
    <Facts
      lines={[
        [t("MyOrder.pay"), payAmount && `${formatDecimal(payAmount, 8)} ${paySymbol ?? t("common.missing")}`, "sum"],
        [t("MyOrder.quantity"), tokenAmount && t("common.terabytes", { value: formatDecimal(tokenAmount, 8) })],
        [t("MyOrder.cycle"), miningCycleDays && t("common.days", { value: miningCycleDays })],
        [t("Product.serviceRate"), percent(serviceFeePercent)],
        [t("MyOrder.profit"), percent(profitRatioPercent)],
        [
          t("MyOrder.time"),
          order.orderTimeMs === undefined ? order.orderTimeText : formatTime(order.orderTimeMs, locale),
        ],
      ]}
    />
  );
}
