import { formatDecimal, formatPayment } from "~/i18n/formats";
import { getText } from "~server/texts/text";
import type { Wording } from "~server/catalogue/names";
import type { Receipt } from "~server/purchase/receipt";
import type { OrderAmounts } from "./own-orders";

/** Describes a purchase, such as "3 T for 46.5 USDT". */
export function named(
  { tokenAmount, payAmount: paid, paySymbol = "" }: Partial<Receipt>,
  { locale, coinName }: Wording,
): string {
  const payment = formatPayment(paid ?? "", coinName(paySymbol));
  return getText(locale)("Purchase.amount", { quantity: formatDecimal(tokenAmount ?? ""), payment });
}

/** Warns if the order shows something else (`charged`) than the buyer confirmed; [] if it shows the same. */
export function otherAmountNote(receipt: Receipt, charged: OrderAmounts | undefined, words: Wording): string[] {
  if (charged === undefined) return [];
  return [
    getText(words.locale)("Purchase.otherAmount", { order: named(charged, words), confirmed: named(receipt, words) }),
  ];
}
