import { useText } from "~/i18n/text";
import type { Product } from "~server/upstream/catalogue";

/** The status of a product as text and colour; the platform's own words win (behaviour 4.13). */
export function StatusTag({ status, text }: { status: Product["status"]; text?: string | undefined }) {
  const t = useText();
  return <span className={`tag tag-${status}`}>{text ?? t(`Product.${status}`)}</span>;
}
