import { DescriptionList } from "~/components/layout/DescriptionList";
import { useOrderValues } from "~/components/account/order-values";
import { useText } from "~/i18n/text";
import type { ShownOrder } from "~server/orders/displayed-order";

/** The fields of an order that its deal does not show; "—" if the upstream did not send one. */
export function OrderDetails({ order }: { order: ShownOrder }) {
  const t = useText();
  const { quantity, serviceFee, profitRatio, time } = useOrderValues(order);
  return (
    <DescriptionList
      className="facts card"
      lines={[
        [t("MyOrder.quantity"), quantity],
        [t("Product.serviceRate"), serviceFee],
        ...(profitRatio ? [] : [[t("MyOrder.profit", { ratio: t("Product.ratio") }), undefined] as const]),
        [t("MyOrder.time"), time],
        [
          t("MyOrder.number"),
          <span key="number" className="exact" translate="no">
            {order.orderNum}
          </span>,
        ],
      ]}
    />
  );
}
