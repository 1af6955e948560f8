import { useLoaderData } from "@remix-run/react";
import { DownloadErrorPage } from "~/components/account/DownloadErrorPage";
import type { Text } from "~/i18n/text";
import { getText } from "~server/texts/text";
import { asText } from "~server/downloads/csv";
import { download } from "~server/downloads/download";
import { csvForPeople, csvOfFields, timeColumns, type Column } from "~server/downloads/file";
import { privateLoader } from "~server/loader/loader";
import { allOrders } from "~server/orders/window";
import { orderNames, type OrderNames } from "~server/orders/displayed-order";
import { ORDER_FIELDS, type Order } from "~server/upstream/orders";
import { formatCharge } from "~/i18n/formats";

export const loader = privateLoader(
  async (visit) => {
    const filename = "orders.csv";
    const list = allOrders(visit.upstreamContext);
    if (visit.query.get("columns") === "keys") {
      return download(visit, { filename, list, format: csvOfFields(ORDER_FIELDS) });
    }
    const t = getText(visit.locale);
    const columns = orderColumns(t, await orderNames(visit.session, visit.locale));
    return download(visit, { filename, list, format: csvForPeople(columns, t("Download.incomplete")) });
  },
  { page: () => "/MyOrder" },
);

export default function NoOrdersAsCsv() {
  return <DownloadErrorPage {...useLoaderData<typeof loader>()} of="MyOrder" />;
}

/** Returns the columns, with exact amounts that a spreadsheet can calculate with. */
function orderColumns(t: Text, names: OrderNames): Column<(typeof ORDER_FIELDS)[number], Order>[] {
  const unit = (name: string, unitName: string) => `${name} (${unitName})`;
  return [
    { title: t("MyOrder.number"), field: "orderNum", isText: true, cell: ({ orderNum }) => orderNum },
    ...timeColumns(
      [t("MyOrder.time"), t("Download.timeZone")],
      "orderTime",
      ({ orderTimeMs, orderTimeText }: Order) => ({ ms: orderTimeMs, text: orderTimeText }),
    ),
    { title: t("Download.plan"), isText: true, cell: names.planOf },
    { title: unit(t("MyOrder.quantity"), "T"), field: "tokenAmount", cell: ({ tokenAmount }) => tokenAmount },
    {
      title: t("MyOrder.pay"),
      field: "payAmount",
      cell: ({ payAmount }) => payAmount && formatCharge(payAmount).replace(/,/g, ""),
    },
    { title: t("Download.coin"), field: "paySymbol", isText: true, cell: ({ paySymbol }) => names.coin(paySymbol) },
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
      title: unit(t("MyOrder.profit", { ratio: t("Product.ratio") }), "%"),
      field: "profitRatio",
      cell: ({ profitRatioPercent }) => profitRatioPercent,
    },
    {
      title: t("Download.status"),
      field: "orderStatus",
      cell: ({ statusText, status, rawStatus }) =>
        (statusText && asText(statusText)) ?? (status === "unknown" ? rawStatus : t(`MyOrder.${status}`)),
    },
  ];
}
