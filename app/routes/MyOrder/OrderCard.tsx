import { DayOfCycle } from "~/components/StatusTag";
import { DescriptionList } from "~/components/DescriptionList";
import { LongText } from "~/components/Prose";
import { orderPath } from "~/components/order-path";
import { useOrderValues } from "~/components/order-values";
import { useText } from "~/i18n/text";
import type { ShownOrder } from "~server/orders/shown";

/** One order with its status label; fields that the upstream did not send are shown as missing. */
export function OrderCard({ order }: { order: ShownOrder }) {
  const t = useText();
  const missing = t("common.missing");
  const { quantity, payment, cycle, serviceFee, profitRatio, time, status } = useOrderValues(order);
  const path = orderPath(order.orderNum);
  return (
    <article className="card order">
      <div className="section-head">
        <h2 className="figure">
          <span className="aside">{t("MyOrder.quantity")} </span>
          {quantity || missing}
        </h2>
        <span className={`tag tag-${order.status}`}>{status}</span>
      </div>
      {order.plan ? <p className="plan">{order.plan}</p> : null}
      {order.day ? <DayOfCycle {...order.day} /> : null}
      <DescriptionList lines={[[t("MyOrder.pay"), payment]]} />
      <DescriptionList
        className="facts facts-3"
        lines={[
          [t("MyOrder.cycle"), cycle],
          [t("Product.serviceRate"), serviceFee],
          [t("MyOrder.profit"), profitRatio],
        ]}
      />
      <dl className="order-foot small">
        <div>
          <dt className="soft">{t("MyOrder.number")}</dt>{" "}
          <dd className="figure">
            <LongText text={order.orderNum} />
          </dd>
        </div>
        <div>
          <dt className="soft">{t("MyOrder.time")}</dt> <dd className="figure">{time ?? missing}</dd>
        </div>
      </dl>
      {path ? (
        <a className="order-link" href={path}>
          {t("MyOrder.details")}
        </a>
      ) : null}
    </article>
  );
}
