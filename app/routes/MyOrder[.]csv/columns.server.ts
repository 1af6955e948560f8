import type { Text } from "~/i18n/text";
import { spreadsheetTime } from "~server/downloads/csv";
import type { Column } from "~server/downloads/file";
import type { Order, ORDER_FIELDS } from "~server/upstream/orders";

/**
 * The columns of the orders for people, in their language. Amounts are exact, without separators, so that a spreadsheet
 * can calculate with them.
 *
 * @param planOf the plan that an order was bought as, if it was bought here
 */
export function orderColumns(
  t: Text,
  planOf: (orderNum: string) => string | undefined,
): Column<(typeof ORDER_FIELDS)[number], Order>[] {
  const unit = (name: string, unitName: string) => `${name} (${unitName})`;
  return [
    { title: t("MyOrder.number"), field: "orderNum", cell: ({ orderNum }) => orderNum },
    {
      title: unit(t("MyOrder.time"), "UTC+8"),
      field: "orderTime",
      cell: ({ orderTimeMs, orderTimeText }) =>
        orderTimeMs === undefined ? orderTimeText : spreadsheetTime(orderTimeMs),
    },
    { title: t("Download.plan"), cell: ({ plan, orderNum }) => plan ?? planOf(orderNum) },
    { title: unit(t("MyOrder.quantity"), "T"), field: "tokenAmount", cell: ({ tokenAmount }) => tokenAmount },
    { title: t("MyOrder.pay"), field: "payAmount", cell: ({ payAmount }) => payAmount },
    { title: t("Download.coin"), field: "paySymbol", cell: ({ paySymbol }) => paySymbol },
    {
      title: unit(t("MyOrder.cycle"), t("Download.days")),
      field: "miningCycle",
      cell: ({ miningCycleDays }) => miningCycleDays,
    },
    {
      title: unit(t("Product.serviceRate"), "%"),
      field: "serviceFeeRatio",
      cell: ({ serviceFeePercent }) => serviceFeePercent,
    },
    {
      title: unit(t("MyOrder.profit"), "%"),
      field: "profitRatio",
      cell: ({ profitRatioPercent }) => profitRatioPercent,
    },
    {
      title: t("Download.status"),
      field: "orderStatus",
      cell: ({ statusText, status, rawStatus }) =>
        statusText ?? (status === "unknown" ? rawStatus : t(`MyOrder.${status}`)),
    },
  ];
}
