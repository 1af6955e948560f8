import { Fragment } from "react";
import { QuietLink } from "~/components/layout/ButtonLink";
import { EmptyState, type Illustration } from "~/components/feedback/EmptyState";
import { OmittedNotice } from "~/components/feedback/OmittedNotice";
import { PlanChoice, type Chosen } from "~/components/product/PlanChoice";
import { ProductCard } from "~/components/product/ProductCard";
import { NoTranslate, useText } from "~/i18n/text";
import type { PowerCard } from "~server/catalogue/products";
import type { Market } from "./market.server";

const NO_SEARCH: Illustration = [
  "M54 18a24 24 0 1 0 0 48 24 24 0 0 0 0-48zM22 82h76M71 59l17 17",
  "M40 44a14 14 0 0 1 28 0",
];

/** Shows results. The buttons of the adjacent pages preserve the ticks. */
export function Results({
  wanted,
  found,
  chosen,
}: Pick<Market, "wanted"> & { found: NonNullable<Market["found"]>; chosen: Chosen }) {
  const t = useText();
  const { cards, count, before, page, pages, asOf, notWhole, omittedCount, hasSeveralCoins } = found;
  const isByMoney = wanted.sort === "price" || wanted.sort === "daily";
  const heads = isByMoney && hasSeveralCoins;
  const dailyPercents = dailyPercentsOf(cards);
  return (
    <>
      <p className="soft small pair row between wrap" role="status">
        <span>{t("MarketSearch.found", { count })}</span> <span>{t("MarketSearch.asOf", { time: asOf })}</span>
      </p>
      {notWhole ? <p className="note">{t("MarketSearch.notWhole", notWhole)}</p> : null}
      <OmittedNotice count={omittedCount} />
      {heads ? <p className="soft small">{t("MarketSearch.coins")}</p> : null}
      {dailyPercents.size ? <p className="soft small">{t("MarketSearch.bars")}</p> : null}
      {count ? null : (
        <EmptyState illustration={NO_SEARCH} title={t("MarketSearch.none")} text={t("MarketSearch.noneText")}>
          <QuietLink href="/Index/Power">{t("MarketSearch.usual")}</QuietLink>
        </EmptyState>
      )}
      <div className="cards stack">
        {cards.map((product, index) => (
          <Fragment key={product.productId}>
            {heads && (index === 0 || cards[index - 1]?.coin !== product.coin) ? (
              <h2>
                <NoTranslate>
                  {product.coin ? t("MarketSearch.paidIn", { coin: product.coin }) : t("MarketSearch.noCoin")}
                </NoTranslate>
              </h2>
            ) : null}
            <ProductCard
              product={product}
              heading={heads ? "h3" : "h2"}
              dailyPercent={dailyPercents.get(product.productId)}
              eager={index < 2}
            >
              <PlanChoice {...product} chosen={chosen} />
            </ProductCard>
          </Fragment>
        ))}
      </div>
      {count ? (
        <div className="list-end stack center">
          <p className="soft small">
            {t("MarketSearch.shown", { from: before + 1, to: before + cards.length, count })}
          </p>
          {page < pages ? <PageButton to={page + 1} text={t("MarketSearch.next")} /> : null}
          {page > 1 ? <PageButton to={page - 1} text={t("MarketSearch.previous")} /> : null}
        </div>
      ) : null}
    </>
  );
}

/** Returns the daily cost of each card in percent of the highest in the same coin, if more than one is known. */
function dailyPercentsOf(cards: readonly PowerCard[]): ReadonlyMap<string, number> {
  const percents = new Map<string, number>();
  for (const { productId, coin, costPerDay } of cards) {
    if (coin === undefined || costPerDay === undefined) continue;
    const ofCoin = cards.filter((other) => other.coin === coin && other.costPerDay !== undefined);
    const dearest = Math.max(...ofCoin.map((other) => Number(other.costPerDay)));
    if (ofCoin.length < 2 || !(dearest > 0)) continue;
    percents.set(productId, Math.round((10_000 * Number(costPerDay)) / dearest) / 100);
  }
  return percents;
}

function PageButton({ to, text }: { to: number; text: string }) {
  return (
    <>
      <button className="button button-quiet" type="submit" name="to" value={to}>
        {text}
      </button>{" "}
    </>
  );
}
