import { useLoaderData } from "@remix-run/react";
import { DownloadErrorPage } from "~/components/account/DownloadErrorPage";
import { download } from "~server/downloads/download";
import { jsonFile } from "~server/downloads/file";
import { privateLoader } from "~server/loader/loader";
import { allOrders } from "~server/orders/window";

export const loader = privateLoader(
  (visit) =>
    download(visit, { filename: "orders.json", list: allOrders(visit.upstreamContext), format: jsonFile("orders") }),
  { page: () => "/MyOrder" },
);

export default function NoOrdersAsJson() {
  return <DownloadErrorPage {...useLoaderData<typeof loader>()} of="MyOrder" />;
}
