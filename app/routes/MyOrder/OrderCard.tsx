import { DescriptionList } from "~/components/layout/DescriptionList";
import { LongText } from "~/components/layout/Prose";
import { orderPath } from "~/components/account/encoded-paths";
import { useOrderValues } from "~/components/account/order-values";
import { ShareBar } from "~/components/product/ShareBar";
import { useText } from "~/i18n/text";
import type { ShownOrder } from "~server/orders/displayed-order";

/**
 * One order under the name of its product, which is a link that covers the whole card; fields that the upstream did not
 * send are shown as missing.
 */
export function OrderCard({ order }: { order: ShownOrder }) {
  const t = useText();
  const missing = t("common.missing");
  const { quantity, payment, cycle, serviceFee, profitRatio, time, status } = useOrderValues(order);
  const path = orderPath(order.orderNum);
  const name = order.plan ?? (
    <>
      <span className="visually-hidden">{t("MyOrder.quantity")} </span>
      <span translate="no">{quantity || missing}</span>
    </>
  );
  return (
    <article className="card order">
      <div className="section-head">
        <h2 className={order.plan ? "plan" : "figure"}>
          {path ? (
            <a className="order-link" href={path}>
              <span>{name}</span>
            </a>
          ) : (
            name
          )}
        </h2>
        <span className={`tag tag-${order.status}`}>{status}</span>
      </div>
      {order.day ? (
        <div>
          <p className="small soft figure">{t("MyOrder.day", order.day)}</p>
          <ShareBar className="day-bar" percent={Math.round((100 * order.day.day) / order.day.of)} />
        </div>
      ) : null}
      <DescriptionList
        lines={[
          ...(order.plan ? [[t("MyOrder.quantity"), quantity] as const] : []),
          [t("MyOrder.pay"), payment] as const,
        ]}
      />
      <DescriptionList
        className="facts facts-3"
        lines={[
          [t("MyOrder.cycle"), cycle],
          [t("Product.serviceRate"), serviceFee],
          [t("MyOrder.profit", { ratio: t("Product.ratio") }), profitRatio],
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
    </article>
  );
}
