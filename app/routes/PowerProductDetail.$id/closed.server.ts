import { getText } from "~/i18n/text.server";
import type { Locale } from "~server/i18n/locale";
import { quantityRange } from "~server/purchase/quantity";
import { saleRule, stockRule } from "~server/purchase/rules";
import type { Product } from "~server/upstream/catalogue";

/** Why nothing of a product can be bought at this moment, in the visitor's language: most pages need no such text. */
export interface Closed {
  text: string;
  /** What the button shows that does nothing, where it is not the status. */
  label: "soldOut" | "buy";
  /** The visitor's own orders have to be looked at before anything else. */
  ordersFirst?: true;
  /** The words of a link to what else is on sale, where it is the product that cannot be bought. */
  lead?: string;
}

/**
 * What closes a product, if anything does (behaviour 2.27, 4.12).
 *
 * @param store `unreadable`: nobody knows whether the visitor's quote was paid; `noStore`: nothing can be bought
 *   without its memory
 */
export function closedFor(
  product: Product,
  store: "unreadable" | "noStore" | undefined,
  locale: Locale,
): Closed | undefined {
  const t = getText(locale);
  if (store === "unreadable") return { text: t("errors.ledgerUnavailable"), label: "buy", ordersFirst: true };
  const lead = t("Purchase.toMarket");
  const { status } = product;
  if (status === "ended" || status === "presale") return { text: t(`Purchase.${status}`), label: "buy", lead };
  if (saleRule(product)) return { text: t("errors.notForSale"), label: "buy", lead };
  if (stockRule(product) || !quantityRange(product)) return { text: t("errors.outOfStock"), label: "soldOut", lead };
  return store && { text: t("errors.buyingUnavailable"), label: "buy" };
}
