import { useLoaderData, type ClientLoaderFunctionArgs } from "@remix-run/react";
import { EndlessProducts } from "~/components/EndlessProducts";
import { loadMore } from "~/components/endless-list";
import type { Handle } from "~/components/handle";
import { ProductCard } from "~/components/ProductCard";
import { SiteFoot } from "~/components/SiteFoot";
import { publicHead } from "~/i18n/public-head.server";
import { useText } from "~/i18n/text";
import { answer, publicLoader } from "~server/loader";
import { cardOf, readProductPages } from "~server/products";
import { unlessUnavailable } from "~server/upstream/unavailable";

export const handle: Handle = {
  title: "common.power",
  hydrate: true,
  i18n: ["Index", "Power", "Product"],
  cached: { rendered: ["page"] },
};

/** Pages 1 to `?page=` of the computing-power list, five products each (behaviour 2.21, 9.9). */
export const loader = publicLoader(async ({ locale, query }) => {
  const list = await unlessUnavailable(readProductPages(locale, "power", query.get("page"), cardOf));
  const head = list ? publicHead(locale, "/Index/Power", "Power.lead") : undefined;
  return answer({ head, list }, { complete: list !== undefined });
});

export const clientLoader = ({ serverLoader }: ClientLoaderFunctionArgs) => loadMore<typeof loader>(serverLoader);

export default function Power() {
  const t = useText();
  const { list } = useLoaderData<typeof loader>();
  return (
    <>
      <main id="main" tabIndex={-1} className="page page-wide">
        <h1>{t("common.power")}</h1>
        <p className="soft">{t("Power.lead")}</p>
        <EndlessProducts
          path="/Index/Power"
          list={list}
          empty={{ title: t("Power.empty"), text: t("Power.emptyText"), instead: ["/Index/Miner", "common.miner"] }}
          card={(product, place) => <ProductCard key={product.productId} product={product} {...place} />}
        />
      </main>
      <SiteFoot />
    </>
  );
}
