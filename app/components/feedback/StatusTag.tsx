import { useText } from "~/i18n/text";
import type { Product } from "~server/upstream/catalogue";

/**
 * The status of a product as text and colour; the upstream's own words win (behaviour 4.13). Where it cannot be bought
 * now, that replaces "On Sale".
 */
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

/** The label of a status; one that was not sent is shown as missing. */
export function statusLabel(status: Product["status"], t: ReturnType<typeof useText>): string {
  return status === "unknown" ? t("common.missing") : t(`Product.${status}`);
}
