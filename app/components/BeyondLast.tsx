import { useText } from "~/i18n/text";
import { ButtonLink } from "./ButtonLink";
import { EmptyState } from "./EmptyState";

/** A page of a list that there is not: says so, and leads to the last one (behaviour 2.22). Its answer is 404. */
export function BeyondLast({ pages, last }: { pages: number; last: string }) {
  const t = useText();
  return (
    <EmptyState illustration="empty" title={t("Pages.beyond")} text={t("Pages.beyondText", { pages })}>
      <ButtonLink href={last}>{t("Pages.toLast")}</ButtonLink>
    </EmptyState>
  );
}
