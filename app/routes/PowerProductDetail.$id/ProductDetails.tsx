import { DescriptionList } from "~/components/DescriptionList";
import { Gallery } from "~/components/Gallery";
import { useTerms } from "~/components/product-terms";
import { formatDecimal } from "~/i18n/formats";
import { useText } from "~/i18n/text";
import type { ShownProduct } from "./offer.server";

/** Pictures and terms of a power product, and where its earnings are shown. */
export function ProductDetails({
  product,
  buyable,
}: {
  product: ShownProduct;
  /** Whether any quantity can be bought; without one there are no limits to name. */
  buyable: boolean;
}) {
  const t = useText();
  const facts = [
    ...useTerms(product),
    [t("Product.paySymbol"), product.paySymbol],
    ...(buyable ? [[t("Product.limits"), limits(product, t)] as const] : []),
  ] as const;
  return (
    <>
      <Gallery title={product.title} pictures={product.pictures} />
      <div className="card">
        <DescriptionList lines={facts} />
        <p className="soft small">
          {t("PowerProductDetail.inTheApp")}
          <br />
          <a className="link-button" href="/AppDownload">
            {t("common.appDownload")}
          </a>
        </p>
      </div>
    </>
  );
}

/** The least and the most of one purchase; a limit that was not sent is omitted. */
function limits({ minBuy, maxBuy }: Pick<ShownProduct, "minBuy" | "maxBuy">, t: ReturnType<typeof useText>) {
  const min = minBuy && formatDecimal(minBuy);
  const max = maxBuy && formatDecimal(maxBuy);
  if (min && max) return t("Product.limitsRange", { min, max });
  if (min) return t("Product.limitsFrom", { min });
  return max ? t("Product.limitsTo", { max }) : undefined;
}
