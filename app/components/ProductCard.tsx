import type { ReactNode } from "react";
import type { PowerCard } from "~server/catalogue/products";
import { DescriptionList } from "./DescriptionList";
import { Price, Ratio, useTerms } from "./product-terms";
import { ProductLink } from "./ProductLink";

/** A power product in a list: what it is, what it costs and may earn, and its terms. */
export function ProductCard({
  product,
  id,
  eager,
  places,
  children,
}: {
  product: PowerCard;
  id?: string;
  eager?: boolean;
  /** The least decimals of its price, from `pricePlaces` of the list. */
  places?: number;
  /** The actions on it in a list. */
  children?: ReactNode;
}) {
  return (
    <article className="card product" id={id}>
      <ProductLink screen="PowerProductDetail" product={product} eager={eager}>
        <span className="headline">
          <Price product={product} places={places} /> <Ratio percent={product.profitRatioPercent} />
        </span>
      </ProductLink>
      <DescriptionList className="facts facts-3" lines={useTerms(product)} />
      {children}
    </article>
  );
}
