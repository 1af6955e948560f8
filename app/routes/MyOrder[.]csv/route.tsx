import { useLoaderData } from "@remix-run/react";
import { DownloadErrorPage } from "~/components/account/DownloadErrorPage";
import { useText } from "~/i18n/text";
import { getText } from "~server/texts/text";
import { download } from "~server/downloads/download";
import { csvForPeople, csvOfFields } from "~server/downloads/file";
import { privateLoader } from "~server/loader/loader";
import { allOrders } from "~server/orders/window";
import { orderNames } from "~server/orders/displayed-order";
import { ORDER_FIELDS } from "~server/upstream/orders";
import { orderColumns } from "./columns.server";

/** All orders as CSV; the page is shown only if there is no file. */
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
  const t = useText();
  const none = useLoaderData<typeof loader>();
  return <DownloadErrorPage {...none} title={t("MyOrder.title")} unread={t("MyOrder.unavailable")} />;
}
