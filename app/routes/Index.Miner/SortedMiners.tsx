import { ButtonLink } from "~/components/ButtonLink";
import { OmittedNotice } from "~/components/OmittedNotice";
import { StaleNote } from "~/components/StaleNote";
import { useText } from "~/i18n/text";
import { MinerCard, type Miner } from "./MinerCard";
import type { SortedPage } from "./sorted.server";

export const SORTED_PATH = "/Index/Miner?sort=available";

/** The address of one page of it. */
export const sortedPath = (page: number) => `${SORTED_PATH}&page=${page}`;

/** One page of the miners, those on sale first. */
export function SortedMiners({ sorted }: { sorted: SortedPage<Miner> }) {
  const t = useText();
  const { miners, page, pages, before, count, upstreamCount, omittedCount, asOfMs } = sorted;
  return (
    <>
      <StaleNote asOfMs={asOfMs} />
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
