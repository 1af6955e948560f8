import { formatPayment } from "~/i18n/formats";
import { getText } from "~server/texts/text";
import type { Wording } from "~server/catalogue/names";
import type { Receipt } from "~server/purchase/receipt";

/** A warning if the order shows another amount (`charged`) than the buyer confirmed. */
export function otherAmountNote(
  { payAmount, paySymbol = "" }: Pick<Receipt, "payAmount" | "paySymbol">,
  charged: string | undefined,
  { locale, coinName }: Wording,
): string[] {
  if (charged === undefined) return [];
  const [order, confirmed] = [charged, payAmount].map((amount) => formatPayment(amount, coinName(paySymbol)));
  return [getText(locale)("Purchase.otherAmount", { order: order ?? "", confirmed: confirmed ?? "" })];
}
