import { Facts } from "~/components/Facts";
import { useText } from "~/i18n/text";
import type { ShownCoin } from "./assets.server";

/** One coin: total, available and frozen, and a link where it can be deposited (behaviour 2.26). */
export function CoinCard({ coin }: { coin: ShownCoin }) {
  const t = useText();
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
      <Facts
        lines={[
          [t("Assets.all"), coin.all, "sum"],
          [t("Assets.available"), coin.available],
          [t("Assets.frozen"), coin.frozen],
        ]}
      />
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
