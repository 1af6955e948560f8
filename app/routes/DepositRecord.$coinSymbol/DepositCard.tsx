import { depositStatusLabel } from "~/components/account/deposit-status";
import { LongText } from "~/components/layout/Prose";
import { formatTime } from "~/i18n/formats";
import { useLanguage, useText } from "~/i18n/text";
import type { ShownDeposit } from "./records.server";
import "~/styles/order.css";

/** One deposit: amount, status, time with its zone, and the transaction if the upstream names it (behaviour 4.18). */
export function DepositCard({ deposit }: { deposit: ShownDeposit }) {
  const t = useText();
  const { locale } = useLanguage();
  const { status, createdAt, createdAtMs, txid } = deposit;
  const missing = t("common.missing");
  return (
    <article className="card order">
      <div className="section-head">
        <h3 className="figure">
          <span className="visually-hidden">{t("DepositRecord.amount")} </span>
          <span translate="no">{`${deposit.amount ?? missing}\u00a0${deposit.showName}`}</span>
        </h3>
        <span className={`tag tag-${status}`}>{depositStatusLabel(deposit, t)}</span>
      </div>
      {status === "exception" ? (
        <p className="pair">
          {t("DepositRecord.attention")} <a href="/LeavingMessage">{t("common.support")}</a>
        </p>
      ) : null}
      <dl className="order-foot small">
        <div>
          <dt className="soft">{t("DepositRecord.time")}</dt>{" "}
          <dd className="figure">
            {createdAtMs === undefined ? (createdAt ?? missing) : formatTime(createdAtMs, locale)}
          </dd>
        </div>
        {txid ? (
          <div>
            <dt className="soft">{t("DepositRecord.txid")}</dt>{" "}
            <dd>
              <LongText text={txid} />
            </dd>
          </div>
        ) : null}
      </dl>
    </article>
  );
}
