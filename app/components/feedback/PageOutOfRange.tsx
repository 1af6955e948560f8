import { useText } from "~/i18n/text";
import { ButtonLink } from "~/components/layout/ButtonLink";
import { EmptyState } from "./EmptyState";

export function PageOutOfRange({ pages, last }: { pages: number; last: string }) {
  const t = useText();
  return (
    <EmptyState illustration="lost" title={t("Pagination.beyond")} text={t("Pagination.beyondText", { pages })}>
      <ButtonLink href={last}>{t("Pagination.toLast")}</ButtonLink>
    </EmptyState>
  );
}
