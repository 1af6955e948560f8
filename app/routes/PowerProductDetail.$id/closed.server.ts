import { getText } from "~/i18n/text.server";
import type { Locale } from "~server/i18n/locale";
import { quantityRange } from "~server/purchase/quantity";
import { saleRule, stockRule } from "~server/purchase/rules";
import type { Product } from "~server/upstream/catalogue";

/** Why a product cannot be bought now, in the visitor's language: most pages need no such text. */
export interface Closed {
  text: string;
  /** The label of the disabled button, if it is not the status. */
  label: "soldOut" | "buy";
  /** The visitor must check the orders before anything else. */
  ordersFirst?: true;
  /** The label of a link to other products on sale, if it is the product that cannot be bought. */
  lead?: string;
}

/**
 * Why a product cannot be bought, if it cannot (behaviour 2.27, 4.12).
 *
 * @param store `unreadable`: whether the visitor's quote was paid is unknown; `noStore`: without the store nothing can
 *   be bought
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
