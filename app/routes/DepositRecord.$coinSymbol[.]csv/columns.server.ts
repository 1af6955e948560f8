import type { Text } from "~/i18n/text";
import type { CoinNames } from "~server/catalogue/names";
import { timeColumns, type Column } from "~server/downloads/file";
import type { Deposit, DEPOSIT_FIELDS } from "~server/upstream/finance";

/**
 * The columns of the deposits of a coin for people, in their language. Amounts are exact, without separators.
 *
 * @param coin the requested symbol, for deposits that name none
 */
export function depositColumns(
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
    { title: t("Download.coin"), field: "symbol", cell: ({ symbol = coin }) => coinName(symbol) },
    {
      title: t("Download.status"),
      field: "status",
      cell: ({ statusText, status, rawStatus }) =>
        statusText ?? (status === "unknown" ? rawStatus : t(`DepositRecord.${status}`)),
    },
    { title: t("DepositRecord.txid"), isText: true, cell: ({ txid }) => txid },
  ];
}
