import { DescriptionList } from "~/components/layout/DescriptionList";
import { useOrderValues } from "~/components/account/order-values";
import { noted, useRatioPeriod } from "~/components/product/product-terms";
import { useText } from "~/i18n/text";
import type { ShownOrder } from "~server/orders/displayed-order";

/**
 * Every field of an order but its number; fields that the upstream did not send are shown as missing (behaviour 3.8).
 */
export function OrderDetails({ order }: { order: ShownOrder }) {
  const t = useText();
  const period = useRatioPeriod();
  const { payment, quantity, cycle, serviceFee, profitRatio, time } = useOrderValues(order);
  return (
    <DescriptionList
      lines={[
        [t("MyOrder.pay"), payment, "sum"],
        [t("MyOrder.quantity"), quantity],
        [t("MyOrder.cycle"), cycle],
        [t("Product.serviceRate"), serviceFee],
        [t("MyOrder.profit", { ratio: t("Product.ratio") }), noted(profitRatio, period)],
        [t("MyOrder.time"), time],
      ]}
    />
  );
}
