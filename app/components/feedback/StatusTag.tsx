import { useText } from "~/i18n/text";
import type { Product } from "~server/upstream/catalogue";

/** Shows the upstream's own text for a status, but replaces "On Sale" if nothing can be bought now. */
export function StatusTag({
  status,
  text,
  closed,
}: {
  status: Product["status"];
  text?: string | undefined;
  closed?: "notNow" | "soldOut" | undefined;
}) {
  const t = useText();
  const label = closed ? t(`Product.${closed}`) : (text ?? statusLabel(status, t));
  return <span className={`tag tag-${closed ?? status}`}>{label}</span>;
}

export function statusLabel(status: Product["status"], t: ReturnType<typeof useText>): string {
  return status === "unknown" ? t("common.missing") : t(`Product.${status}`);
}
