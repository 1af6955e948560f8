import type { Wording } from "~server/catalogue/names";
import type { Locale } from "~server/i18n/locale";
import { digest } from "~server/crypto/digest";
import { balanceAfter, payAmount } from "~server/purchase/amount";
import type { Quote } from "~server/purchase/quote";
import { depositPath, quantityPath, stepPath } from "~server/purchase/steps";
import { withReturnTo } from "~server/session/redirects";
import { describeChanges } from "./messages.server";
import { getText } from "~server/texts/text";
import { stopMessage, type PurchaseStop } from "~server/purchase/purchase-switch";
import { quantityRange, type Quick } from "~server/purchase/quantity";
import { listingRule, type Listing } from "~server/catalogue/listing";
import { saleRule, stockRule, closedOf } from "~server/purchase/rules";
import type { Product } from "~server/upstream/catalogue";
import type { useLoaderData } from "@remix-run/react";
import { newAttributes } from "~/components/product/Attributes";
import { picturesOf } from "~/components/product/Gallery";
import { statusLabel } from "~/components/feedback/StatusTag";
import { publicHead, type PublicHead } from "~server/documents/public-head";
import { pictureFor, pictureUrl } from "~server/pictures/picture";
import { formatDay, formatDecimal, formatMonth, formatPayment } from "~/i18n/formats";
import { env } from "~server/env";
import { backFactor } from "~server/purchase/estimate";
import { cycleDays, termsOf } from "~server/purchase/terms";
import { DAY_MS } from "~server/i18n/locale";

/** The payment to confirm; every amount is from the signed quote. Decimals as text, in `coin`. */
export interface Offer {
  quantity: string;
  /** The name of the coin that pays. */
  coin: string;
  payment: string;
  /** Undefined where it cannot be read now; nothing can be paid then. */
  balance?: string | undefined;
  /** Quantity and price, and quantity and payment, as they are shown. */
  cost: string;
  order: string;
  /** Balance and ratio: the value as it is shown, and its meaning. */
  facts: readonly { name: string; value?: string | undefined; note?: string }[];
  /** The visitor's anti-phishing code, as a line of `<DescriptionList>` if there is one. */
  antiPhishingCode: readonly (readonly [label: string, code: string])[];
  /** The terms that have changed since the buyer confirmed them: sentences in the visitor's language. */
  changes?: string[] | undefined;
  /** The confirmation, and the sheet for the code of just this. */
  confirmPath: string;
  codePath: string;
  /** Where the pay symbol is deposited, and the way back to the quantity. */
  depositPath: string;
}

/** A quote as the confirmation shows it, with the balance if it is known. */
export function offerOf(
  quote: Quote,
  words: Wording,
  {
    balance,
    precision,
    antiPhishingCode,
  }: Pick<Offer, "balance" | "antiPhishingCode"> & {
    /** Decimals of the balance; the payment is exact. */
    precision: number;
  },
): Offer {
  const t = getText(words.locale);
  const { productId, quantity, price } = quote;
  const coin = words.coinName(quote.paySymbol ?? "");
  const payment = payAmount(quantity, price);
  const rounded = (amount: string) => `${formatDecimal(amount, precision)}\u00a0${coin}`;
  const exact = (amount: string) => formatPayment(amount, coin);
  const terabytes = formatDecimal(quantity, 2);
  const ratio = quote.terms?.profitRatioPercent;
  const period = env().PROFIT_RATIO_PERIOD;
  const note = t("Product.ratioNote", { period: t(period ? `Product.per_${period}` : "Product.noPeriod") });
  return {
    ...{ quantity, coin, payment, balance, antiPhishingCode },
    cost: t("Purchase.confirmCost", { quantity: terabytes, price: exact(price) }),
    order: `${t("common.terabytes", { value: terabytes })} · ${exact(payment)}`,
    facts: [
      { name: t("Purchase.confirmBefore"), value: balance && rounded(balance) },
      { name: t("Purchase.confirmAfter"), value: balance && rounded(balanceAfter(balance, payment)) },
      { name: t("Product.ratio"), value: ratio && t("common.percent", { value: ratio }), note },
    ],
    changes: describeChanges(quote, words),
    depositPath: withReturnTo(depositPath(quote.paySymbol), quantityPath(productId, quantity)),
    confirmPath: stepPath(productId, "confirm", { buyAmount: quantity }),
    codePath: stepPath(productId, "code", { buyAmount: quantity, ...confirmedQuery(quote) }),
  };
}

const DIGEST_LENGTH = 8;

/** The query of the code sheet, which identifies the confirmed offer; the same for each quote of the same offer. */
function confirmedQuery({ quantity, price, paySymbol, terms = {} }: Quote): Record<"payAmount" | "terms", string> {
  const { miningCycleDays, serviceRatePercent, incomeType, profitRatioPercent } = terms;
  const bound = [quantity, price, paySymbol, miningCycleDays, serviceRatePercent, incomeType, profitRatioPercent];
  return { payAmount: payAmount(quantity, price), terms: digest("terms", JSON.stringify(bound), DIGEST_LENGTH) };
}

/**
 * Whether an address of the code sheet was made for another offer than that of the visitor's quote: another tab may
 * have requested another quote since (decision 0031).
 */
export function isOtherOffer(query: URLSearchParams, quote: Quote): boolean {
  return query.has("payAmount") && Object.entries(confirmedQuery(quote)).some(([name, of]) => query.get(name) !== of);
}

/** Why a product cannot be bought now, in the visitor's language: most pages need no such text. */
export interface Closed {
  role: "status" | "alert";
  text: string;
  /** Further sentences. */
  more?: readonly string[] | undefined;
  /** The label of a link to other products on sale, if it is the product that cannot be bought. */
  lead?: string;
  /** The label of the button in the place of Buy: a link, or disabled. */
  label: string;
  href?: string;
  /** The visitor must check the orders before anything else. */
  ordersFirst?: true;
}

/**
 * Why a product cannot be bought, if it cannot (behaviour 2.27, 4.12).
 *
 * @param listing only what the list of power products names is sold
 * @param store `ledgerUnavailable`: whether the visitor's quote was paid is unknown; `noStore`: without the store nothing can
 *   be bought
 * @param stop the operator has stopped purchases
 * @param doubt the message about a quote whose payment is in doubt
 * @param blocked the message about an earlier purchase whose outcome is unknown
 */
export function closedFor(
  product: Product,
  {
    listing,
    store,
    stop,
    doubt,
    blocked,
  }: {
    listing: Listing;
    store?: "ledgerUnavailable" | "noStore" | undefined;
    stop?: PurchaseStop | null;
    doubt?: readonly string[] | undefined;
    blocked?: string | undefined;
  },
  locale: Locale,
): Closed | undefined {
  const t = getText(locale);
  const { productId, status, statusText } = product;
  const role = "status";
  const label = status === "onsale" ? t("PowerProductDetail.buy") : (statusText ?? statusLabel(status, t));
  if (store === "ledgerUnavailable") {
    const text = t("errors.ledgerUnavailable");
    const orders = { label: t("PowerProductDetail.toOrders"), href: "/MyOrder", ordersFirst: true } as const;
    return { role, text, more: doubt, ...orders };
  }
  // Who waits for an outcome still finds the way to it.
  if (stop && blocked === undefined) {
    const { key, values } = stopMessage(stop, locale);
    return { role, text: t(key, values), label };
  }
  const lead = t("Purchase.toMarket");
  if (status === "ended" || status === "presale") return { role, text: t(`Purchase.${status}`), label, lead };
  if (saleRule(product)) return { role, text: t("errors.notForSale"), label, lead };
  if (stockRule(product) || !quantityRange(product))
    return { role, text: t("errors.outOfStock"), label: status === "onsale" ? t("Product.soldOut") : label, lead };
  // Who waits for an outcome still finds the way to it.
  const unlisted = blocked === undefined && listingRule(listing);
  if (unlisted) return { role, text: t(unlisted.message.key), label, lead };
  if (store) return { role, text: t("errors.buyingUnavailable"), label };
  if (blocked === undefined) return undefined;
  const outcome = { label: t("Purchase.blockedLink"), href: stepPath(productId, "outcomeUnknown") };
  return { role: "alert", text: blocked, ...outcome };
}

/** The displayed fields of a product; other fields are not sent to the browser. */
export function shownProduct(product: Product, { locale, coinName }: Wording) {
  const { productId, title, status, statusText, price, paySymbol, maxBuy } = product;
  const { miningCycleDays, serviceRatePercent, incomeType, profitRatioPercent } = product;
  const { costPerDay, endMonth } = termsOf(product);
  return {
    ...{ productId, title, status, statusText, price, coin: coinName(paySymbol), maxBuy },
    ...{ miningCycleDays, serviceRatePercent, incomeType, profitRatioPercent, costPerDay },
    endMonth: endMonth && formatMonth(endMonth, locale),
    closed: closedOf(product),
    /** What comes back of 1 paid, a decimal; null where the operator or the upstream does not say enough. */
    backFactor: backFactor(product, { period: env().PROFIT_RATIO_PERIOD, meaning: env().PROFIT_RATIO_MEANING }),
    cycle: cycleOf(product, locale),
    limits: limits(product, getText(locale)),
    pictures: picturesOf(product).flatMap((address) => pictureFor("gallery", address) ?? []),
    // All attributes that the upstream sends, each once.
    attributes: newAttributes([...product.otherAttrs, ...product.attributes, ...product.otherAttributes]),
  };
}

/** The least and the most of one purchase; a limit that was not sent is omitted. */
function limits({ minBuy, maxBuy }: Pick<Product, "minBuy" | "maxBuy">, t: ReturnType<typeof getText>) {
  const min = minBuy && formatDecimal(minBuy);
  const max = maxBuy && formatDecimal(maxBuy);
  if (min && max) return t("Product.limitsRange", { min, max });
  if (min) return t("Product.limitsFrom", { min });
  return max ? t("Product.limitsTo", { max }) : undefined;
}

/** Narrower than this, in percent of the bar, the days of a settlement would not be seen. */
const SETTLEMENT_MIN_PERCENT = 2;

/** The cycle as a bar: what is written below it, and how much of it are the days of the last settlement, in percent. */
function cycleOf(product: Product, locale: Locale): { text: string; settlementPercent: number } | undefined {
  const cycle = cycleDays(product)?.toNumber();
  if (cycle === undefined || product.status !== "onsale") return undefined;
  const t = getText(locale);
  const { incomeType } = product;
  const end = t("Purchase.cycleEnd", { day: formatDay(Date.now() + cycle * DAY_MS, locale) });
  const settlement = incomeType === undefined ? "" : t("Purchase.cycleSettled", { value: incomeType });
  const days = /^\d{1,3}$/.test(incomeType ?? "") ? Number(incomeType) : 0;
  const percent = Math.max((days / (cycle + days)) * 100, days && SETTLEMENT_MIN_PERCENT);
  return { text: end + settlement, settlementPercent: Math.round(percent * 100) / 100 };
}

/** A product as the page and its sheets are given it. */
export type ShownProduct = ReturnType<typeof useLoaderData<typeof shownProduct>>;

/** The tags of a product page for search engines. */
export function productHead(locale: Locale, path: string, product: Product): PublicHead {
  const description = { text: getText(locale)("PowerProductDetail.description", { title: product.title }) };
  const head = publicHead(locale, path, description, pictureUrl("share", picturesOf(product)[0]));
  return { ...head, about: { type: "Product" as const, name: product.title } };
}

/** A quantity that one press chooses: in terabytes, as its link is written, and as it is read out. */
export interface QuickLink {
  quantity: string;
  text: string;
  label: string;
}

/** The quantities beside the stepper; a single one is no choice. */
export function quickLinks({ amounts, most }: Quick, locale: Locale): QuickLink[] {
  const t = getText(locale);
  const link = (quantity: string, name: "choose" | "chooseMost") => {
    const text = formatDecimal(quantity, 2);
    return { quantity, text, label: t(`Purchase.${name}`, { quantity: text }) };
  };
  const links = amounts.map((quantity) => link(quantity, "choose"));
  if (most !== undefined) links.push({ ...link(most, "chooseMost"), text: t("Purchase.most") });
  return links.length < 2 ? [] : links;
}
