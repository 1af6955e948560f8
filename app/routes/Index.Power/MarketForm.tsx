import type { ReactNode } from "react";
import { statusLabel } from "~/components/feedback/StatusTag";
import { useText, type Text } from "~/i18n/text";
import type { Market } from "./market.server";

const SORTS = ["available", "price", "daily", "cycle"] as const;

/**
 * The market's search, a GET form, so that results have an address. On the usual list it is one field. The filters
 * appear with the first results, since they offer the values of the whole list; collapsed they are one row that names
 * the chosen values.
 */
export function MarketForm({
  market,
  maxLength,
  quiet,
}: {
  market?: Market | undefined;
  maxLength: number;
  quiet: boolean;
}) {
  const t = useText();
  const { wanted, found } = market ?? {};
  const choices = found?.choices;
  const submit = (
    <button type="submit" className={`button button-small${quiet ? " button-quiet" : ""}`}>
      {t("Market.submit")}
    </button>
  );
  const chosen = market && chosenOf(market, t);
  return (
    <form method="get" action="/Index/Power" role="search" className="stack">
      <div className="field">
        <label htmlFor="market-q">{t("Market.search")}</label>
        <div className="field-row">
          <input
            id="market-q"
            name="q"
            type="search"
            defaultValue={wanted?.q}
            maxLength={maxLength}
            autoComplete="off"
            enterKeyHint="search"
          />{" "}
          {submit}
        </div>
      </div>
      {choices && wanted ? (
        // Visitors who arrive through the link "Filters" have chosen nothing yet.
        <details className="fold" open={!wanted.q && !chosen?.length}>
          <summary>{[t("Market.filters"), ...(chosen ?? [])].join("\u00a0· ")}</summary>
          <div className="market-filters">
            <Choice name="status" label={t("MarketSearch.status")} value={wanted.status}>
              <option value="">{t("MarketSearch.all")}</option>
              {choices.status.map((status) => (
                <option key={status} value={status}>
                  {statusLabel(status, t)}
                </option>
              ))}
            </Choice>{" "}
            <Choice name="cycle" label={t("Product.cycle")} value={wanted.cycle}>
              <option value="">{t("MarketSearch.all")}</option>
              {choices.cycle.map((value) => (
                <option key={value} value={value}>
                  {t("common.days", { value })}
                </option>
              ))}
            </Choice>{" "}
            <Choice name="coin" label={t("Product.paySymbol")} value={wanted.coin}>
              <option value="">{t("MarketSearch.all")}</option>
              {choices.coin.map(({ symbol, name }) => (
                <option key={symbol} value={symbol}>
                  {name}
                </option>
              ))}
            </Choice>{" "}
            <Choice name="sort" label={t("MarketSearch.sort")} value={wanted.sort}>
              <option value="">{t("MarketSearch.sort_none")}</option>
              {SORTS.map((sort) => (
                <option key={sort} value={sort}>
                  {t(`MarketSearch.sort_${sort}`)}
                </option>
              ))}
            </Choice>
          </div>{" "}
          <button type="submit" className="button">
            {t("MarketSearch.show")}
          </button>
        </details>
      ) : null}
    </form>
  );
}

function chosenOf({ wanted: { status, cycle, coin, sort }, found }: Market, t: Text): string[] {
  return [
    status ? statusLabel(status, t) : "",
    cycle && t("common.days", { value: cycle }),
    found?.choices.coin.find(({ symbol }) => symbol === coin)?.name ?? coin,
    sort && t(`MarketSearch.sort_${sort}`),
  ].filter((one) => one !== "");
}

function Choice(props: { name: string; label: string; value: string; children: ReactNode }) {
  const id = `market-${props.name}`;
  return (
    <div className="field">
      <label htmlFor={id}>{props.label}</label>
      <select id={id} name={props.name} defaultValue={props.value}>
        {props.children}
      </select>
    </div>
  );
}

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
