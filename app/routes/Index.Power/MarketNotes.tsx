import { useText } from "~/i18n/text";
import type { Market } from "./market.server";

/** What of a search was ignored or cut, and that there is nothing to search in; nothing of it repeats the address. */
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
