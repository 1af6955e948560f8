import { Fragment } from "react";
import { statusLabel } from "~/components/feedback/StatusTag";
import { useText, type Text } from "~/i18n/text";
import type { Market } from "./market.server";

const SORTS = ["available", "price", "daily", "cycle"] as const;

/** A form with GET, so that results have an address. The filters offer the values of the results. */
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
  const filters = found ? filtersOf(found.choices, t) : [];
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
            maxLength={2 * maxLength}
            autoComplete="off"
            enterKeyHint="search"
          />{" "}
          <button type="submit" className={`button button-small${quiet ? " button-quiet" : ""}`}>
            {t("Market.submit")}
          </button>
        </div>
      </div>
      {wanted && filters.length ? (
        // Visitors who arrive through the link "Filters" have chosen nothing yet.
        <details className="fold stack" open={!wanted.q && !chosen?.length}>
          <summary>{[t("Market.filters"), ...(chosen ?? [])].join("\u00a0· ")}</summary>
          <div className="market-filters tiles wrap">
            {filters.map(([name, label, options], index) => (
              <Fragment key={name}>
                {index > 0 && " "}
                <div className="field">
                  <label htmlFor={`market-${name}`}>{label}</label>
                  <select id={`market-${name}`} name={name} defaultValue={wanted[name]}>
                    <option value="">{t(name === "sort" ? "MarketSearch.sort_none" : "MarketSearch.all")}</option>
                    {options.map(([value, text]) => (
                      <option key={value} value={value}>
                        {text}
                      </option>
                    ))}
                  </select>
                </div>
              </Fragment>
            ))}
          </div>{" "}
          <button type="submit" className="button">
            {t("MarketSearch.show")}
          </button>
        </details>
      ) : null}
    </form>
  );
}

type Filter = [name: "status" | "cycle" | "coin" | "sort", label: string, options: string[][]];

function filtersOf({ status, cycle, coin }: NonNullable<Market["found"]>["choices"], t: Text): Filter[] {
  return [
    ["status", t("MarketSearch.status"), status.map((value) => [value, statusLabel(value, t)])],
    ["cycle", t("Product.cycle"), cycle.map((value) => [value, t("common.days", { value })])],
    ["coin", t("Product.paySymbol"), coin.map(({ symbol, name }) => [symbol, name])],
    ["sort", t("MarketSearch.sort"), SORTS.map((value) => [value, t(`MarketSearch.sort_${value}`)])],
  ];
}

function chosenOf({ wanted: { status, cycle, coin, sort }, found }: Market, t: Text): string[] {
  return [
    status ? statusLabel(status, t) : "",
    cycle && t("common.days", { value: cycle }),
    found?.choices.coin.find(({ symbol }) => symbol === coin)?.name ?? coin,
    sort && t(`MarketSearch.sort_${sort}`),
  ].filter((one) => one !== "");
}

/** Shows notes about a search. Never repeats the address, which may contain anything. */
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
