import { ButtonLink } from "~/components/layout/ButtonLink";
import { useText } from "~/i18n/text";
import type { Selection } from "~server/orders/selection";
import { ordersPath } from "./orders-path";

/** The pages of the results, and links to the orders outside the window, labelled as such. */
export function FoundPages({
  wanted,
  page,
  hasFurther,
  skipped,
  older,
  newer,
}: {
  wanted: Selection;
  page: number;
  hasFurther: boolean;
  skipped: number;
  older?: number | undefined;
  newer?: number | undefined;
}) {
  const t = useText();
  const to = (number: number) => ordersPath({ ...wanted, page: number });
  if (!hasFurther && !skipped && older === undefined && newer === undefined) return null;
  return (
    <nav className="list-end" aria-label={t("Pagination.label")}>
      {hasFurther ? (
        <ButtonLink quiet href={to(page + 1)} rel="next">
          {t("MyOrder.furtherFound")}
        </ButtonLink>
      ) : null}
      {skipped ? (
        <ButtonLink quiet href={to(page - 1)} rel="prev">
          {t("MyOrder.earlierFound")}
        </ButtonLink>
      ) : null}
      {older === undefined ? null : (
        <ButtonLink quiet href={to(older)}>
          {t("MyOrder.lookOlder")}
        </ButtonLink>
      )}
      {newer === undefined ? null : (
        <ButtonLink quiet href={to(newer)}>
          {t("MyOrder.lookNewer")}
        </ButtonLink>
      )}
    </nav>
  );
}
