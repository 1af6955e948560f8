import { Amount } from "~/components/account/Amount";
import { CoinRow } from "~/components/account/CoinRow";
import { depositRecordPath } from "~/components/account/encoded-paths";
import { useText } from "~/i18n/text";
import type { ShownCoin } from "~server/account/balances";

export function Coins({ coins, zeros, isHidden }: { coins: ShownCoin[]; zeros: ShownCoin[]; isHidden: boolean }) {
  const t = useText();
  return (
    <div className="card entries">
      {coins.length ? <Rows coins={coins} isHidden={isHidden} /> : null}
      {zeros.length ? (
        <details className="fold stack coins-fold">
          <summary>{t("Assets.zeros", { count: zeros.length })}</summary> <Rows coins={zeros} isHidden={isHidden} />
        </details>
      ) : null}
    </div>
  );
}

function Rows({ coins, isHidden }: { coins: ShownCoin[]; isHidden: boolean }) {
  const t = useText();
  return (
    <ul>
      {coins.map(({ symbol, showName, all, parts, depositOpen }) => (
        <li key={symbol}>
          <CoinRow
            symbol={symbol}
            href={depositOpen ? `/Recharge/${encodeURIComponent(symbol)}` : depositRecordPath(symbol)}
            amount={<Amount value={all} isHidden={isHidden} />}
            note={
              parts ? (
                <span className="coin-parts between wrap figure soft small" translate="no">
                  <span>{`${t("Assets.available")} ${parts.available ?? t("common.missing")}`}</span>{" "}
                  <span>{`${t("Assets.frozen")} ${parts.frozen ?? t("common.missing")}`}</span>
                </span>
              ) : null
            }
          >
            {showName}
          </CoinRow>
        </li>
      ))}
    </ul>
  );
}
