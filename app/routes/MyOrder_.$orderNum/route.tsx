import { useLoaderData, useLocation } from "@remix-run/react";
import { ButtonLink } from "~/components/layout/ButtonLink";
import { orderPath } from "~/components/account/encoded-paths";
import { useOrderValues } from "~/components/account/order-values";
import { Screen } from "~/components/layout/Screen";
import { Section } from "~/components/layout/Section";
import { Unavailable } from "~/components/feedback/Unavailable";
import { useText } from "~/i18n/text";
import { parsePage } from "~server/loader/pagination";
import { pageData, privateLoader } from "~server/loader/loader";
import { readOrder, type OneOrder, orderNumOf } from "~server/orders/read-order";
import { attempt } from "~server/loader/reads";
import { OrderDetails } from "./OrderDetails";
import { Ring } from "./Ring";
import { Timeline } from "./Timeline";
import "../../styles/order.css";
import "./order.css";
import "../../styles/print.css";

/** One order with all its data. */
export const loader = privateLoader(async ({ upstreamContext, session, request, query }) => {
  const orderNum = orderNumOf(request);
  if (orderNum === undefined) throw new Response(null, { status: 404 });
  const from = parsePage(query.get("from"));
  const { value: read, failure } = await attempt(readOrder(upstreamContext, session, { orderNum, from }));
  if (read === null) throw new Response(null, { status: 404 });
  // The calendar looks where the page has found the order.
  const calendarQuery = from > 1 ? `?from=${from}` : "";
  return pageData({ read, failure, question: questionPath(orderNum), calendarQuery }, { complete: !failure });
});

/** The contact form with a question about an order. */
const questionPath = (orderNum: string) => `/LeavingMessage?${new URLSearchParams({ order: orderNum }).toString()}`;

export default function OrderPage() {
  const t = useText();
  const { read, failure, question, calendarQuery } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  return (
    <Screen title={t("Order.title")} back="/MyOrder" help={question} wideScreen>
      {!read ? (
        <Unavailable title={t("Order.unavailable")} failure={failure} note={t("MyOrder.unavailableText")} />
      ) : "older" in read ? (
        <div className="card">
          <p>{t("Order.older")}</p>
          <p>
            <ButtonLink quiet href={`${pathname}?from=${read.older}`}>
              {t("Order.lookFurther")}
            </ButtonLink>
          </p>
        </div>
      ) : (
        <One {...read} question={question} calendarQuery={calendarQuery} />
      )}
    </Screen>
  );
}

function One({
  order,
  endMs,
  percent,
  productId,
  question,
  calendarQuery,
}: OneOrder & { question: string; calendarQuery: string }) {
  const t = useText();
  const { status, quantity } = useOrderValues(order);
  const path = orderPath(order.orderNum);
  return (
    <>
      <div className="page-columns">
        <div className="card page-main">
          <div className="section-head">
            <h2>{order.plan ?? quantity ?? t("Order.computingPower")}</h2>
            <span className={`tag tag-${order.status}`}>{status}</span>
          </div>
          <p className="small soft">
            {t("MyOrder.number")}{" "}
            <span className="exact" translate="no">
              {order.orderNum}
            </span>
          </p>
          {order.day && percent !== undefined ? <Ring day={order.day} percent={percent} endMs={endMs} /> : null}
          <OrderDetails order={order} />
        </div>
        <div className="page-side">
          <Section id="timeline" title={t("Order.timeline")}>
            <Timeline order={order} endMs={endMs} />
          </Section>
          <div className="actions screen-only">
            <ButtonLink
              href={productId === undefined ? "/Index/Power" : `/PowerProductDetail/${encodeURIComponent(productId)}`}
            >
              {t(productId === undefined ? "Order.toMarket" : "Order.buyAgain")}
            </ButtonLink>
            {endMs !== undefined && path ? (
              <ButtonLink quiet href={`${path}.ics${calendarQuery}`}>
                {t("Order.calendar")}
              </ButtonLink>
            ) : null}
            <ButtonLink quiet href={question}>
              {t("Order.ask")}
            </ButtonLink>
            <p className="small soft">{t("Order.print")}</p>
          </div>
        </div>
      </div>
    </>
  );
}
