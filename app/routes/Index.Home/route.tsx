import { formatAsOf } from "~/i18n/formats";
import { QuietLink } from "~/components/layout/ButtonLink";
import { useLoaderData } from "@remix-run/react";
import { APP_SHEET, useHome, HOME } from "~/components/layout/home-location";
import { OmittedNotice } from "~/components/feedback/OmittedNotice";
import { FailureDetails, RetryIn } from "~/components/feedback/FailureDetails";
import { ProductCard } from "~/components/product/ProductCard";
import { SiteFoot } from "~/components/layout/SiteFoot";
import { StaleNote } from "~/components/feedback/StaleNote";
import { publicHead } from "~server/documents/public-head";
import { readMessage, useText } from "~/i18n/text";
import { HOME_NOTICE_PAGE_SIZE, HOME_PRODUCTS_SHOWN, HOME_PRODUCT_PAGE_SIZE } from "~server/specification";
import { READ_DEADLINE_MS } from "~server/upstream/constants";
import { readOverview } from "~server/account/overview";
import { isIos } from "~server/device/device";
import { pageData, publicLoader } from "~server/loader/loader";
import { pictureFor } from "~server/pictures/picture";
import { cardOf } from "~server/catalogue/products";
import { coinNames } from "~server/catalogue/names";
import { productList } from "~server/upstream/catalogue";
import { noticeList } from "~server/upstream/notices";
import { banners } from "~server/upstream/site";
import { readResult, optionalRead } from "~server/loader/reads";
import { AdvantageList } from "~/components/layout/AdvantageList";
import { MenuItem } from "~/components/layout/MenuItem";
import { Section } from "~/components/layout/Section";
import { Steps } from "~/components/layout/Steps";
import { Ticker } from "./Ticker";
import { Banners, MOST_BANNERS } from "./Banners";
import { Hero } from "./Hero";
import { Overview } from "./Overview";
import "./home.css";
import { AppSheet } from "~/components/layout/AppSheet";

/** Home waits for the products anyway, so the other reads may take as long. */
const EXTRA = { waitMs: READ_DEADLINE_MS };

const STEPS = [["Home.step1"], ["Home.step2"], ["Home.step3"], ["Home.step4"], ["Home.step5"]] as const;
const CLAIMS = [
  ["claims.procurementTitle", "claims.procurementText"],
  ["claims.hostingTitle", "claims.hostingText"],
  ["claims.complianceTitle", "claims.complianceText"],
  ["claims.withdrawTitle", "claims.withdrawText"],
] as const;

export const loader = publicLoader(async ({ requestContext, locale, request, query }) => {
  const [pictures, notices, coinName, { value: products, failure }, { overview, cookies }] = await Promise.all([
    optionalRead(banners({ locale }, EXTRA)),
    optionalRead(noticeList({ locale }, { page: 1, pageSize: HOME_NOTICE_PAGE_SIZE }, EXTRA)),
    coinNames(locale),
    readResult(productList({ locale }, { page: 1, pageSize: HOME_PRODUCT_PAGE_SIZE, type: "power" })),
    readOverview(requestContext),
  ]);
  const head = { ...publicHead(locale, "/Index/Home", "Home.lead"), about: { type: "Organization" as const } };
  return pageData(
    {
      head: query.has("step") ? undefined : head,
      banners: (pictures ?? [])
        .flatMap(({ img, ...banner }) => {
          const picture = pictureFor("banner", img);
          return picture ? [{ ...banner, picture }] : [];
        })
        .slice(0, MOST_BANNERS),
      // The bar shows titles, so a notice without one is only in the list.
      notices:
        notices?.notices.slice(0, HOME_NOTICE_PAGE_SIZE).flatMap(({ id, title }) => (title ? [{ id, title }] : [])) ??
        [],
      products: products?.products.slice(0, HOME_PRODUCTS_SHOWN).map((product) => cardOf(product, coinName)),
      omittedCount: products?.products.length ? 0 : (products?.omittedCount ?? 0),
      failure,
      asOf: formatAsOf(products?.asOf?.getTime(), locale),
      ios: isIos(request.headers.get("user-agent")),
      overview,
    },
    // Without products the page is shown with status 503, so that monitoring notices.
    { complete: !failure, cookies },
  );
});

export default function Home() {
  const t = useText();
  const data = useLoaderData<typeof loader>();
  const { isCovered } = useHome();
  const under = isCovered ? { inert: "" } : {};
  return (
    <>
      <main id="main" tabIndex={-1}>
        {isCovered ? (
          <AppSheet title={t("common.appDownload")} text={t("AppDownload.lead")} closeTo={HOME} ios={data.ios} />
        ) : null}
        {data.overview ? <Overview {...data.overview} {...under} /> : <Hero {...under} />}
        <div className="page page-wide front" {...under}>
          <section className="section" aria-labelledby="products">
            <div className="section-head row between wrap">
              <h2 id="products">{t("Home.products")}</h2> <a href="/Index/Power">{t("Home.productsMore")}</a>
            </div>
            <StaleNote asOf={data.asOf} />
            {data.products ? (
              <>
                <div className="cards stack">
                  {data.products.map((product, index) => (
                    <ProductCard key={product.productId} product={product} heading="h3" eager={index === 0} />
                  ))}
                </div>
                {data.products.length || data.omittedCount ? null : (
                  <>
                    <p className="soft">{t("Home.productsEmpty")}</p>
                    <QuietLink href="/Index/Miner">{t("common.miner")}</QuietLink>
                  </>
                )}
                <OmittedNotice count={data.omittedCount} />
              </>
            ) : (
              <div className="note" role="alert">
                <p>
                  <strong>{t("Home.productsUnavailable")}</strong>
                </p>
                <p>{readMessage(t, data.failure ?? "common.noAnswer")}</p>
                <RetryIn failure={data.failure} />
                <p>
                  <a className="button button-quiet button-small" href="/Index/Home">
                    {t("common.retry")}
                  </a>
                </p>
                <FailureDetails />
              </div>
            )}
          </section>
          <div className="news">
            <Banners banners={data.banners} />
            <div className="card entries">
              <Ticker notices={data.notices} />
              <MenuItem icon="orders" href="/LeavingMessage?topic=bulk">
                {t("AboutUs.bulk")}
              </MenuItem>
            </div>
          </div>
        </div>
        <div className="band" {...under}>
          <div className="page page-wide front">
            <Section id="process" title={t("Home.process")}>
              <Steps steps={STEPS} />
            </Section>
          </div>
        </div>
        <div className="page page-wide front" {...under}>
          <Section id="advantages" title={t("Home.advantages")} isFolded>
            <AdvantageList className="card claims" claims={CLAIMS} />
          </Section>
        </div>
      </main>
      <SiteFoot app={APP_SHEET} {...under} />
    </>
  );
}
