import { useLoaderData } from "@remix-run/react";
import { ButtonLink } from "~/components/ButtonLink";
import type { Handle } from "~/components/handle";
import { EmptyState } from "~/components/EmptyState";
import { LeftOut } from "~/components/LeftOut";
import { Pages } from "~/components/Pages";
import { Screen } from "~/components/Screen";
import { Unavailable } from "~/components/Unavailable";
import { useText } from "~/i18n/text";
import { ORDER_PAGE_SIZE } from "~server/constants";
import { pageOf, pagesOf } from "~server/list-page";
import { answer, privateLoader } from "~server/loader";
import { orderList } from "~server/upstream/orders";
import { unlessUnavailable } from "~server/upstream/unavailable";
import { OrderCard } from "./OrderCard";

export const handle: Handle = { title: "MyOrder.title" };

/** One page of the orders of the visitor, newest first as the platform gives them (behaviour 2.22, 2.37). */
export const loader = privateLoader(async ({ caller, query }) => {
  const page = pageOf(query.get("page"));
  const read = await unlessUnavailable(orderList(caller, page));
  const list = read && {
    ...read,
    page,
    before: (page - 1) * ORDER_PAGE_SIZE,
    pages: pagesOf(read.count, ORDER_PAGE_SIZE),
  };
  return answer({ path: page > 1 ? `/MyOrder?page=${page}` : "/MyOrder", list }, { complete: list !== undefined });
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
  const { orders, count, leftOut, page, pages, before, more } = list;
  if (!count && page === 1) {
    return (
      <EmptyState illustration="empty" title={t("MyOrder.empty")} text={t("MyOrder.emptyText")}>
        <ButtonLink href="/Index/Power">{t("MyOrder.toMarket")}</ButtonLink>
      </EmptyState>
    );
  }
  return (
    <>
      <p className="soft small">
        {count > orders.length && orders.length
          ? t("MyOrder.partial", { first: before + 1, last: before + orders.length, count })
          : t("MyOrder.count", { count })}
      </p>
      <LeftOut count={leftOut} />
      <ul className="cards">
        {orders.map((order, index) => (
          <li key={index}>
            <OrderCard order={order} />
          </li>
        ))}
      </ul>
      {more || page > 1 ? <Pages path="/MyOrder" page={page} pages={pages} more={more} /> : null}
    </>
  );
}
