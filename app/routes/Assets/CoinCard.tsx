import { useText } from "~/i18n/text";
import type { ShownCoin } from "./assets.server";

/** One coin: total, available and frozen, and a link to deposit it where the platform takes that (behaviour 2.26). */
export function CoinCard({ coin }: { coin: ShownCoin }) {
  const t = useText();
  const missing = t("common.missing");
  const path = encodeURIComponent(coin.symbol);
  return (
    <article className="card coin">
      <div className="section-head">
        <h2>{coin.showName}</h2>
        {coin.depositOpen ? (
          <a
            className="button button-small"
            href={`/Recharge/${path}`}
            aria-label={t("DepositRecord.toRecharge", { coin: coin.showName })}
          >
            {t("Recharge.title")}
          </a>
        ) : null}
      </div>
      <dl className="facts">
        <div className="facts-sum">
          <dt>{t("Assets.all")}</dt>
          <dd>{coin.all ?? missing}</dd>
        </div>
        <div>
          <dt>{t("Assets.available")}</dt>
          <dd>{coin.available ?? missing}</dd>
        </div>
        <div>
          <dt>{t("Assets.frozen")}</dt>
          <dd>{coin.frozen ?? missing}</dd>
        </div>
      </dl>
      <a
        className="small coin-record"
        href={`/DepositRecord/${path}`}
        aria-label={t("Recharge.record", { coin: coin.showName })}
      >
        {t("DepositRecord.title")}
      </a>
    </article>
  );
}
