import { ButtonLink, QuietLink, TextLink } from "~/components/layout/ButtonLink";
import { Downloads } from "~/components/account/Downloads";
import { OmittedNotice } from "~/components/feedback/OmittedNotice";
import { Pagination } from "~/components/layout/Pagination";
import { useText } from "~/i18n/text";
import type { Selection } from "~server/orders/selection";
import { OrderTable } from "./OrderTable";
import { ordersPath } from "./orders-path";
import type { OrderList } from "./orders.server";
import { Pictures } from "./Pictures";
import { SearchForm, StatusTabs } from "./SearchForm";
import { Figures, Summary } from "./Summary";
import { EmptyState } from "~/components/feedback/EmptyState";
import { NO_ORDERS } from "~/components/layout/page-drawings";

export function Orders({ wanted, inApp, ...list }: OrderList & { wanted: Selection; inApp: string | undefined }) {
  const t = useText();
  const { orders, summary, page, pages, first, count, before, read, found, skipped, isCut } = list;
  const isSearch = Boolean(wanted.q || wanted.sort);
  const isChosen = isSearch || wanted.status !== undefined;
  const part = count > read ? t("MyOrder.looked", { first: before + 1, last: before + read, count }) : undefined;
  const at = before + skipped;
  const range = isChosen
    ? part
    : count > orders.length && orders.length > 0
      ? t("MyOrder.partial", { first: at + 1, last: at + orders.length, count })
      : undefined;
  const more = list.hasFurther || list.older !== undefined || isCut;
  return (
    <>
      {summary ? <Figures summary={summary} /> : null}
      {read ? <StatusTabs {...list} all={wanted.q ? list.all : count} wanted={wanted} /> : null}
      {read && isSearch ? <SearchForm {...wanted} /> : null}
      {isSearch ? (
        <p className="soft small" role="status">
          {t("MyOrder.found", { count: found })}
        </p>
      ) : range ? (
        <p className="pair row between wrap soft small">
          <span>{range}</span> {isChosen ? null : <TextLink href="#charts">{t("MyOrder.charts")}</TextLink>}
        </p>
      ) : null}
      {isCut ? (
        <p className="note" role="status">
          {t("MyOrder.cut")}
        </p>
      ) : null}
      <OmittedNotice count={list.omittedCount} />
      {read && !found ? (
        <div className="card">
          <p>{t(part ? "MyOrder.noneOfPart" : "MyOrder.noneFound")}</p>
          <p>
            <QuietLink href={ordersPath({ page: first })}>{t("MyOrder.showAll")}</QuietLink>
          </p>
        </div>
      ) : null}
      {orders.length ? <OrderTable orders={orders} hasNumbers={wanted.q !== ""} /> : null}
      {isChosen ? (
        <FoundPages {...list} wanted={wanted} />
      ) : (
        <Pagination path="/MyOrder" page={page} pages={pages} more={more} />
      )}
      <details className="card fold stack" id="charts">
        <summary>{t("MyOrder.charts")}</summary>
        {summary ? <Summary summary={summary} part={part} /> : null}
        {isChosen ? null : <Pictures timeline={list.timeline} power={list.power} isPart={part !== undefined} />}
        <Downloads path="/MyOrder" inApp={inApp} />
      </details>
    </>
  );
}

export function NoOrders() {
  const t = useText();
  return (
    <EmptyState illustration={NO_ORDERS} title={t("MyOrder.empty")} text={t("MyOrder.emptyText")}>
      <ButtonLink href="/Index/Power">{t("MyOrder.toMarket")}</ButtonLink>
      <QuietLink href="/Assets">{t("MyOrder.toAssets")}</QuietLink>
    </EmptyState>
  );
}

function FoundPages({ wanted, page, hasFurther, skipped, older, newer }: OrderList & { wanted: Selection }) {
  const t = useText();
  const links = [
    { to: hasFurther ? page + 1 : undefined, label: "MyOrder.furtherFound", rel: "next" },
    { to: skipped ? page - 1 : undefined, label: "MyOrder.earlierFound", rel: "prev" },
    { to: older, label: "MyOrder.lookOlder", rel: undefined },
    { to: newer, label: "MyOrder.lookNewer", rel: undefined },
  ] as const;
  if (!links.some(({ to }) => to)) return null;
  return (
    <nav className="list-end stack center" aria-label={t("Pagination.label")}>
      {links.map(({ to, label, rel }) =>
        to ? (
          <QuietLink key={label} href={ordersPath({ ...wanted, page: to })} rel={rel}>
            {t(label)}
          </QuietLink>
        ) : null,
      )}
    </nav>
  );
}
