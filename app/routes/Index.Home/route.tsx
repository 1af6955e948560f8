import { useLoaderData } from "@remix-run/react";
import { AppButtons } from "~/components/AppButtons";
import { ButtonLink } from "~/components/ButtonLink";
import { FirstStepsLine } from "~/components/FirstStepsLine";
import type { Handle } from "~/components/handle";
import { LeftOut } from "~/components/LeftOut";
import { Meanwhile, RetryIn } from "~/components/Meanwhile";
import { ProductCard } from "~/components/ProductCard";
import { SiteFoot } from "~/components/SiteFoot";
import { StaleNote } from "~/components/StaleNote";
import { publicHead } from "~/i18n/public-head.server";
import { useText } from "~/i18n/text";
import {
  HOME_NOTICE_PAGE_SIZE,
  HOME_PRODUCT_PAGE_SIZE,
  HOME_PRODUCTS_SHOWN,
  READ_DEADLINE_MS,
} from "~server/constants";
import { readFirstStepsForHome } from "~server/first-steps";
import { isIos } from "~server/http/device";
import { answer, publicLoader } from "~server/loader";
import { pictureFor } from "~server/pictures/shown";
import { cardOf, soldOutLast } from "~server/products";
import { productList } from "~server/upstream/catalogue";
import { noticeList } from "~server/upstream/notices";
import { banners } from "~server/upstream/site";
import { unlessUnavailable } from "~server/upstream/unavailable";
import { Advantages } from "./Advantages";
import { BulkLink } from "./BulkLink";
import { Banners } from "./Banners";
import { Hero } from "./Hero";
import { Participation } from "./Participation";
import { Ticker } from "./Ticker";
import "./home.css";

export const handle: Handle = { title: "common.home", cached: { device: ["ios"] } };

/** Home has the products to wait for as well; but once the others have failed, they are waited for no more. */
const EXTRA = { patienceMs: READ_DEADLINE_MS };

/** Banners, notices, three products; what cannot be read is left out or says so (behaviour 2.16, 2.17, 2.18, 13.1). */
export const loader = publicLoader(async ({ visitor, locale, request }) => {
  const [pictures, notices, products, { progress, cookies }] = await Promise.all([
    unlessUnavailable(banners({ locale }, EXTRA)),
    unlessUnavailable(noticeList({ locale }, { page: 1, pageSize: HOME_NOTICE_PAGE_SIZE }, EXTRA)),
    unlessUnavailable(productList({ locale }, { page: 1, pageSize: HOME_PRODUCT_PAGE_SIZE, type: "power" })),
    readFirstStepsForHome(visitor),
  ]);
  return answer(
    {
      head: { ...publicHead(locale, "/Index/Home", "Home.lead"), about: { type: "Organization" as const } },
      banners: (pictures ?? []).flatMap(({ img, ...banner }) => {
        const picture = pictureFor("banner", img);
        return picture ? [{ ...banner, picture }] : [];
      }),
      // The bar shows titles; a notice without one is in the list.
      notices:
        notices?.notices.slice(0, HOME_NOTICE_PAGE_SIZE).flatMap(({ id, title }) => (title ? [{ id, title }] : [])) ??
        [],
      products: products && soldOutLast(products.products, "power").slice(0, HOME_PRODUCTS_SHOWN).map(cardOf),
      /** How many of them cannot be shown, where none can. */
      leftOut: products?.products.length ? 0 : (products?.leftOut ?? 0),
      asOfMs: products?.asOf?.getTime(),
      ios: isIos(request.headers.get("user-agent")),
      progress,
    },
    // Without products the page is shown with status 503, so that monitoring notices.
    { complete: products !== undefined, cookies },
  );
});

export default function Home() {
  const t = useText();
  const data = useLoaderData<typeof loader>();
  return (
    <>
      <main id="main" tabIndex={-1}>
        <Hero />
        <div className="page page-wide front">
          <FirstStepsLine progress={data.progress} />
          <section className="section" aria-labelledby="products">
            <div className="section-head">
              <h2 id="products">{t("Home.products")}</h2> <a href="/Index/Power">{t("Home.productsMore")}</a>
            </div>
            <StaleNote asOfMs={data.asOfMs} />
            {data.products ? (
              <>
                <div className="cards">
                  {data.products.map((product, index) => (
                    <ProductCard key={product.productId} product={product} eager={index === 0} />
                  ))}
                </div>
                {data.products.length || data.leftOut ? null : <NothingOnOffer />}
                <LeftOut count={data.leftOut} />
              </>
            ) : (
              <div className="note" role="alert">
                <p>
                  <strong>{t("Home.productsUnavailable")}</strong>
                </p>
                <RetryIn />
                <p>
                  <a className="button button-quiet button-small" href="/Index/Home">
                    {t("common.retry")}
                  </a>
                </p>
                <Meanwhile />
              </div>
            )}
          </section>
          <div className="news">
            <Banners banners={data.banners} />
            <div className="news-side">
              <Ticker notices={data.notices} />
              <BulkLink />
            </div>
          </div>
        </div>
        <div className="band">
          <div className="page page-wide front">
            <Participation />
          </div>
        </div>
        <div className="page page-wide front">
          <Advantages />
        </div>
      </main>
      <SiteFoot app={<AppButtons ios={data.ios} quiet />} />
    </>
  );
}

/** Nothing is for sale: what there is to see meanwhile. */
function NothingOnOffer() {
  const t = useText();
  return (
    <>
      <p className="soft">{t("Home.productsEmpty")}</p>
      <ButtonLink quiet href="/Index/Miner">
        {t("common.miner")}
      </ButtonLink>
    </>
  );
}
