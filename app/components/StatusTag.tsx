import { useText } from "~/i18n/text";
import type { Product } from "~server/upstream/catalogue";

/** The status of a product as text and colour; the platform's own words win (behaviour 4.13). */
export function StatusTag({ status, text }: { status: Product["status"]; text?: string | undefined }) {
  const t = useText();
  return <span className={`tag tag-${status}`}>{text ?? statusLabel(status, t)}</span>;
}

/** The label of a status; one that was not sent is shown as missing (behaviour 3.21). */
export function statusLabel(status: Product["status"], t: ReturnType<typeof useText>): string {
  return status === "unknown" ? t("common.missing") : t(`Product.${status}`);
}
