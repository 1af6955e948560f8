import { depositStatusLabel } from "~/components/account/deposit-status";
import { LongText } from "~/components/layout/Prose";
import { formatTime, withCoin } from "~/i18n/formats";
import { useLanguage, useText } from "~/i18n/text";
import type { ShownDeposit } from "./records.server";
import "~/styles/rows.css";

export function DepositTable({ deposits }: { deposits: readonly ShownDeposit[] }) {
  const t = useText();
  return (
    <table className="card rows">
      <thead>
        <tr>
          <th scope="col">{t("DepositRecord.amount")}</th>
          <th scope="col">{t("Download.status")}</th>
          <th scope="col">{t("DepositRecord.time")}</th>
          <th scope="col">{t("DepositRecord.txid")}</th>
        </tr>
      </thead>
      <tbody>
        {deposits.map((deposit, index) => (
          <DepositRow key={index} deposit={deposit} />
        ))}
      </tbody>
    </table>
  );
}

function DepositRow({ deposit }: { deposit: ShownDeposit }) {
  const t = useText();
  const { locale } = useLanguage();
  const { status, createdAt, createdAtMs, txid } = deposit;
  const missing = t("common.missing");
  return (
    <tr>
      <th scope="row" translate="no">
        {withCoin(deposit.amount ?? missing, deposit.showName)}
      </th>
      <td className="row-status">
        <span className={`tag tag-${status}`}>{depositStatusLabel(deposit, t)}</span>
      </td>
      <td className="row-line">
        {createdAtMs === undefined ? (createdAt ?? missing) : formatTime(createdAtMs, locale)}
      </td>
      <td className="row-line">
        {txid ? (
          <>
            <span className="visually-hidden">{t("DepositRecord.txid")} </span>
            <LongText text={txid} />
          </>
        ) : null}
        {status === "exception" ? (
          <p className="note pair row between wrap">
            <span>{t("DepositRecord.attention")}</span> <a href="/LeavingMessage">{t("common.support")}</a>
          </p>
        ) : null}
      </td>
    </tr>
  );
}
