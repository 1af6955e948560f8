import { ButtonLink } from "~/components/ButtonLink";
import { EmptyState } from "~/components/EmptyState";
import { useText } from "~/i18n/text";

/** The empty state: how to place the first order, and where to begin. */
export function NoOrders() {
  const t = useText();
  return (
    <EmptyState illustration="empty" title={t("MyOrder.empty")} text={t("MyOrder.emptyText")}>
      <ButtonLink href="/Index/Power">{t("MyOrder.toMarket")}</ButtonLink>
      <ButtonLink quiet href="/Assets">
        {t("MyOrder.toAssets")}
      </ButtonLink>
    </EmptyState>
  );
}
