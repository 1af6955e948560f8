import { useLoaderData } from "@remix-run/react";
import { ButtonLink } from "~/components/ButtonLink";
import { Downloads } from "~/components/Downloads";
import type { Handle } from "~/components/handle";
import { LeftOut } from "~/components/LeftOut";
import { Pages } from "~/components/Pages";
import { Screen } from "~/components/Screen";
import { Unavailable } from "~/components/Unavailable";
import { useText } from "~/i18n/text";
import { pageOf } from "~server/list-page";
import { answer, privateLoader } from "~server/loader";
import { unlessUnavailable } from "~server/upstream/unavailable";
import { NoOrders } from "./NoOrders";
import { OrderCard } from "./OrderCard";
import { readOrders, wantedStatus } from "./orders.server";
import { ordersPath, StatusTabs } from "./StatusTabs";
import "../../styles/order.css";
import "./orders.css";

export const handle: Handle = { title: "MyOrder.title" };

/** One page of the orders of the visitor, newest first as the platform gives them (behaviour 2.22, 2.37, 2.64). */
export const loader = privateLoader(async ({ caller, session, query }) => {
  const wanted = { page: pageOf(query.get("page")), status: wantedStatus(query.get("status")) };
  const list = await unlessUnavailable(readOrders(caller, session, wanted));
  return answer({ path: ordersPath(wanted), list }, { complete: list !== undefined });
});

export default function MyOrder() {
  const t = useText();
  const { path, list } = useLoaderData<typeof loader>();
  return (
    <Screen title={t("MyOrder.title")} back="/UserCenter">
      {list ? (
        <Orders {...list} />
      ) : (
        <Unavailable title={t("MyOrder.unavailable")} text={t("MyOrder.unavailableText")} retry={path} />
      )}
    </Screen>
  );
}

function Orders(list: NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["list"]>) {
  const t = useText();
  const { orders, count, leftOut, page, pages, before, more, read, status, counts } = list;
  if (!count && page === 1) return <NoOrders />;
  const isPart = count > read && read > 0;
  return (
    <>
      {read ? <StatusTabs page={page} read={read} status={status} counts={counts} /> : null}
      <p className="soft small">
        {isPart
          ? t("MyOrder.partial", { first: before + 1, last: before + read, count })
          : t("MyOrder.count", { count })}
        {isPart ? ` ${t("MyOrder.tabsPartial")}` : null}
      </p>
      <LeftOut count={leftOut} />
      {read && !orders.length ? (
        <div className="card">
          <p>{t(isPart ? "MyOrder.noneOfPage" : "MyOrder.noneOfStatus")}</p>
          <p>
            <ButtonLink quiet href={ordersPath({ page })}>
              {t("MyOrder.showAll")}
            </ButtonLink>
          </p>
        </div>
      ) : null}
      <ul className="cards">
        {orders.map((order, index) => (
          <li key={index}>
            <OrderCard order={order} />
          </li>
        ))}
      </ul>
      {more || page > 1 ? (
        <Pages path="/MyOrder" query={status ? { status } : {}} page={page} pages={pages} more={more} />
      ) : null}
      <Downloads path="/MyOrder" />
    </>
  );
}
