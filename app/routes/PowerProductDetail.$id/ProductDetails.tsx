import { DescriptionList } from "~/components/layout/DescriptionList";
import { useTerms } from "~/components/product/product-terms";
import { useText } from "~/i18n/text";
import type { ShownProduct } from "./offer.server";

/** The terms of a power product that its deal does not show. */
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
          [
            t("Product.withdrawal"),
            <a key="app" href="/AppDownload" className="link-button">
              {t("Product.inTheApp")}
            </a>,
          ],
        ]}
      />
    </div>
  );
}
