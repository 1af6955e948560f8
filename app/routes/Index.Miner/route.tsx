import { useLoaderData, type ClientLoaderFunctionArgs } from "@remix-run/react";
import { QuietLink } from "~/components/layout/ButtonLink";
import { PageOutOfRange } from "~/components/feedback/PageOutOfRange";
import { shownPages } from "~/components/product/infinite-list.server";
import { InfiniteProductList, type Place } from "~/components/product/InfiniteProductList";
import { loadMore, pagePath } from "~/components/product/infinite-list";
import type { Handle } from "~/components/layout/handle";
import { SiteFoot } from "~/components/layout/SiteFoot";
import { publicHead } from "~server/documents/public-head";
import { useText } from "~/i18n/text";
import { pageData, publicLoader } from "~server/loader/loader";
import { pictureFor, type Picture } from "~server/pictures/picture";
import { readProductPages } from "~server/catalogue/products";
import type { Product } from "~server/upstream/catalogue";
import { readResult } from "~server/loader/reads";
import { isSorted, readSortedMiners, type MinerPages, type SortedPage } from "./sorted.server";
import { OmittedNotice } from "~/components/feedback/OmittedNotice";
import { StaleNote } from "~/components/feedback/StaleNote";
import { AttributeList } from "~/components/product/Attributes";
import { ProductLink } from "~/components/product/ProductLink";

export const handle: Handle = { hydrate: true, noHydrateQuery: ["sort"], i18n: ["Index", "Miner", "Product"] };

const ATTRIBUTES_SHOWN = 3;

const LIST_PATH = "/Index/Miner";
const SORTED_PATH = "/Index/Miner?sort=available";
const sortedPath = (page: number) => `${SORTED_PATH}&page=${page}`;

/** Returns the attributes that `attrKvKey` selects, or else the first ones. */
function shown({ productId, title, status, statusText, otherAttrs, attributes, ...product }: Product): Miner {
  const named = otherAttrs.length ? otherAttrs : attributes;
  const thumbnail = pictureFor("largeCard", product.thumbnail);
  return { productId, title, thumbnail, status, statusText, attributes: named.slice(0, ATTRIBUTES_SHOWN) };
}

export const loader = publicLoader(async ({ locale, query }) => {
  const page = query.get("page");
  const path = isSorted(query) ? SORTED_PATH : LIST_PATH;
  const reading: Promise<MinerPages<Miner>> =
    path === SORTED_PATH ? readSortedMiners(locale, page, shown) : readProductPages(locale, "miner", page, shown);
  const { value, failure } = await readResult(reading);
  const { sorted, lastPage } = value ?? {};
  const list = value?.list && shownPages(value.list, locale);
  const beyond = lastPage && {
    pages: lastPage,
    last: path === SORTED_PATH ? sortedPath(lastPage) : pagePath(path, lastPage),
  };
  const head = list ? publicHead(locale, LIST_PATH, "Miner.lead") : undefined;
  return pageData({ head, path, list, sorted, beyond, failure }, beyond ? { status: 404 } : { complete: !failure });
});

export const clientLoader = ({ serverLoader }: ClientLoaderFunctionArgs) => loadMore<typeof loader>(serverLoader);

export default function Miner() {
  const t = useText();
  const { path, list, sorted, beyond, failure } = useLoaderData<typeof loader>();
  const inOrder = list?.count ? ([SORTED_PATH, "Miner.availableFirst"] as const) : undefined;
  const other = path === SORTED_PATH ? ([LIST_PATH, "Miner.asListed"] as const) : inOrder;
  return (
    <>
      <main id="main" tabIndex={-1} className="page page-wide">
        <h1>{t("common.miner")}</h1>
        <p className="soft">{t("Miner.lead")}</p>
        {other ? (
          <p>
            <a className="chip" href={other[0]}>
              {t(other[1])}
            </a>
          </p>
        ) : null}
        {beyond ? (
          <PageOutOfRange {...beyond} />
        ) : sorted ? (
          <SortedMiners sorted={sorted} />
        ) : (
          <InfiniteProductList
            path={LIST_PATH}
            list={list}
            failure={failure}
            empty={{ title: t("Miner.empty"), text: t("Miner.emptyText"), instead: ["/Index/Power", "common.power"] }}
            card={(miner, place) => <MinerCard key={miner.productId} miner={miner} {...place} />}
          />
        )}
      </main>
      <SiteFoot />
    </>
  );
}

function SortedMiners({ sorted }: { sorted: SortedPage<Miner> }) {
  const t = useText();
  const { miners, page, pages, before, count, upstreamCount, omittedCount, asOf } = sorted;
  return (
    <>
      <StaleNote asOf={asOf} />
      {upstreamCount ? <p className="note">{t("Miner.notWhole", { count: upstreamCount, shown: count })}</p> : null}
      <OmittedNotice count={omittedCount} />
      <div className="cards stack">
        {miners.map((miner, index) => (
          <MinerCard key={miner.productId} miner={miner} id={`item-${before + index + 1}`} eager={index < 2} />
        ))}
      </div>
      <div className="list-end stack center">
        <p className="soft small">{t("MarketSearch.shown", { from: before + 1, to: before + miners.length, count })}</p>
        {page < pages ? (
          <QuietLink href={sortedPath(page + 1)} rel="next">
            {t("MarketSearch.next")}
          </QuietLink>
        ) : null}
        {page > 1 ? (
          <QuietLink href={sortedPath(page - 1)} rel="prev">
            {t("MarketSearch.previous")}
          </QuietLink>
        ) : null}
      </div>
    </>
  );
}

type Miner = Pick<Product, "productId" | "title" | "status" | "statusText" | "attributes"> & {
  thumbnail?: Picture | undefined;
};

function MinerCard({ miner, id, eager }: Place & { miner: Miner }) {
  return (
    <ProductLink
      screen="MinerProductDetail"
      product={miner}
      id={id}
      actions={<AttributeList attributes={miner.attributes} className="facts facts-3 wrap" />}
      eager={eager}
      large
    />
  );
}
