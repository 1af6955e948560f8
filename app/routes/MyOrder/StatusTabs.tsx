import { useText } from "~/i18n/text";
import type { Selection, Status } from "~server/orders/selection";
import { ordersPath } from "./orders-path";

/** All orders of the window, and those of each status, as links with their numbers; then the search. */
export function StatusTabs({
  first,
  all,
  wanted,
  counts,
}: {
  /** The page on which those orders begin. */
  first: number;
  all: number;
  wanted: Selection;
  counts: readonly { status: Status; count: number }[];
}) {
  const t = useText();
  const isChosen = ({ status }: { status: Status }) => status === wanted.status;
  const tabs: { status: Status | undefined; count: number; label: string }[] = [
    { status: undefined, count: all, label: t("MyOrder.all") },
    // The chosen one is next to it: a narrow row would hide it.
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
              className="tab"
              href={ordersPath({ ...wanted, status, page: first })}
              aria-current={status === wanted.status ? "page" : undefined}
            >
              {label} <span className="tab-count figure">{count}</span>
            </a>{" "}
          </li>
        ))}
        <li>
          <a className="tab" href={ordersPath({ ...wanted, sort: wanted.sort ?? "newest", page: first })}>
            {t("MyOrder.searchAndSort")}
          </a>
        </li>
      </ul>
    </nav>
  );
}
