import { formatDecimal } from "~/i18n/formats";
import { useText } from "~/i18n/text";
import type { Picture } from "~server/pictures/shown";
import type { Product } from "~server/upstream/catalogue";
import { Facts } from "./Facts";
import { ProductLink } from "./ProductLink";
import { useTerms } from "./product-terms";

/** The fields that a card shows: a list sends no others to the browser. */
type Shown = Pick<
  Product,
  | ("productId" | "title" | "status" | "statusText")
  | ("price" | "paySymbol" | "miningCycleDays" | "serviceRatePercent" | "incomeType")
> & { thumbnail?: Picture | undefined };

/** A power product in a list: what it is, what it costs, the terms that distinguish it (behaviour 3.5). */
export function ProductCard({ product, id, eager }: { product: Shown; id?: string; eager?: boolean }) {
  const t = useText();
  const missing = t("common.missing");
  return (
    <article className="card product" id={id}>
      <ProductLink screen="PowerProductDetail" product={product} eager={eager}>
        <span className="product-price">
          <span className="figure">{product.price ? formatDecimal(product.price, 8) : missing}</span>{" "}
          <span className="unit">{product.paySymbol ?? missing} / T</span>
        </span>
      </ProductLink>
      <Facts className="facts facts-3" lines={useTerms(product)} />
    </article>
  );
}
