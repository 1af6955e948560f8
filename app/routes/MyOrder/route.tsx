import { useLoaderData } from "@remix-run/react";
import { ButtonLink } from "~/components/ButtonLink";
import type { Handle } from "~/components/handle";
import { EmptyState } from "~/components/EmptyState";
import { Screen } from "~/components/Screen";
import { Unavailable } from "~/components/Unavailable";
import { useText } from "~/i18n/text";
import { answer, privateLoader } from "~server/loader";
import { orderList } from "~server/upstream/orders";
import { unlessUnavailable } from "~server/upstream/unavailable";
import { OrderCard } from "./OrderCard";

export const handle: Handle = { title: "MyOrder.title" };

/** The orders of the visitor, newest first as the platform gives them (behaviour 2.37). */
export const loader = privateLoader(async ({ caller }) => {
  const list = await unlessUnavailable(orderList(caller));
  return answer({ list }, { complete: list !== undefined });
});

export default function MyOrder() {
  const t = useText();
  const { list } = useLoaderData<typeof loader>();
  return (
    <Screen title={t("MyOrder.title")} back="/UserCenter">
      {list ? (
        <Orders {...list} />
      ) : (
        <Unavailable title={t("MyOrder.unavailable")} text={t("MyOrder.unavailableText")} />
      )}
    </Screen>
  );
}

function Orders({ orders, count }: NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["list"]>) {
  const t = useText();
  if (!orders.length) {
    return (
      <EmptyState illustration="empty" title={t("MyOrder.empty")} text={t("MyOrder.emptyText")}>
        <ButtonLink href="/Index/Power">{t("MyOrder.toMarket")}</ButtonLink>
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
