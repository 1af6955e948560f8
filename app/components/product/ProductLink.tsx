import type { ReactNode } from "react";
import type { Picture } from "~server/pictures/picture";
import type { Product } from "~server/upstream/catalogue";
import { StatusTag } from "~/components/feedback/StatusTag";

export function ProductLink({
  screen,
  product,
  id,
  actions,
  large,
  eager,
  heading: Heading = "h2",
  children,
}: {
  screen: "PowerProductDetail" | "MinerProductDetail";
  product: Pick<Product, "productId" | "title" | "status" | "statusText"> & {
    thumbnail?: Picture | undefined;
    /** The reason why the product cannot be bought now, unless its status says so. */
    closed?: "notNow" | "soldOut" | undefined;
  };
  id?: string | undefined;
  actions?: ReactNode;
  large?: boolean;
  eager?: boolean | undefined;
  heading?: "h2" | "h3" | undefined;
  children?: ReactNode;
}) {
  const side = large ? "96" : "64";
  const link = (
    <a
      className={actions ? "product-link block" : "card product product-link block"}
      id={actions ? undefined : id}
      href={`/${screen}/${encodeURIComponent(product.productId)}`}
    >
      <div className={large ? "product-head row product-head-large" : "product-head row"}>
        {product.thumbnail ? (
          <img {...product.thumbnail} alt="" width={side} height={side} loading={eager ? undefined : "lazy"} />
        ) : null}
        <Heading className="product-title grow">{product.title}</Heading>{" "}
        <StatusTag status={product.status} text={product.statusText} closed={product.closed} />
      </div>{" "}
      {children}
    </a>
  );
  if (!actions) return link;
  return (
    <article className="card product" id={id}>
      {link} {actions}
    </article>
  );
}
