import { useText } from "~/i18n/text";
import { ButtonLink } from "~/components/layout/ButtonLink";
import { EmptyState } from "./EmptyState";

/** Shown for a page past the end of a list, with a link to the last page. Its status is 404. */
export function PageOutOfRange({ pages, last }: { pages: number; last: string }) {
  const t = useText();
  return (
    <EmptyState illustration="lost" title={t("Pagination.beyond")} text={t("Pagination.beyondText", { pages })}>
      <ButtonLink href={last}>{t("Pagination.toLast")}</ButtonLink>
    </EmptyState>
  );
}
