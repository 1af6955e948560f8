import { Field } from "~/components/form/Field";
import { QuietLink } from "~/components/layout/ButtonLink";
import { FormField } from "~/components/form/FormField";
import { useText } from "~/i18n/text";
import type { Selection, Sort, Status } from "~server/orders/selection";
import type { OrderList } from "./orders.server";
import { ordersPath } from "./orders-path";

const SORTS: readonly Sort[] = ["newest", "oldest", "amount"];

export function SearchForm({ q, status, sort }: Selection) {
  const t = useText();
  return (
    <form method="get" action="/MyOrder" role="search" className="card form">
      {status ? <input type="hidden" name="status" value={status} /> : null}
      <Field
        id="orders-q"
        name="q"
        type="search"
        label={t("MyOrder.search")}
        defaultValue={q}
        autoComplete="off"
        enterKeyHint="search"
      />
      <FormField id="orders-sort" label={t("MyOrder.sort")}>
        <select id="orders-sort" name="sort" defaultValue={sort ?? "newest"}>
          {SORTS.map((one) => (
            <option key={one} value={one}>
              {t(`MyOrder.${one}`)}
            </option>
          ))}
        </select>
      </FormField>
      <div className="button-row">
        <QuietLink href="/MyOrder">{t("MyOrder.reset")}</QuietLink>
        <button type="submit" className="button">
          {t("MyOrder.apply")}
        </button>
      </div>
    </form>
  );
}

export function StatusTabs({
  first,
  counts,
  all,
  wanted,
}: Pick<OrderList, "first" | "counts" | "all"> & { wanted: Selection }) {
  const t = useText();
  const isChosen = ({ status }: { status: Status }) => status === wanted.status;
  const tabs: { status: Status | undefined; count: number; label: string }[] = [
    { status: undefined, count: all, label: t("MyOrder.all") },
    // The chosen option comes first, because a narrow row would hide it.
    ...[...counts.filter(isChosen), ...counts.filter((one) => !isChosen(one))].map((one) => ({
      ...one,
      label: t(`MyOrder.${one.status}`),
    })),
  ];
  return (
    <nav aria-label={t("MyOrder.tabs")}>
      <ul className="tabs">
        {tabs.map(({ status, count, label }) => (
          <li key={label}>
            <a
              className="chip"
              href={ordersPath({ ...wanted, status, page: first })}
              aria-current={status === wanted.status ? "page" : undefined}
            >
              {label} <span className="figure">{count}</span>
            </a>{" "}
          </li>
        ))}
        <li>
          <a className="chip" href={ordersPath({ ...wanted, sort: wanted.sort ?? "newest", page: first })}>
            {t("MyOrder.searchAndSort")}
          </a>
        </li>
      </ul>
    </nav>
  );
}
