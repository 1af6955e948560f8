import { CycleRing } from "~/components/account/CycleRing";
import { orderPath } from "~/components/account/encoded-paths";
import { useOrderValues } from "~/components/account/order-values";
import { formatDay } from "~/i18n/formats";
import { useLanguage, useText } from "~/i18n/text";
import type { ShownOrder } from "~server/orders/displayed-order";
import "~/styles/rows.css";

/** @param props.hasNumbers true after a search for numbers: shows order numbers instead of days */
export function OrderTable({ orders, hasNumbers }: { orders: readonly ShownOrder[]; hasNumbers: boolean }) {
  const t = useText();
  const hasPlans = orders.some(({ plan }) => plan);
  return (
    <table className="card rows rows-marked">
      <thead>
        <tr>
          {hasPlans ? <th scope="col">{t("MyOrder.product")}</th> : null}
          <th scope="col">{t("MyOrder.quantity")}</th>
          <th scope="col" className="row-sum">
            {t("MyOrder.pay")}
          </th>
          <th scope="col">{t("MyOrder.status")}</th>
          <th scope="col">{t("MyOrder.cycle")}</th>
          <th scope="col" className={hasNumbers ? undefined : "row-aside"}>
            {t(hasNumbers ? "MyOrder.number" : "MyOrder.ordered")}
          </th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order, index) => (
          <OrderRow key={index} order={order} hasPlans={hasPlans} hasNumber={hasNumbers} />
        ))}
      </tbody>
    </table>
  );
}

function OrderRow(props: { order: ShownOrder; hasPlans: boolean; hasNumber: boolean }) {
  const { order, hasPlans, hasNumber } = props;
  const t = useText();
  const { locale } = useLanguage();
  const missing = t("common.missing");
  const { name = missing, quantity, payment, cycle, time, status } = useOrderValues(order);
  const { plan, orderTimeMs } = order;
  const path = orderPath(order.orderNum);
  return (
    <tr>
      <th scope="row" colSpan={hasPlans && !plan ? 2 : undefined} translate={plan ? undefined : "no"}>
        <CycleRing percent={order.percent} size={32} />
        {path ? <a href={path}>{name}</a> : <span>{name}</span>}
      </th>
      {plan ? (
        <td className="row-quantity" translate="no">
          {quantity ?? missing}
        </td>
      ) : null}
      <td className="row-sum" translate="no">
        {payment ?? missing}
      </td>
      <td className="row-status">
        <span className={`tag tag-${order.status}`}>{status}</span>
      </td>
      <td className="row-line">{order.day ? t("MyOrder.day", order.day) : (cycle ?? missing)}</td>
      {hasNumber || !path ? (
        <td className="row-line exact" translate="no">
          {order.orderNum}
        </td>
      ) : (
        <td className="row-aside">{orderTimeMs === undefined ? (time ?? missing) : formatDay(orderTimeMs, locale)}</td>
      )}
    </tr>
  );
}
