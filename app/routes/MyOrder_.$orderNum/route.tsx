import { useLoaderData, useLocation } from "@remix-run/react";
import { QuietLink } from "~/components/layout/ButtonLink";
import { orderPath } from "~/components/account/encoded-paths";
import { AccountScreen } from "~/components/account/AccountMenu";
import { MenuItem } from "~/components/layout/MenuItem";
import { Unavailable } from "~/components/feedback/Unavailable";
import { useText } from "~/i18n/text";
import { inAppNote } from "~server/downloads/in-app";
import { parsePage } from "~server/loader/pagination";
import { pageData, privateLoader } from "~server/loader/loader";
import { readOrder, type OneOrder, orderNumOf } from "~server/orders/read-order";
import { readResult } from "~server/loader/reads";
import { OrderDeal } from "./OrderDeal";
import "./order.css";
import "~/styles/print.css";
import { DescriptionList } from "~/components/layout/DescriptionList";
import { useOrderValues } from "~/components/account/order-values";

export const loader = privateLoader(async ({ upstreamContext, session, request, query, locale }) => {
  const orderNum = orderNumOf(request);
  if (orderNum === undefined) throw new Response(null, { status: 404 });
  const from = parsePage(query.get("from"));
  const { value: read, failure } = await readResult(readOrder(upstreamContext, session, { orderNum, from }));
  if (read === null) throw new Response(null, { status: 404 });
  // The calendar looks on the page of the list on which the order was found.
  const calendarQuery = from > 1 ? `?from=${from}` : "";
  const data = { read, failure, question: questionPath(orderNum), calendarQuery };
  return pageData({ ...data, inApp: inAppNote(request, locale, "file") }, { complete: !failure });
});

const questionPath = (orderNum: string) => `/LeavingMessage?${new URLSearchParams({ order: orderNum }).toString()}`;

export default function OrderPage() {
  const t = useText();
  const { read, failure, question, calendarQuery, inApp } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  return (
    <AccountScreen title={t("Order.title")} back="/MyOrder" help={question} wideScreen>
      {!read ? (
        <Unavailable title={t("Order.unavailable")} failure={failure} note={t("MyOrder.unavailableText")} />
      ) : "older" in read ? (
        <div className="card">
          <p>{t("Order.older")}</p>
          <p>
            <QuietLink href={`${pathname}?from=${read.older}`}>{t("Order.lookFurther")}</QuietLink>
          </p>
        </div>
      ) : (
        <One {...read} question={question} calendarQuery={calendarQuery} inApp={inApp} />
      )}
    </AccountScreen>
  );
}

function One({
  order,
  terms,
  productId,
  question,
  calendarQuery,
  inApp,
}: OneOrder & Record<"question" | "calendarQuery", string> & { inApp: string | undefined }) {
  const t = useText();
  const path = orderPath(order.orderNum);
  const { quantity, serviceFee, profitRatio, time } = useOrderValues(order);
  const calendar = order.endMs !== undefined && path ? `${path}.ics${calendarQuery}` : undefined;
  const again = productId === undefined ? "/Index/Power" : `/PowerProductDetail/${encodeURIComponent(productId)}`;
  return (
    <div className="page-columns stack-4">
      <OrderDeal order={order} terms={terms} />
      <div className="page-side stack-4">
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
        <ul className="card entries screen-only">
          <li>
            <MenuItem href={again}>{t(productId === undefined ? "Order.toMarket" : "Order.buyAgain")}</MenuItem>
          </li>
          {calendar ? (
            <li>
              <MenuItem href={calendar}>{t("Order.calendar")}</MenuItem>
            </li>
          ) : null}
          <li>
            <MenuItem href={question}>{t("Order.ask")}</MenuItem>
          </li>
        </ul>
        {calendar && inApp ? <p className="small soft screen-only">{inApp}</p> : null}
        <p className="small soft screen-only">{t("Order.print")}</p>
      </div>
    </div>
  );
}
