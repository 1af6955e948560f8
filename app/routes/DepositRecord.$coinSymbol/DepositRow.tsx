import { depositStatusLabel } from "~/components/account/deposit-status";
import { ListRow } from "~/components/layout/ListRow";
import { LongText } from "~/components/layout/Prose";
import { formatTime } from "~/i18n/formats";
import { useLanguage, useText } from "~/i18n/text";
import type { ShownDeposit } from "./records.server";

/** One deposit: amount, status, time with its zone, and the transaction if the upstream names it. */
export function DepositRow({ deposit }: { deposit: ShownDeposit }) {
  const t = useText();
  const { locale } = useLanguage();
  const { status, createdAt, createdAtMs, txid } = deposit;
  const missing = t("common.missing");
  return (
    <>
      <ListRow
        title={
          <strong className="figure" translate="no">
            {`${deposit.amount ?? missing}\u00a0${deposit.showName}`}
          </strong>
        }
        end={<span className={`tag tag-${status}`}>{depositStatusLabel(deposit, t)}</span>}
        notes={[
          <span key="time" className="figure">
            {createdAtMs === undefined ? (createdAt ?? missing) : formatTime(createdAtMs, locale)}
          </span>,
          txid ? (
            <>
              <span className="visually-hidden">{t("DepositRecord.txid")} </span>
              <LongText text={txid} />
            </>
          ) : null,
        ]}
      />
      {status === "exception" ? (
        <p className="note pair">
          <span>{t("DepositRecord.attention")}</span> <a href="/LeavingMessage">{t("common.support")}</a>
        </p>
      ) : null}
    </>
  );
}
