import { formatDecimal, formatTime } from "~/i18n/formats";
import { useLanguage, useText } from "~/i18n/text";
import type { Order } from "~server/upstream/orders";

/** One order with its status label (behaviour 2.37, 4.17); what the platform did not send is shown as missing. */
export function OrderCard({ order }: { order: Order }) {
  const t = useText();
  const { locale } = useLanguage();
  const missing = t("common.missing");
  const status =
    order.statusText ??
    (order.status === "unknown" ? t("MyOrder.unknown", { value: order.rawStatus }) : t(`MyOrder.${order.status}`));
  const time = order.orderTimeMs === undefined ? order.orderTimeText : formatTime(order.orderTimeMs, locale);
  const percent = (value: string | undefined) => (value ? t("common.percent", { value }) : missing);
  return (
    <article className="card order">
      <div className="section-head">
        <h2 className="figure">
          <span className="aside">{t("MyOrder.quantity")} </span>
          {order.tokenAmount ? t("common.terabytes", { value: formatDecimal(order.tokenAmount, 8) }) : missing}
        </h2>
        <span className={`tag tag-${order.status}`}>{status}</span>
      </div>
      <dl className="facts">
        <div>
          <dt>{t("MyOrder.pay")}</dt>
          <dd>{order.payAmount ? `${formatDecimal(order.payAmount, 8)} ${order.paySymbol ?? ""}` : missing}</dd>
        </div>
      </dl>
      <dl className="facts facts-3">
        <div>
          <dt>{t("MyOrder.cycle")}</dt>
          <dd>{order.miningCycleDays ? t("common.days", { value: order.miningCycleDays }) : missing}</dd>
        </div>
        <div>
          <dt>{t("MyOrder.serviceFee")}</dt>
          <dd>{percent(order.serviceFeePercent)}</dd>
        </div>
        <div>
          <dt>{t("MyOrder.profit")}</dt>
          <dd>{percent(order.profitRatioPercent)}</dd>
        </div>
      </dl>
      <dl className="order-foot small soft">
        <div>
          <dt>{t("MyOrder.number")}</dt> <dd className="figure">{order.orderNum}</dd>
        </div>
        <div>
          <dt>{t("MyOrder.time")}</dt> <dd className="figure">{time ?? missing}</dd>
        </div>
      </dl>
    </article>
  );
}
