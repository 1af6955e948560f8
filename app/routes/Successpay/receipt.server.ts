import { formatTime } from "~/i18n/formats";
import { orderPath } from "~/components/account/encoded-paths";
import { otherAmountNote } from "~server/purchase/other-amount";
import { getText } from "~server/texts/text";
import { coinNames, planTitles } from "~server/catalogue/names";
import type { Locale } from "~server/i18n/locale";
import { otherAmount, ownOrderNum } from "~server/purchase/own-orders";
import { readReceipt, receiptAgrees, type Receipt } from "~server/purchase/receipt";
import type { Session } from "~server/session/session";

const AMOUNTS = ["tokenAmount", "payAmount", "paySymbol"] as const;

/** A receipt as it is shown. */
export interface ShownReceipt extends Pick<Receipt, "title" | "tokenAmount" | "payAmount"> {
  /** The name of the coin that paid. */
  coin?: string | undefined;
  /** When it was made, formatted. */
  time: string;
  /** Undefined where it is not known which order the purchase made. */
  orderNum?: string | undefined;
  /** That the order shows another amount; no line where it shows the same. */
  warning: string[];
  /** The way to that order's page. */
  toOrder?: { href: string; label: string } | undefined;
}

/**
 * The receipt of the purchase just made, if the address has no amounts or the same ones (behaviour 2.44, 2.56): the
 * receipt is signed, and an address without amounts claims nothing.
 */
export async function readShownReceipt(
  request: Request,
  session: Session,
  query: URLSearchParams,
  locale: Locale,
): Promise<ShownReceipt | null> {
  const receipt = await readReceipt(request, session.id);
  const isBare = !AMOUNTS.some((name) => query.has(name));
  if (!receipt || !(isBare || receiptAgrees(receipt, query))) return null;
  const { tokenAmount, payAmount, atMs } = receipt;
  const [orderNum, coinName, planTitle] = await Promise.all([
    ownOrderNum(session, receipt.id),
    coinNames(locale),
    planTitles(locale),
  ]);
  const [title, coin] = [planTitle(receipt.productId, receipt.title), coinName(receipt.paySymbol)];
  const href = orderNum === undefined ? undefined : orderPath(orderNum);
  const toOrder = href === undefined ? undefined : { href, label: getText(locale)("Purchase.toOrder") };
  const warning = otherAmountNote(receipt, await otherAmount(receipt.id), { locale, coinName });
  return { title, tokenAmount, payAmount, coin, time: formatTime(atMs, locale), orderNum, warning, toOrder };
}
