import { Amount } from "~/components/account/Amount";
import { CoinMark } from "~/components/account/CoinMark";
import { depositRecordPath } from "~/components/account/encoded-paths";
import { ShareBar } from "~/components/product/ShareBar";
import { useText } from "~/i18n/text";
import type { ShownCoin } from "./assets.server";

/** One coin: total, available and frozen, and quiet links to its deposit and its deposits. */
export function CoinRow({ coin, isHidden }: { coin: ShownCoin; isHidden: boolean }) {
  const t = useText();
  const path = encodeURIComponent(coin.symbol);
  return (
    <article className="coin">
      <CoinMark symbol={coin.symbol} />{" "}
      <div className="coin-body">
        <div className="coin-head">
          <h2>{coin.showName}</h2>{" "}
          <p className="coin-total figure" translate="no">
            <span className="visually-hidden">{t("Assets.all")} </span>
            <Amount value={coin.all} isHidden={isHidden} />
          </p>
        </div>
        {coin.availablePercent === undefined ? null : <ShareBar className="coin-bar" percent={coin.availablePercent} />}
        <dl className={coin.availablePercent === undefined ? "coin-parts" : "coin-parts coin-drawn"}>
          <div>
            <dt>{t("Assets.available")}</dt>{" "}
            <dd className="figure" translate="no">
              <Amount value={coin.available} isHidden={isHidden} />
            </dd>
          </div>{" "}
          <div>
            <dt>{t("Assets.frozen")}</dt>{" "}
            <dd className="figure" translate="no">
              <Amount value={coin.frozen} isHidden={isHidden} />
            </dd>
          </div>
        </dl>
        <p className="coin-ways">
          {coin.depositOpen ? (
            <a href={`/Recharge/${path}`} aria-label={t("DepositRecord.toRecharge", { coin: coin.showName })}>
              {t("Recharge.title")}
            </a>
          ) : null}{" "}
          <a href={depositRecordPath(coin.symbol)} aria-label={t("Recharge.record", { coin: coin.showName })}>
            {t("DepositRecord.title")}
          </a>
        </p>
      </div>
    </article>
  );
}
