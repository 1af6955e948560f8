import { useActionData, useLoaderData, type ClientLoaderFunctionArgs } from "@remix-run/react";
import { PageOutOfRange } from "~/components/feedback/PageOutOfRange";
import { CompareBar } from "~/components/product/CompareBar";
import { shownPages } from "~/components/product/infinite-list.server";
import { InfiniteProductList } from "~/components/product/InfiniteProductList";
import { loadMore, pagePath } from "~/components/product/infinite-list";
import { FormToken } from "~/components/form/FormToken";
import type { Handle } from "~/components/layout/handle";
import { PlanChoice } from "~/components/product/PlanChoice";
import { ProductCard } from "~/components/product/ProductCard";
import { SiteFoot } from "~/components/layout/SiteFoot";
import { publicHead } from "~server/documents/public-head";
import { readMessage, useText } from "~/i18n/text";
import { choosePlans, PLANS_PURPOSE } from "~server/catalogue/choose-plans";
import { marketPath, readMarketQuery } from "~server/catalogue/market-query";
import { KEYWORD_MAX_LENGTH } from "~server/loader/pagination";
import { pageData, publicLoader } from "~server/loader/loader";
import { PLANS_COMPARED_MAX, plansIn } from "~server/catalogue/chosen-plans";
import { publicFormToken } from "~server/session/csrf";
import { readResult } from "~server/loader/reads";
import { readMarket, readPowerPages } from "./market.server";
import { MarketForm, MarketNotes } from "./MarketForm";
import { Results } from "./Results";
import "./market.css";

export const handle: Handle = {
  hydrate: true,
  noHydrateQuery: ["q", "status", "cycle", "coin", "sort"],
  i18n: ["Index", "Market", "Power", "Product"],
};

export const loader = publicLoader(async ({ locale, request, query }) => {
  const asked = readMarketQuery(query);
  const token = publicFormToken(PLANS_PURPOSE);
  const market = asked && (await readMarket(locale, asked));
  const isFound = market?.found !== undefined;
  const page = asked ? null : query.get("page");
  const { value, failure } = isFound ? {} : await readResult(readPowerPages(locale, page));
  const list = value?.list && shownPages(value.list, locale);
  const pages = market?.lastPage ?? value?.lastPage;
  const beyond = pages && { pages, last: market ? marketPath(market.wanted, pages) : pagePath("/Index/Power", pages) };
  const head = list && !asked ? publicHead(locale, "/Index/Power", "Power.lead") : undefined;
  const chosen = { saved: plansIn(request, "saved"), compare: plansIn(request, "compare") };
  const limits = { keyword: KEYWORD_MAX_LENGTH, compare: PLANS_COMPARED_MAX };
  return pageData(
    { head, list, beyond, failure, market, token, chosen, limits },
    beyond ? { status: 404 } : { complete: !failure },
  );
});

export const action = choosePlans("/Index/Power");

export const clientLoader = ({ serverLoader }: ClientLoaderFunctionArgs) => loadMore<typeof loader>(serverLoader);

export default function Power() {
  const t = useText();
  const { list, beyond, failure, market, token, chosen, limits } = useLoaderData<typeof loader>();
  const isUnread = !list && !market?.found;
  const refusal = useActionData<typeof action>()?.lastResult.error?.[""]?.[0];
  const offer = (
    <>
      <CompareBar chosen={chosen} most={limits.compare} nothing={isUnread || (list ?? market?.found)?.count === 0}>
        {market ? (
          <a className="chip" href="/Index/Power">
            {t("MarketSearch.usual")}
          </a>
        ) : (
          <a className="chip" href="/Index/Power?q=">
            {t("Market.filters")}
          </a>
        )}{" "}
        <a className="chip" href="/Saved">
          {t("Market.saved")}
        </a>
      </CompareBar>
      {beyond ? (
        <PageOutOfRange {...beyond} />
      ) : market?.found ? (
        <Results wanted={market.wanted} found={market.found} chosen={chosen} />
      ) : (
        <InfiniteProductList
          path="/Index/Power"
          list={list}
          failure={failure}
          empty={{ title: t("Power.empty"), text: t("Power.emptyText"), instead: ["/Index/Miner", "common.miner"] }}
          card={(product, place) => (
            <ProductCard key={product.productId} product={product} {...place}>
              <PlanChoice {...product} chosen={chosen} />
            </ProductCard>
          )}
          isInForm
        />
      )}
    </>
  );
  return (
    <>
      <main id="main" tabIndex={-1} className="page page-wide">
        <h1>{t("common.power")}</h1>
        {market ? null : <p className="soft">{t("Power.lead")}</p>}
        {refusal ? (
          <p className="note" role="alert">
            {readMessage(t, refusal)}
          </p>
        ) : null}
        <MarketForm market={market} maxLength={limits.keyword} quiet={isUnread} />
        {market ? <MarketNotes market={market} /> : null}
        {isUnread ? (
          <div>{offer}</div>
        ) : (
          <form className="plan-list" method="post" action={market?.path ?? "/Index/Power"}>
            <FormToken value={token} />
            {offer}
          </form>
        )}
      </main>
      <SiteFoot />
    </>
  );
}
