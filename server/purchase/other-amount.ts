import { formatPayment } from "~/i18n/formats";
import { getText } from "~server/texts/text";
import type { Wording } from "~server/catalogue/names";
import type { Receipt } from "~server/purchase/receipt";

/**
 * The warning on a receipt whose order shows another amount than the buyer confirmed.
 *
 * @param charged what the order shows, a decimal in the pay symbol; undefined where it shows the same
 * @returns one sentence, or none
 */
export function otherAmountNote(
  { payAmount, paySymbol = "" }: Pick<Receipt, "payAmount" | "paySymbol">,
  charged: string | undefined,
  { locale, coinName }: Wording,
): string[] {
  if (charged === undefined) return [];
  const [order, confirmed] = [charged, payAmount].map((amount) => formatPayment(amount, coinName(paySymbol)));
  return [getText(locale)("Purchase.otherAmount", { order: order ?? "", confirmed: confirmed ?? "" })];
}
