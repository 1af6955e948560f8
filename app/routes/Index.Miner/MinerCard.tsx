import { AttributeList } from "~/components/Attributes";
import type { Place } from "~/components/InfiniteProductList";
import { ProductLink } from "~/components/ProductLink";
import type { Picture } from "~server/pictures/picture";
import type { Product } from "~server/upstream/catalogue";
import "~/styles/miner.css";

/** The fields that a card of this list shows. */
export type Miner = Pick<Product, "productId" | "title" | "status" | "statusText" | "attributes"> & {
  thumbnail?: Picture | undefined;
};

/** A hosted miner in the list: what it is, its status, and the attributes that distinguish it. */
export function MinerCard({ miner, id, eager }: Place & { miner: Miner }) {
  return (
    <article className="card product" id={id}>
      <ProductLink screen="MinerProductDetail" product={miner} eager={eager} large />
      <AttributeList attributes={miner.attributes} className="facts facts-3" />
    </article>
  );
}
