import { useLoaderData } from "@remix-run/react";
import { parseFilePage } from "~/components/account/encoded-paths";
import { DownloadErrorPage } from "~/components/account/DownloadErrorPage";
import type { Text } from "~/i18n/text";
import { getText } from "~server/texts/text";
import { coinNames, type CoinNames } from "~server/catalogue/names";
import { depositsFile } from "~server/deposits/records";
import { asText } from "~server/downloads/csv";
import { csvForPeople, csvOfFields, timeColumns, type Column } from "~server/downloads/file";
import { privateLoader } from "~server/loader/loader";
import { DEPOSIT_FIELDS, type Deposit } from "~server/upstream/finance";

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
  return <DownloadErrorPage {...useLoaderData<typeof loader>()} of="DepositRecord" />;
}

/** Returns the columns, with exact amounts; `coin` is for deposits that name none. */
function depositColumns(
  t: Text,
  coin: string,
  coinName: CoinNames,
): Column<(typeof DEPOSIT_FIELDS)[number], Deposit>[] {
  return [
    ...timeColumns(
      [t("DepositRecord.time"), t("Download.timeZone")],
      "createdAt",
      ({ createdAtMs, createdAt }: Deposit) => ({ ms: createdAtMs, text: createdAt }),
    ),
    { title: t("DepositRecord.amount"), field: "amount", cell: ({ amount }) => amount },
    { title: t("Download.coin"), field: "symbol", isText: true, cell: ({ symbol = coin }) => coinName(symbol) },
    {
      title: t("Download.status"),
      field: "status",
      cell: ({ statusText, status, rawStatus }) =>
        (statusText && asText(statusText)) ?? (status === "unknown" ? rawStatus : t(`DepositRecord.${status}`)),
    },
    { title: t("DepositRecord.txid"), isText: true, cell: ({ txid }) => txid },
  ];
}
