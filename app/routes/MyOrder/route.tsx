import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { EmptyState } from "~/components/EmptyState";
import { Screen } from "~/components/Screen";
import { Trouble } from "~/components/Trouble";
import { Unavailable } from "~/components/Unavailable";
import { pageTitle } from "~/i18n/page-title.server";
import { getLocale } from "~/i18n/text.server";
import { useText } from "~/i18n/text";
import { caller } from "~server/session/caller";
import { PRIVATE_HEADERS, privateHeaders } from "~server/session/headers";
import { guarded } from "~server/session/session";
import { orderList } from "~server/upstream/orders";
import { unlessUnavailable } from "~server/upstream/unavailable";
import { OrderCard } from "./OrderCard";

export const headers = privateHeaders;

/** The orders of the visitor, newest first as the platform gives them (spec section 2). */
export async function loader({ request }: LoaderFunctionArgs) {
  return guarded(request, async (session) => {
    const locale = await getLocale(request);
    const [title, list] = await Promise.all([
      pageTitle(locale, "MyOrder.title"),
      unlessUnavailable(orderList(caller(request, session))),
    ]);
    return json({ title, list }, { status: list ? 200 : 503, headers: PRIVATE_HEADERS });
  });
}

export default function MyOrder() {
  const t = useText();
  const { list } = useLoaderData<typeof loader>();
  return (
    <Screen title={t("MyOrder.title")} back="/UserCenter">
      {list ? <Orders {...list} /> : <NotRead />}
    </Screen>
  );
}

function Orders({ orders, count }: NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["list"]>) {
  const t = useText();
  if (!orders.length) {
    return (
      <EmptyState illustration="empty" title={t("MyOrder.empty")} text={t("MyOrder.emptyText")}>
        <a className="button" href="/Index/Power">
          {t("MyOrder.toMarket")}
        </a>
      </EmptyState>
    );
  }
  return (
    <>
      <p className="soft small">
        {count > orders.length ? t("MyOrder.partial", { shown: orders.length, count }) : t("MyOrder.count", { count })}
      </p>
      <ul className="cards">
        {orders.map((order) => (
          <li key={order.orderNum}>
            <OrderCard order={order} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** A failed read is neither zero orders nor an empty list (rulings). */
function NotRead() {
  const t = useText();
  return <Unavailable title={t("MyOrder.unavailable")} text={t("MyOrder.unavailableText")} retry="/MyOrder" />;
}

export function ErrorBoundary() {
  return <Trouble status={503} />;
}
