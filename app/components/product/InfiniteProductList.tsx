import type { ReactNode } from "react";
import type { TextKey } from "~server/texts/catalogue";
import { useText } from "~/i18n/text";
import "~/styles/skeleton.css";
import { ButtonLink, QuietLink } from "~/components/layout/ButtonLink";
import { EmptyState, type Illustration } from "~/components/feedback/EmptyState";
import { OmittedNotice } from "~/components/feedback/OmittedNotice";
import { useHydrated } from "~/components/layout/hydrated";
import { itemId, pagePath, useInfiniteList } from "./infinite-list";
import type { ShownPages } from "./infinite-list.server";
import { StaleNote } from "~/components/feedback/StaleNote";
import { Unavailable } from "~/components/feedback/Unavailable";

const NO_PRODUCTS: Illustration = [
  "M22 82h76M34 60h52v8H34zM42 68h36v8H42zM51 52c0-13 3-22 9-22s9 9 9 22",
  "M36 52a24 24 0 0 1 48 0",
];

const EAGER_CARDS = 3;

/** Props for a card: the id that `?page=n#item-…` leads to, and whether the picture loads eagerly. */
export interface Place {
  id: string;
  eager: boolean;
}

interface EndlessProps<Shown> {
  path: string;
  empty: { title: string; text: string; instead: readonly [path: string, name: TextKey] };
  card: (product: Shown, place: Place) => ReactNode;
  /** True inside the form that chooses products: a button then replaces the link for more, to send the ticks. */
  isInForm?: boolean;
}

export function InfiniteProductList<Shown extends { productId: string }>({
  list,
  failure,
  ...props
}: EndlessProps<Shown> & {
  list?: ShownPages<Shown> | undefined;
  failure?: string | undefined;
}) {
  const t = useText();
  if (!list) {
    return <Unavailable title={t("Index.listUnavailable")} failure={failure} note={t("Index.listUnavailableText")} />;
  }
  if (!list.count && list.page === 1) return <NothingOnOffer {...props.empty} />;
  return <GrowingList first={list} {...props} />;
}

function NothingOnOffer({ title, text, instead: [path, name] }: EndlessProps<never>["empty"]) {
  const t = useText();
  return (
    <EmptyState illustration={NO_PRODUCTS} title={title} text={text}>
      <ButtonLink href={path}>{t(name)}</ButtonLink>
      <QuietLink href="/Notice">{t("Index.toNotices")}</QuietLink>
    </EmptyState>
  );
}

/** Placeholders for cards that are loading; the foot of the list announces that. */
function Skeletons({ count }: { count: number }) {
  return Array.from({ length: count }, (_, each) => (
    <div key={each} className="card skeleton" aria-hidden="true" ref={makeAsHigh} />
  ));
}

/** Makes a placeholder as high as the element before it; a guess would differ with width and language. */
function makeAsHigh(skeleton: HTMLElement | null): void {
  const before = skeleton?.previousElementSibling as HTMLElement | null | undefined;
  // Only the first placeholder measures, because each measurement lays out the page.
  if (skeleton && before) skeleton.style.minHeight = before.style.minHeight || `${before.offsetHeight}px`;
}

function GrowingList<Shown extends { productId: string }>({
  first,
  path,
  card,
  isInForm = false,
}: EndlessProps<Shown> & { first: ShownPages<Shown> }) {
  const t = useText();
  const isHydrated = useHydrated();
  const { list, sentinel, loading, failed, loadByButton } = useInfiniteList(path, first);
  const { products, first: begin, before, page, count, more, omittedCount } = list;
  const state = loading
    ? t("Index.listLoading")
    : failed
      ? t("Index.listUnavailable")
      : more
        ? t("Index.listShown", { shown: before + products.length, count })
        : t("Index.listEnd");
  return (
    <>
      <StaleNote asOf={list.asOf} />
      <OmittedNotice count={omittedCount} />
      {begin > 1 ? (
        <p>
          <a href={pagePath(path, begin - 1)}>{t("Index.listBefore")}</a>
        </p>
      ) : null}
      <div className="cards stack" aria-busy={loading || undefined}>
        {products.map((product, index) =>
          card(product, { id: itemId(before + index + 1), eager: index < EAGER_CARDS }),
        )}
        {loading ? (
          <Skeletons count={Math.min(products.length / (page - begin + 1), count - before - products.length)} />
        ) : null}
      </div>
      <div className="list-end stack center" ref={sentinel}>
        {/* `aria-busy` is on the list, because nothing inside a busy element is announced. */}
        <p className="soft small" role="status">
          {state}
        </p>
        {more && !loading ? (
          <a
            className="button button-quiet"
            href={`${pagePath(path, page + 1)}#${itemId(before + products.length + 1)}`}
            onClick={loadByButton}
          >
            {t("Index.listMore")}
          </a>
        ) : null}{" "}
        {isInForm && page > 1 ? <input type="hidden" name="page" value={page} /> : null}
        {isInForm && more && !isHydrated ? (
          <button className="button button-quiet takes-ticks" type="submit" name="to" value={page + 1}>
            {t("Index.listMore")}
          </button>
        ) : null}
      </div>
    </>
  );
}
