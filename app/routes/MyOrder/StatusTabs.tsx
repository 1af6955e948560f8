import { useText } from "~/i18n/text";
import type { Order } from "~server/upstream/orders";

type Status = Exclude<Order["status"], "unknown">;

/** The address of the orders of one status on one page of the list. */
export function ordersPath({ page, status }: { page: number; status?: string | undefined }): string {
  const query = new URLSearchParams({ ...(status && { status }), ...(page > 1 && { page: String(page) }) }).toString();
  return query ? `/MyOrder?${query}` : "/MyOrder";
}

/** All orders of the page, and those of each status, as links with their numbers (behaviour 2.64). */
export function StatusTabs({
  page,
  read,
  status,
  counts,
}: {
  page: number;
  read: number;
  status?: Status | undefined;
  counts: readonly { status: Status; count: number }[];
}) {
  const t = useText();
  const tabs: { status: Status | undefined; count: number; label: string }[] = [
    { status: undefined, count: read, label: t("MyOrder.all") },
    ...counts.map((one) => ({ ...one, label: t(`MyOrder.${one.status}`) })),
  ];
  return (
    <nav aria-label={t("MyOrder.tabs")}>
      <ul className="tabs">
        {tabs.map((tab) => (
          <li key={tab.label}>
            <a
              className="tab"
              href={ordersPath({ page, status: tab.status })}
              aria-current={tab.status === status ? "page" : undefined}
            >
              {tab.label} <span className="tab-count figure">{tab.count}</span>
            </a>{" "}
          </li>
        ))}
      </ul>
    </nav>
  );
}
