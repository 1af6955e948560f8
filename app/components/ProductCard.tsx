import type { ReactNode } from "react";
import type { PowerCard } from "~server/catalogue/products";
import { DescriptionList } from "./DescriptionList";
import { Price, Ratio, useTerms } from "./product-terms";
import { ProductLink } from "./ProductLink";

/** A power product in a list: what it is, what it costs and may earn, and its terms (behaviour 2.48, 3.5). */
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
  /** Decimals that its price keeps, as `pricePlaces` says of the list. */
  places?: number;
  /** What can be done with it in a list. */
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
