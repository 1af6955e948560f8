import { useText } from "~/i18n/text";
import type { Market } from "./market.server";

/** Notes on a search: which parts were ignored or cut, or that there is no snapshot. They never repeat the address. */
export function MarketNotes({ market }: { market: Market }) {
  const t = useText();
  const names = {
    q: t("Market.search"),
    status: t("MarketSearch.status"),
    cycle: t("Product.cycle"),
    coin: t("Product.paySymbol"),
    sort: t("MarketSearch.sort"),
  };
  const { ignored, cutAt, found } = market;
  return (
    <>
      {ignored.length ? (
        <p className="note">{t("MarketSearch.ignored", { names: ignored.map((name) => names[name]).join(" · ") })}</p>
      ) : null}
      {cutAt ? <p className="note">{t("MarketSearch.cut", { max: cutAt })}</p> : null}
      {found ? null : (
        <p className="note" role="status">
          {t("MarketSearch.notYet")}
        </p>
      )}
    </>
  );
}
