import type { useLoaderData } from "@remix-run/react";
import { formatDay, formatDecimal, formatPayment, formatTime } from "~/i18n/formats";
import { orderPath } from "~/components/account/encoded-paths";
import { otherAmountNote } from "~server/purchase/other-amount";
import { getText } from "~server/texts/text";
import { coinNames, planTitles } from "~server/catalogue/names";
import type { Locale } from "~server/i18n/locale";
import { otherAmount, ownOrderNum } from "~server/purchase/own-orders";
import { receiptAgrees, type Receipt } from "~server/purchase/receipt";
import { earliestEndMs } from "~server/orders/displayed-order";
import { dealTerms } from "~server/purchase/estimate";
import type { Session } from "~server/session/session";

const AMOUNTS = ["tokenAmount", "payAmount", "paySymbol"] as const;

/** Returns the signed receipt of the latest purchase, unless the address has other amounts (behaviour 2.44). */
export async function readShownReceipt(
  receipt: Receipt | null,
  session: Session,
  query: URLSearchParams,
  locale: Locale,
) {
  const isBare = !AMOUNTS.some((name) => query.has(name));
  if (!receipt || !(isBare || receiptAgrees(receipt, query))) return null;
  const { tokenAmount, payAmount, atMs } = receipt;
  const t = getText(locale);
  const [orderNum, coinName, planTitle] = await Promise.all([
    ownOrderNum(session, receipt.id),
    coinNames(locale),
    planTitles(locale),
  ]);
  const coin = coinName(receipt.paySymbol) ?? t("common.missing");
  const quantity = t("common.terabytes", { value: formatDecimal(tokenAmount, 2) });
  const href = orderNum === undefined ? undefined : orderPath(orderNum);
  const endMs = earliestEndMs({ ...receipt.terms, orderTimeMs: atMs });
  return {
    paid: t("Successpay.paid", { payment: formatPayment(payAmount, coin) }),
    what: [quantity, planTitle(receipt.productId, receipt.title)],
    terms: dealTerms(receipt.terms ?? {}),
    payAmount,
    coin,
    until: endMs === undefined ? undefined : t("Product.until", { day: formatDay(endMs, locale) }),
    time: formatTime(atMs, locale),
    orderNum,
    warning: otherAmountNote(receipt, await otherAmount(receipt.id), { locale, coinName }),
    toOrder: href ? { href, label: t("Purchase.toOrder") } : { href: "/MyOrder", label: t("Successpay.toOrders") },
  };
}

export type ShownReceipt = NonNullable<ReturnType<typeof useLoaderData<typeof readShownReceipt>>>;
