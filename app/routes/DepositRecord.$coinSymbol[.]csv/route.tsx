import { useLoaderData } from "@remix-run/react";
import { parseFilePage } from "~/components/account/encoded-paths";
import { DownloadErrorPage } from "~/components/account/DownloadErrorPage";
import { useText } from "~/i18n/text";
import { getText } from "~server/texts/text";
import { coinNames } from "~server/catalogue/names";
import { depositsFile } from "~server/deposits/records";
import { csvForPeople, csvOfFields } from "~server/downloads/file";
import { privateLoader } from "~server/loader/loader";
import { DEPOSIT_FIELDS } from "~server/upstream/finance";
import { depositColumns } from "./columns.server";

/** All deposits of a coin as CSV; the page is shown only if there is no file. */
export const loader = privateLoader(
  async (visit) => {
    const t = getText(visit.locale);
    const coinName = await coinNames(visit.locale);
    const forPrograms = visit.query.get("columns") === "keys";
    return depositsFile(visit, "csv", (symbol) =>
      forPrograms
        ? csvOfFields(DEPOSIT_FIELDS)
        : csvForPeople(depositColumns(t, symbol, coinName), t("Download.incomplete")),
    );
  },
  { page: ({ request }) => parseFilePage(new URL(request.url).pathname) },
);

export default function NoDepositsAsCsv() {
  const t = useText();
  const none = useLoaderData<typeof loader>();
  return <DownloadErrorPage {...none} title={t("DepositRecord.title")} unread={t("DepositRecord.unavailable")} />;
}
