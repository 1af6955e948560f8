import { useLoaderData } from "@remix-run/react";
import { parseFilePage } from "~/components/account/encoded-paths";
import { DownloadErrorPage } from "~/components/account/DownloadErrorPage";
import { depositsFile } from "~server/deposits/records";
import { jsonFile } from "~server/downloads/file";
import { privateLoader } from "~server/loader/loader";

export const loader = privateLoader((visit) => depositsFile(visit, "json", () => jsonFile("deposits")), {
  page: ({ request }) => parseFilePage(new URL(request.url).pathname),
});

export default function NoDepositsAsJson() {
  return <DownloadErrorPage {...useLoaderData<typeof loader>()} of="DepositRecord" />;
}
