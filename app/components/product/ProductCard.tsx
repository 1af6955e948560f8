import type { ReactNode } from "react";
import type { PowerCard } from "~server/catalogue/products";
import { DescriptionList } from "~/components/layout/DescriptionList";
import { useText } from "~/i18n/text";
import { Price, Ratio, useTerms } from "./product-terms";
import { ProductLink } from "./ProductLink";
import { ShareBar } from "./ShareBar";

/**
 * A power product in a list, as one link: what it is, five figures (price, expected ratio, cycle, service fee,
 * settlement) and the one action.
 */
export function ProductCard({
  product,
  id,
  eager,
  heading,
  dailyPercent,
  children,
}: {
  product: PowerCard;
  id?: string;
  eager?: boolean;
  heading?: "h2" | "h3" | undefined;
  /** The length of the bar below its cost per day, which compares it with others in the same coin. */
  dailyPercent?: number | undefined;
  /** The actions on it in a list. */
  children?: ReactNode;
}) {
  const t = useText();
  const isOpen = !product.closed && product.status === "onsale";
  return (
    <article className="card product" id={id}>
      <ProductLink screen="PowerProductDetail" product={product} eager={eager} heading={heading}>
        <span className="headline">
          <span>
            <Price product={product} />
            {dailyPercent === undefined ? null : <ShareBar className="daily-bar" percent={dailyPercent} />}
          </span>{" "}
          <Ratio percent={product.profitRatioPercent} />
        </span>{" "}
        <DescriptionList className="facts facts-3" lines={useTerms(product, true)} />{" "}
        <span className="button button-quiet button-small product-action">
          {t(isOpen ? "Product.buy" : "Product.view")}
        </span>
      </ProductLink>{" "}
      {children}
    </article>
  );
}
