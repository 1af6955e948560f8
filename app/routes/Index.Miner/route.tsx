import { useLoaderData, type ClientLoaderFunctionArgs } from "@remix-run/react";
import { EndlessProducts } from "~/components/EndlessProducts";
import { loadMore } from "~/components/endless-list";
import type { Handle } from "~/components/handle";
import { SiteFoot } from "~/components/SiteFoot";
import { publicHead } from "~/i18n/public-head.server";
import { useText } from "~/i18n/text";
import { answer, publicLoader } from "~server/loader";
import { pictureFor } from "~server/pictures/shown";
import { readProductPages } from "~server/products";
import type { Product } from "~server/upstream/catalogue";
import { unlessUnavailable } from "~server/upstream/unavailable";
import { MinerCard, type Miner } from "./MinerCard";

export const handle: Handle = {
  title: "common.miner",
  hydrate: true,
  i18n: ["Index", "Miner", "Product"],
  cached: { rendered: ["page"] },
};

/** How many attributes a card shows. */
const ATTRIBUTES_SHOWN = 3;

/** The fields of a miner's card: the attributes that the list asked for by `attrKvKey`, else the first ones. */
function shown({ productId, title, status, statusText, otherAttrs, attributes, ...product }: Product): Miner {
  const named = otherAttrs.length ? otherAttrs : attributes;
  const thumbnail = pictureFor("largeCard", product.thumbnail);
  return { productId, title, thumbnail, status, statusText, attributes: named.slice(0, ATTRIBUTES_SHOWN) };
}

/** Pages 1 to `?page=` of the list of hosted miners, ten each (behaviour 2.21, 9.9). */
export const loader = publicLoader(async ({ locale, query }) => {
  const list = await unlessUnavailable(readProductPages(locale, "miner", query.get("page"), shown));
  const head = list ? publicHead(locale, "/Index/Miner", "Miner.lead") : undefined;
  return answer({ head, list }, { complete: list !== undefined });
});

export const clientLoader = ({ serverLoader }: ClientLoaderFunctionArgs) => loadMore<typeof loader>(serverLoader);

export default function Miner() {
  const t = useText();
  const { list } = useLoaderData<typeof loader>();
  return (
    <>
      <main id="main" tabIndex={-1} className="page page-wide">
        <h1>{t("common.miner")}</h1>
        <p className="soft">{t("Miner.lead")}</p>
        <EndlessProducts
          path="/Index/Miner"
          list={list}
          empty={{ title: t("Miner.empty"), text: t("Miner.emptyText"), instead: ["/Index/Power", "common.power"] }}
          card={(miner, place) => <MinerCard key={miner.productId} miner={miner} {...place} />}
        />
      </main>
      <SiteFoot />
    </>
  );
}
