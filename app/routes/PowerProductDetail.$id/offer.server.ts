import type { Wording } from "~server/catalogue/names";
import type { Locale } from "~server/i18n/locale";
import { balanceAfter, payAmount } from "~server/purchase/amount";
import { confirmedQuery, type Quote } from "~server/purchase/quote";
import { depositPath, quantityPath, stepPath } from "~server/purchase/steps";
import { withReturnTo } from "~server/session/redirects";
import { getText } from "~server/texts/text";
import { stopMessage, type PurchaseStop } from "~server/purchase/purchase-switch";
import { quantityRange, type Quick } from "~server/purchase/quantity";
import { listingRule, type Listing } from "~server/catalogue/listing";
import { displayedFields } from "~server/catalogue/products";
import { saleRule, stockRule } from "~server/purchase/rules";
import type { Product } from "~server/upstream/catalogue";
import type { useLoaderData } from "@remix-run/react";
import { newAttributes } from "~/components/product/Attributes";
import { picturesOf } from "~/components/product/Gallery";
import { settlementText } from "~/components/product/product-terms";
import { statusLabel } from "~/components/feedback/StatusTag";
import { publicHead, type PublicHead } from "~server/documents/public-head";
import { pictureFor, pictureUrl } from "~server/pictures/picture";
import { formatDay, formatDecimal, formatPayment } from "~/i18n/formats";
import { ratioSense } from "~server/env";
import { backFactor } from "~server/purchase/estimate";
import { changedTerms, cycleDays, termsByName, type QuotedTerm, type QuotedTerms } from "~server/purchase/terms";
import { canStorePurchases } from "~server/store/health";
import type { QuoteStatus } from "~server/purchase/quote-status";
import type { Buyer } from "~server/purchase/buyer";
import type { Session } from "~server/session/session";
import { readMessage } from "~/i18n/text";
import { DAY_MS } from "~server/i18n/locale";
import type { TextKey } from "~server/texts/catalogue";
import { nextStep, type NextStep, type Range } from "~/components/product/amounts";
import type { Rounding } from "~/components/form/decimal-text";

/** The quoted terms as texts in the visitor's language. Every amount is from the signed quote. */
export interface Offer {
  coin: string;
  payment: string;
  cost: string;
  balances?: { before: string; after: string } | undefined;
  antiPhishingCode: readonly (readonly [label: string, code: string])[];
  changes?: string[] | undefined;
  next: NextStep;
  quantityPath: string;
  confirmPath: string;
  codePath: string;
  depositPath: string;
}

export function offerOf(
  quote: Quote,
  words: Wording,
  funds: Funds,
  antiPhishingCode: Offer["antiPhishingCode"],
): Offer {
  const t = getText(words.locale);
  const { productId, quantity, price } = quote;
  const { balance } = funds;
  const coin = words.coinName(quote.paySymbol ?? "");
  const payment = payAmount(quantity, price);
  const rounded = (amount: string) => formatDecimal(amount, funds.precision);
  const exact = (amount: string) => formatPayment(amount, coin);
  const terabytes = formatDecimal(quantity, 2);
  return {
    coin,
    payment,
    antiPhishingCode,
    cost: t("Purchase.confirmCost", { quantity: terabytes, price: exact(price) }),
    balances: balance ? { before: rounded(balance), after: rounded(balanceAfter(balance, payment)) } : undefined,
    changes: describeChanges(quote, words),
    next: nextStep(funds, payment),
    depositPath: withReturnTo(depositPath(quote.paySymbol), quantityPath(productId, quantity)),
    quantityPath: quantityPath(productId, quantity),
    confirmPath: stepPath(productId, "confirm", { buyAmount: quantity }),
    codePath: stepPath(productId, "code", { buyAmount: quantity, ...confirmedQuery(quote) }),
  };
}

const TERMS: Readonly<Record<QuotedTerm, readonly [name: TextKey, value?: TextKey]>> = {
  price: ["Product.price"],
  paySymbol: ["Product.paySymbol"],
  miningCycleDays: ["Product.cycle", "common.days"],
  serviceRatePercent: ["Product.serviceRate", "common.percent"],
  incomeType: ["Product.settlement"],
  profitRatioPercent: ["Product.ratio", "common.percent"],
};

/** @returns sentences with the old and the new value of each term; undefined if nothing has changed */
function describeChanges(quote: Quote, { locale, coinName }: Wording): string[] | undefined {
  const { replaces: before } = quote;
  if (!before) return undefined;
  const t = getText(locale);
  const message = (terms: QuotedTerms, name: QuotedTerm) => {
    const sent = termsByName(terms)[name];
    const [, value] = TERMS[name];
    if (sent === undefined) return t("common.missing");
    if (name === "price") return formatPayment(sent, coinName(terms.paySymbol ?? ""));
    if (name === "paySymbol") return coinName(sent);
    if (name === "incomeType") return settlementText(sent, t) ?? sent;
    return value ? t(value, { value: sent }) : sent;
  };
  return [
    t("Purchase.termsChanged"),
    ...changedTerms(before, quote).map((name) =>
      t("Purchase.change", { name: t(TERMS[name][0]), before: message(before, name), now: message(quote, name) }),
    ),
  ];
}

export interface Funds {
  signedIn: boolean;
  /** The balance as a decimal in the pay symbol. */
  balance?: string | undefined;
  balanceUnknown?: string | undefined;
  precision: number;
  /** True if the authenticator is linked; undefined if unknown. */
  bound?: boolean | undefined;
}

/**
 * Collects the facts that decide if a visitor can pay.
 *
 * @param buyer null for a signed-out visitor
 * @param known the balance, if it is in the coin of the shown price, and its decimals
 */
export function fundsOf({
  locale,
  session,
  buyer,
  ...known
}: Pick<Funds, "balance" | "precision"> & {
  locale: Locale;
  session: Session | null;
  buyer: Buyer | null;
}): Funds {
  const t = getText(locale);
  const refusal = buyer?.balanceRefusal;
  const unread = [...(refusal ? [readMessage(t, refusal)] : []), t("errors.balanceUnknown")].join(" ");
  return {
    ...known,
    signedIn: session !== null,
    balanceUnknown: session && known.balance === undefined ? unread : undefined,
    bound: buyer?.bound,
  };
}

export interface OpenSale extends Funds {
  kind: "open";
  token: string;
  range: Range;
  quick: readonly QuickLink[];
  /** The quantity and its payment. Unless the payment is above 0, nothing can be bought. */
  buyAmount: string;
  payment?: string | undefined;
  rounding: Rounding;
}

/** A sale that is closed, with texts in the visitor's language because most pages need none. */
export interface ClosedSale {
  kind: "closed";
  role: "status" | "alert";
  text: string;
  more?: readonly string[] | undefined;
  /** The label of a link to other products on sale, if only this product cannot be bought. */
  lead?: string;
  label: string;
  href?: string;
}

interface Closing {
  /** The product's place in the list of power products; only products in that list are sold. */
  listing: Listing;
  stop: PurchaseStop | null;
  status: QuoteStatus;
  /** The message about a quote that may have been paid. */
  doubt: readonly string[] | undefined;
  buyer: Buyer | null;
  /** The message about an earlier purchase whose outcome is unknown. */
  blocked: string | undefined;
}

/** Decides if a product is sold now; returns its form, made by `open`, or the reason why it is not. */
export function saleOf(
  product: Product,
  closing: Closing,
  locale: Locale,
  open: (range: Range) => OpenSale,
): OpenSale | ClosedSale {
  const { listing, stop, doubt, blocked, buyer } = closing;
  const t = getText(locale);
  const { productId, status, statusText } = product;
  const label = status === "onsale" ? t("PowerProductDetail.buy") : (statusText ?? statusLabel(status, t));
  const closed = (text: string, more: Partial<ClosedSale> = {}): ClosedSale => {
    return { kind: "closed", role: "status", text, label, ...more };
  };
  if (closing.status.state === "ledgerUnavailable")
    return closed(t("errors.ledgerUnavailable"), {
      more: doubt,
      label: t("PowerProductDetail.toOrders"),
      href: "/MyOrder",
    });
  // A buyer who waits for an outcome must still find the link to it.
  if (stop && blocked === undefined) {
    const { key, values } = stopMessage(stop, locale);
    return closed(t(key, values));
  }
  const lead = t("Purchase.toMarket");
  if (status === "ended" || status === "presale") return closed(t(`Purchase.${status}`), { lead });
  if (saleRule(product)) return closed(t("errors.notForSale"), { lead });
  const range = quantityRange(product);
  if (stockRule(product) || !range)
    return closed(t("errors.outOfStock"), { label: status === "onsale" ? t("Product.soldOut") : label, lead });
  // A buyer who waits for an outcome must still find the link to it.
  const unlisted = blocked === undefined && listingRule(listing);
  if (unlisted) return closed(t(unlisted.message.key), { lead });
  // Without the store, nothing can be bought.
  if (buyer && (buyer.storeFails || !canStorePurchases())) return closed(t("errors.buyingUnavailable"));
  if (blocked === undefined) return open(range);
  const outcome = { label: t("Purchase.blockedLink"), href: stepPath(productId, "outcomeUnknown") };
  return closed(blocked, { role: "alert", ...outcome });
}

export function shownProduct(product: Product, { locale, coinName }: Wording) {
  return {
    ...displayedFields(product, coinName),
    maxBuy: product.maxBuy,
    /** The expected return of a payment of 1, as a decimal; null if operator and upstream provide too few facts. */
    backFactor: backFactor(product, ratioSense()),
    cycleEnd: cycleEnd(product, locale),
    limits: limits(product, getText(locale)),
    isBuyable: quantityRange(product) !== null,
    thumbnail: pictureFor("card", product.thumbnail ?? product.gallery[0]),
    pictures: picturesOf(product).flatMap((address) => pictureFor("gallery", address) ?? []),
    // This list has all attributes that the upstream sends, each once.
    attributes: newAttributes([...product.otherAttrs, ...product.attributes, ...product.otherAttributes]),
  };
}

function limits({ minBuy, maxBuy }: Pick<Product, "minBuy" | "maxBuy">, t: ReturnType<typeof getText>) {
  const min = minBuy && formatDecimal(minBuy);
  const max = maxBuy && formatDecimal(maxBuy);
  if (min && max) return t("Product.limitsRange", { min, max });
  if (min) return t("Product.limitsFrom", { min });
  return max ? t("Product.limitsTo", { max }) : undefined;
}

function cycleEnd(product: Product, locale: Locale): string | undefined {
  const days = cycleDays(product)?.toNumber();
  if (days === undefined || product.status !== "onsale") return undefined;
  return getText(locale)("Product.until", { day: formatDay(Date.now() + days * DAY_MS, locale) });
}

export type ShownProduct = ReturnType<typeof useLoaderData<typeof shownProduct>>;

export function productHead(locale: Locale, path: string, product: Product): PublicHead {
  const description = { text: getText(locale)("PowerProductDetail.description", { title: product.title }) };
  const head = publicHead(locale, path, description, pictureUrl("share", picturesOf(product)[0]));
  return { ...head, about: { type: "Product" as const, name: product.title } };
}

export interface QuickLink {
  quantity: string;
  text: string;
  label: string;
}

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
