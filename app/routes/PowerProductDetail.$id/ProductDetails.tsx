import { DescriptionList } from "~/components/layout/DescriptionList";
import { Gallery } from "~/components/product/Gallery";
import { useTerms } from "~/components/product/product-terms";
import { ShareBar } from "~/components/product/ShareBar";
import { useText } from "~/i18n/text";
import type { ShownProduct } from "./offer.server";

/** Terms of a power product, where its earnings are shown, and its pictures. */
export function ProductDetails({ product }: { product: ShownProduct }) {
  const t = useText();
  const facts = [
    ...useTerms(product),
    [t("Product.paySymbol"), product.coin],
    // Without a quantity that can be bought there are no limits to name.
    ...(product.isBuyable ? [[t("Product.limits"), product.limits] as const] : []),
  ] as const;
  return (
    <>
      <div className="card">
        {product.cycle ? (
          <div>
            {/* From today to its earliest end, with the days of the settlement. */}
            <ShareBar className="cycle-bar" percent={100 - product.cycle.settlementPercent} />
            <p className="small soft">{product.cycle.text}</p>
          </div>
        ) : null}
        <DescriptionList lines={facts} />
        <p className="soft small">
          {t("PowerProductDetail.inTheApp")}
          <br />
          <a className="link-button" href="/AppDownload">
            {t("common.appDownload")}
          </a>
        </p>
      </div>
      {/* Below the first screen of a phone: the page is painted whole with its text, and never waits for a picture. */}
      <Gallery title={product.title} pictures={product.pictures} />
    </>
  );
}
