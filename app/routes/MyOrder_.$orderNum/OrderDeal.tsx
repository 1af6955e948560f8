import { CycleRing } from "~/components/account/CycleRing";
import { useOrderValues } from "~/components/account/order-values";
import { Deal } from "~/components/product/Deal";
import { formatDay } from "~/i18n/formats";
import { useLanguage, useText } from "~/i18n/text";
import type { OneOrder } from "~server/orders/read-order";

/** Shows an order's timeline. Its dates are computed: the upstream does not say when mining began. */
export function OrderDeal({ order, terms }: Pick<OneOrder, "order" | "terms">) {
  const t = useText();
  const { locale } = useLanguage();
  const { plan, status, day, percent, endMs } = order;
  const { name, quantity, status: label } = useOrderValues(order);
  const isOver = status === "ended";
  const began = day ? t("Order.sinceOrder", day) : status === "mining" ? t("Order.began") : undefined;
  const ends = endMs === undefined || isOver ? undefined : t("Product.until", { day: formatDay(endMs, locale) });
  return (
    <section className={isOver ? "card page-main stack deal-over" : "card page-main stack"} aria-labelledby="order">
      <div className="row between">
        <div className="stack-2">
          <h2 id="order" translate={plan ? undefined : "no"}>
            {name ?? t("Order.computingPower")}
          </h2>
          {plan ? (
            <p className="soft" translate="no">
              {quantity}
            </p>
          ) : null}
          <span className={`tag tag-${status}`}>{label}</span>
        </div>
        {day ? (
          <div className="ring">
            <CycleRing percent={percent} size="100%" />
            <p className="row center bold small figure">{t("MyOrder.day", day)}</p>
          </div>
        ) : null}
      </div>
      <Deal
        terms={terms}
        coin={order.coin ?? t("common.missing")}
        payment={order.payAmount}
        until={ends}
        began={began}
        payLabel={t("Order.paid")}
      />
    </section>
  );
}
