import type { Text } from "~/i18n/text";
import { spreadsheetTime } from "~server/downloads/csv";
import type { Column } from "~server/downloads/file";
import type { Deposit, DEPOSIT_FIELDS } from "~server/upstream/finance";

/**
 * The columns of the deposits of a coin for people, in their language. Amounts are exact, without separators.
 *
 * @param coin the symbol that was asked for: a deposit that names none is one of its
 */
export function depositColumns(t: Text, coin: string): Column<(typeof DEPOSIT_FIELDS)[number], Deposit>[] {
  return [
    {
      title: `${t("DepositRecord.time")} (UTC+8)`,
      field: "createdAt",
      cell: ({ createdAtMs, createdAt }) => (createdAtMs === undefined ? createdAt : spreadsheetTime(createdAtMs)),
    },
    { title: t("DepositRecord.amount"), field: "amount", cell: ({ amount }) => amount },
    { title: t("Download.coin"), field: "symbol", cell: ({ symbol = coin }) => symbol },
    {
      title: t("Download.status"),
      field: "status",
      cell: ({ statusText, status, rawStatus }) =>
        statusText ?? (status === "unknown" ? rawStatus : t(`DepositRecord.${status}`)),
    },
    { title: t("DepositRecord.txid"), cell: ({ txid }) => txid },
  ];
}
