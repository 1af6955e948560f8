import { DescriptionList } from "~/components/layout/DescriptionList";
import { useTerms } from "~/components/product/product-terms";
import { useText } from "~/i18n/text";
import type { ShownProduct } from "./offer.server";

/** The terms of a power product that its deal does not show, and where its output is shown. */
export function ProductDetails({ product }: { product: ShownProduct }) {
  const t = useText();
  const [, fee, settlement] = useTerms(product);
  return (
    <div className="card">
      <DescriptionList
        className="facts facts-row"
        lines={[
          fee,
          settlement,
          // Without a quantity that can be bought there are no limits to name.
          ...(product.isBuyable ? [[t("Product.limits"), product.limits] as const] : []),
          [t("Product.paySymbol"), product.coin],
        ]}
      />
      <p className="soft small">
        {t("PowerProductDetail.inTheApp")} <a href="/AppDownload">{t("common.appDownload")}</a>
      </p>
    </div>
  );
}
