import type { ReactNode } from "react";
import { formatDecimal } from "~/i18n/formats";
import { useText } from "~/i18n/text";
import type { PowerCard } from "~server/products";
import { Facts } from "./Facts";
import { Ratio, useCostPerDay, useTerms } from "./product-terms";
import { ProductLink } from "./ProductLink";

/** A power product in a list: what it is, what it costs and may earn, and its terms (behaviour 2.48, 3.5). */
export function ProductCard({
  product,
  id,
  eager,
  children,
}: {
  product: PowerCard;
  id?: string;
  eager?: boolean;
  /** What can be done with it in a list. */
  children?: ReactNode;
}) {
  const t = useText();
  const missing = t("common.missing");
  const perDay = useCostPerDay(product);
  return (
    <article className="card product" id={id}>
      <ProductLink screen="PowerProductDetail" product={product} eager={eager}>
        <span className="headline">
          <span className="product-price">
            <span className="figure">{product.price ? formatDecimal(product.price, 8) : missing}</span>{" "}
            <span className="unit">{product.paySymbol ?? missing}&nbsp;/&nbsp;T</span>{" "}
            {perDay ? <span className="per-day small soft">{perDay}</span> : null}
          </span>{" "}
          <Ratio percent={product.profitRatioPercent} />
        </span>
      </ProductLink>
      <Facts className="facts facts-3" lines={useTerms(product)} />
      {children}
    </article>
  );
}
