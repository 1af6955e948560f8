import { ButtonLink } from "~/components/layout/ButtonLink";
import { Downloads } from "~/components/account/Downloads";
import { OmittedNotice } from "~/components/feedback/OmittedNotice";
import { Pagination } from "~/components/layout/Pagination";
import { useText } from "~/i18n/text";
import type { Selection } from "~server/orders/selection";
import { FoundPages } from "./FoundPages";
import { OrderTable } from "./OrderTable";
import { ordersPath } from "./orders-path";
import type { OrderList } from "./orders.server";
import { Pictures } from "./Pictures";
import { SearchForm } from "./SearchForm";
import { StatusTabs } from "./StatusTabs";
import { Figures, Summary } from "./Summary";
import { EmptyState } from "~/components/feedback/EmptyState";
import { NO_ORDERS } from "~/components/layout/page-drawings";

/** The matching orders, with the summary of the whole window. */
export function Orders({ wanted, ...list }: OrderList & { wanted: Selection }) {
  const t = useText();
  const { orders, summary, page, pages, first, count, before, read, found, skipped, older, newer, hasFurther, isCut } =
    list;
  const isSearch = Boolean(wanted.q || wanted.sort);
  const isChosen = isSearch || wanted.status !== undefined;
  const part = count > read ? t("MyOrder.looked", { first: before + 1, last: before + read, count }) : undefined;
  const at = before + skipped;
  const range = isChosen
    ? part
    : count > orders.length && orders.length > 0
      ? t("MyOrder.partial", { first: at + 1, last: at + orders.length, count })
      : undefined;
  const more = hasFurther || older !== undefined || isCut;
  return (
    <>
      {summary ? <Figures summary={summary} /> : null}
      {read ? (
        <StatusTabs first={first} all={wanted.q ? list.all : count} wanted={wanted} counts={list.counts} />
      ) : null}
      {read && isSearch ? <SearchForm {...wanted} /> : null}
      {isSearch ? (
        <p className="soft small" role="status">
          {t("MyOrder.found", { count: found })}
        </p>
      ) : range ? (
        <p className="soft small">{range}</p>
      ) : null}
      {isCut ? (
        <p className="note" role="status">
          {t("MyOrder.cut")}
        </p>
      ) : null}
      <OmittedNotice count={list.omittedCount} />
      {read && !found ? <NoneFound isPart={part !== undefined} page={first} /> : null}
      {orders.length ? <OrderTable orders={orders} hasNumbers={wanted.q !== ""} /> : null}
      {isChosen ? (
        <FoundPages {...{ wanted, page, hasFurther, skipped, older, newer }} />
      ) : (
        <Pagination path="/MyOrder" page={page} pages={pages} more={more} />
      )}
      <details className="card fold">
        <summary>{t("MyOrder.charts")}</summary>
        {summary ? <Summary summary={summary} part={part} /> : null}
        {isChosen ? null : <Pictures timeline={list.timeline} power={list.power} isPart={part !== undefined} />}
        <Downloads path="/MyOrder" />
      </details>
    </>
  );
}

/** No order matches: a link to all orders. */
function NoneFound({ isPart, page }: { isPart: boolean; page: number }) {
  const t = useText();
  return (
    <div className="card">
      <p>{t(isPart ? "MyOrder.noneOfPart" : "MyOrder.noneFound")}</p>
      <p>
        <ButtonLink quiet href={ordersPath({ page })}>
          {t("MyOrder.showAll")}
        </ButtonLink>
      </p>
    </div>
  );
}

/** The empty state: how to place a first order, with a link. */
export function NoOrders() {
  const t = useText();
  return (
    <EmptyState illustration={NO_ORDERS} title={t("MyOrder.empty")} text={t("MyOrder.emptyText")}>
      <ButtonLink href="/Index/Power">{t("MyOrder.toMarket")}</ButtonLink>
      <ButtonLink quiet href="/Assets">
        {t("MyOrder.toAssets")}
      </ButtonLink>
    </EmptyState>
  );
}
