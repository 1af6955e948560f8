import { useLoaderData, type ClientLoaderFunctionArgs } from "@remix-run/react";
import { PageOutOfRange } from "~/components/feedback/PageOutOfRange";
import { shownPages } from "~/components/product/infinite-list.server";
import { InfiniteProductList } from "~/components/product/InfiniteProductList";
import { loadMore, pagePath } from "~/components/product/infinite-list";
import type { Handle } from "~/components/layout/handle";
import { SiteFoot } from "~/components/layout/SiteFoot";
import { publicHead } from "~server/documents/public-head";
import { useText } from "~/i18n/text";
import { pageData, publicLoader } from "~server/loader/loader";
import { pictureFor } from "~server/pictures/picture";
import { readProductPages } from "~server/catalogue/products";
import type { Product } from "~server/upstream/catalogue";
import { attempt } from "~server/loader/reads";
import { MinerCard, type Miner, SORTED_PATH, SortedMiners, sortedPath } from "./SortedMiners";
import { isSorted, readSortedMiners, type MinerPages } from "./sorted.server";

export const handle: Handle = { hydrate: true, noHydrateQuery: ["sort"], i18n: ["Index", "Miner", "Product"] };

/** How many attributes a card shows. */
const ATTRIBUTES_SHOWN = 3;

const LIST_PATH = "/Index/Miner";

/** The fields of a miner's card: the attributes requested with `attrKvKey`, else the first ones. */
function shown({ productId, title, status, statusText, otherAttrs, attributes, ...product }: Product): Miner {
  const named = otherAttrs.length ? otherAttrs : attributes;
  const thumbnail = pictureFor("largeCard", product.thumbnail);
  return { productId, title, thumbnail, status, statusText, attributes: named.slice(0, ATTRIBUTES_SHOWN) };
}

/** Pages 1 to `?page=` of the list of hosted miners, ten each; with `?sort=available` one page of the sorted list. */
export const loader = publicLoader(async ({ locale, query }) => {
  const page = query.get("page");
  const path = isSorted(query) ? SORTED_PATH : LIST_PATH;
  const reading: Promise<MinerPages<Miner>> =
    path === SORTED_PATH ? readSortedMiners(locale, page, shown) : readProductPages(locale, "miner", page, shown);
  const { value, failure } = await attempt(reading);
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
            <a className="link-button" href={other[0]}>
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
