import { useText } from "~/i18n/text";
import { QuietLink } from "./ButtonLink";

export function Pagination({
  path,
  query = {},
  page,
  pages,
  more,
}: {
  path: string;
  query?: Record<string, string>;
  page: number;
  pages: number;
  more: boolean;
}) {
  const t = useText();
  const to = (number: number) => `${path}?${new URLSearchParams({ ...query, page: String(number) }).toString()}`;
  return (
    <nav className="list-end stack center" aria-label={t("Pagination.label")}>
      <p className="soft small">
        {more ? t("Pagination.page", { page, pages: Math.max(pages, page + 1) }) : t("Pagination.noMore")}
      </p>
      {more ? (
        <QuietLink href={to(page + 1)} rel="next">
          {t("Pagination.older")}
        </QuietLink>
      ) : null}
      {page > 1 ? (
        <QuietLink href={to(Math.max(1, Math.min(page - 1, pages)))} rel="prev">
          {t("Pagination.newer")}
        </QuietLink>
      ) : null}
    </nav>
  );
}
