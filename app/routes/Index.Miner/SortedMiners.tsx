import { ButtonLink } from "~/components/layout/ButtonLink";
import { OmittedNotice } from "~/components/feedback/OmittedNotice";
import { StaleNote } from "~/components/feedback/StaleNote";
import { useText } from "~/i18n/text";
import type { SortedPage } from "./sorted.server";
import { AttributeList } from "~/components/product/Attributes";
import type { Place } from "~/components/product/InfiniteProductList";
import { ProductLink } from "~/components/product/ProductLink";
import type { Picture } from "~server/pictures/picture";
import type { Product } from "~server/upstream/catalogue";
import "~/styles/miner.css";

export const SORTED_PATH = "/Index/Miner?sort=available";

/** The address of one page of it. */
export const sortedPath = (page: number) => `${SORTED_PATH}&page=${page}`;

/** One page of the miners, those on sale first. */
export function SortedMiners({ sorted }: { sorted: SortedPage<Miner> }) {
  const t = useText();
  const { miners, page, pages, before, count, upstreamCount, omittedCount, asOf } = sorted;
  return (
    <>
      <StaleNote asOf={asOf} />
      {upstreamCount ? <p className="note">{t("Miner.notWhole", { count: upstreamCount, shown: count })}</p> : null}
      <OmittedNotice count={omittedCount} />
      <div className="cards">
        {miners.map((miner, index) => (
          <MinerCard key={miner.productId} miner={miner} id={`item-${before + index + 1}`} eager={index < 2} />
        ))}
      </div>
      <div className="list-end">
        <p className="soft small">{t("MarketSearch.shown", { from: before + 1, to: before + miners.length, count })}</p>
        {page < pages ? (
          <ButtonLink quiet href={sortedPath(page + 1)} rel="next">
            {t("MarketSearch.next")}
          </ButtonLink>
        ) : null}
        {page > 1 ? (
          <ButtonLink quiet href={sortedPath(page - 1)} rel="prev">
            {t("MarketSearch.previous")}
          </ButtonLink>
        ) : null}
      </div>
    </>
  );
}

/** The fields that a card of this list shows. */
export type Miner = Pick<Product, "productId" | "title" | "status" | "statusText" | "attributes"> & {
  thumbnail?: Picture | undefined;
};

/** A hosted miner in the list: title, status and distinguishing attributes. */
export function MinerCard({ miner, id, eager }: Place & { miner: Miner }) {
  return (
    <ProductLink
      screen="MinerProductDetail"
      product={miner}
      id={id}
      actions={<AttributeList attributes={miner.attributes} className="facts facts-3" />}
      eager={eager}
      large
    />
  );
}
