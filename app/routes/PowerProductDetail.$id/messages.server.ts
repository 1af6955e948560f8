import { orderPath } from "~/components/account/encoded-paths";
import { formatClock, formatDecimal, formatMoment, formatPayment } from "~/i18n/formats";
import { otherAmountNote } from "~server/purchase/other-amount";
import { getText } from "~server/texts/text";
import type { Wording } from "~server/catalogue/names";
import type { Locale } from "~server/i18n/locale";
import type { MessageKey } from "~server/i18n/message";
import { env } from "~server/env";
import { payAmount } from "~server/purchase/amount";
import type { Attempt } from "~server/purchase/attempts";
import { QUOTE_AGE_MS, type Quote } from "~server/purchase/quote";
import type { Receipt } from "~server/purchase/receipt";
import { earlierKey } from "~server/purchase/unknown-outcome";
import { changedTerms, termsByName, type QuotedTerm, type QuotedTerms } from "~server/purchase/terms";
import type { Product } from "~server/upstream/catalogue";
import type { LikelyOrder } from "./outcome.server";
import type { QuoteStatus } from "./quote-status.server";

/**
 * The messages about a purchase whose outcome is in doubt. They always name the purchase: there may be another beside
 * it that is done. The server writes them, since nearly every page needs none.
 */

/** A link and its words. */
export interface LabelledLink {
  href: string;
  label: string;
}

/** The purchase just made, for the product page: its order and its receipt. */
export interface Done {
  title: string;
  message: string[];
  links: readonly LabelledLink[];
}

/** What a sheet reports about a purchase, in the visitor's language. */
export interface Report {
  title: string;
  illustration: "done" | "waiting";
  text?: string;
  /** Each on a line of its own. */
  figures?: readonly string[] | undefined;
  status?: string;
  /** Until when the product cannot be bought again. */
  until?: string | undefined;
  /** The first is the one to follow. */
  links: readonly LabelledLink[];
}

/** Such as "3 T for 46.5 USDT". */
function named(
  { tokenAmount, payAmount: paid, paySymbol = "" }: Partial<Receipt>,
  { locale, coinName }: Wording,
): string {
  const payment = formatPayment(paid ?? "", coinName(paySymbol));
  return getText(locale)("Purchase.amount", { quantity: formatDecimal(tokenAmount ?? "", 2), payment });
}

/** To the second, for two purchases may be of one minute; a line breaks between day and time alone. */
const momentOf = (ms: number, locale: Locale) =>
  formatMoment(ms, locale)
    .replaceAll(" ", "\u00a0")
    .replace(/\u00a0(?=\d\d:)/, " ");

/** Chinese has the time on a line of its own: it would break within the word before it. */
function linesOf(key: "Purchase.sent" | "Purchase.paid", one: Partial<Receipt> & { atMs: number }, words: Wording) {
  const { locale } = words;
  return getText(locale)(key, { what: named(one, words), time: momentOf(one.atMs, locale) }).split("\n");
}

/** An attempt without a response: what it was for, and when it was sent. */
function describeAttempt(
  attempt: Pick<Attempt, "tokenAmount" | "payAmount" | "paySymbol" | "atMs">,
  words: Wording,
): string[] {
  return linesOf("Purchase.sent", attempt, words);
}

/**
 * A purchase whose outcome is still unknown.
 *
 * @param path of the product
 * @param blockedUntilMs undefined where the orders could not be read
 */
export function reportUnknown(
  path: string,
  attempt: Parameters<typeof describeAttempt>[0] | null | undefined,
  blockedUntilMs: number | undefined,
  words: Wording,
): Report {
  const { locale } = words;
  const t = getText(locale);
  return {
    title: t("Purchase.unknownTitle"),
    illustration: "waiting",
    text: t("Purchase.unknownText"),
    figures: attempt ? describeAttempt(attempt, words) : undefined,
    status: t(blockedUntilMs === undefined ? "Purchase.unknownUnread" : "Purchase.unknownNotYet"),
    until: blockedUntilMs === undefined ? undefined : t("Purchase.unknownUntil", { time: formatClock(blockedUntilMs) }),
    links: [
      { href: `${path}?step=outcome`, label: t("Purchase.checkAgain") },
      wayToOrder(undefined, locale),
      { href: "/LeavingMessage", label: t("PowerProductDetail.ask") },
      { href: "/Help#unknown-outcome", label: t("Purchase.helpUnknown") },
    ],
  };
}

/** A purchase whose outcome was unknown, and whose order has been found. */
export function reportFound(orderNum: string, receiptPath: string, locale: Locale): Report {
  const t = getText(locale);
  return {
    title: t("Purchase.unknownMade"),
    illustration: "done",
    text: t("Purchase.unknownMadeText"),
    figures: [orderNum],
    links: [
      { href: receiptPath, label: t("Purchase.toReceipt") },
      wayToOrder(orderNum, locale),
      { href: "/LeavingMessage", label: t("PowerProductDetail.ask") },
    ],
  };
}

/** What a sheet says before a product can be bought although an earlier purchase of it may have gone through. */
export interface AskFirst {
  title: string;
  text: string;
  /** Each of some lines. */
  notes: readonly (readonly string[])[];
  /** The orders that may be of it, under their heading. */
  heading?: string;
  orders?: readonly LikelyOrder[] | undefined;
  link: LabelledLink;
  button: string;
  /** In terabytes. */
  quantity: string;
  /** Goes back with the form: what the buyer has read here (`earlierKey`). */
  again?: string | undefined;
}

/**
 * Before a product is bought again whose earlier purchase got no response.
 *
 * @param earlier at least one; the sheet is about those without an order as long as there is one
 */
export function askAgain(earlier: readonly Attempt[], quantity: string, words: Wording): AskFirst {
  const { locale } = words;
  const t = getText(locale);
  const isOpen = earlier.some(({ orderNum }) => orderNum === undefined);
  const [only, ...others] = earlier;
  return {
    title: t(isOpen ? "Purchase.againOpen" : "Purchase.againFound"),
    text: t(isOpen ? "Purchase.againOpenText" : "Purchase.againFoundText"),
    notes: earlier.map((attempt) => describeAttempt(attempt, words)),
    link: wayToOrder(others.length === 0 ? only?.orderNum : undefined, locale),
    button: t("Purchase.againButton", { quantity }),
    quantity,
    again: earlierKey(earlier),
  };
}

/** A purchase that is done, for who comes back to its steps. */
export function reportDone(path: string, { title, message, links }: Done, locale: Locale): Report {
  const further = { href: path, label: getText(locale)("Purchase.buyMore") };
  return { title, illustration: "done", figures: message, links: [...links, further] };
}

/**
 * The same of a purchase that is done.
 *
 * @param charged what its order shows instead of the confirmed amount
 */
export function describeDone(receipt: Receipt, charged: string | undefined, words: Wording): string[] {
  return [...linesOf("Purchase.paid", receipt, words), ...otherAmountNote(receipt, charged, words)];
}

/** The way to the page of a purchase's order, or to My orders where its number is not known. */
export function wayToOrder(orderNum: string | undefined, locale: Locale): LabelledLink {
  const href = orderNum === undefined ? undefined : orderPath(orderNum);
  const t = getText(locale);
  if (href === undefined) return { href: "/MyOrder", label: t("PowerProductDetail.toOrders") };
  return { href, label: t("Purchase.toOrder") };
}

/**
 * Why an attempt blocks the product, and until when.
 *
 * @param receipt of the purchase that the page reports as done; it may be this very attempt
 */
export function describeBlock(attempt: Attempt, receipt: Receipt | null | undefined, words: Wording): string {
  const t = getText(words.locale);
  const time = formatClock(attempt.blockedUntilMs);
  if (receipt?.id === attempt.id) return t("Purchase.unknownUntil", { time });
  return t("Purchase.blocked", { what: named(attempt, words), time });
}

/**
 * The warning that the visitor's quote may have been paid, when it was made, and that it is not the purchase that the
 * page reports as done.
 *
 * @returns sentences; undefined where there is no such quote
 */
export function describeUnknownOutcome(quoteStatus: QuoteStatus | null, words: Wording): string[] | undefined {
  if (!quoteStatus?.quote || (quoteStatus.state !== "quoteFromOtherEpoch" && quoteStatus.state !== "ledgerUnavailable"))
    return undefined;
  const { locale } = words;
  const t = getText(locale);
  const { quantity, price, paySymbol, expiresMs } = quoteStatus.quote;
  const what = named({ tokenAmount: quantity, payAmount: payAmount(quantity, price), paySymbol }, words);
  const done = quoteStatus.receipt;
  // A receipt of this quote would have proved it paid; one without an id may be of any.
  const other = done?.id === undefined ? [] : [t("Purchase.notTheDone", { time: momentOf(done.atMs, locale) })];
  return [t("Purchase.doubt", { what, time: momentOf(expiresMs - QUOTE_AGE_MS, locale) }), ...other];
}

/** The name of each term, and the text of its value. */
const TERMS: Readonly<Record<QuotedTerm, readonly [name: MessageKey, value?: MessageKey]>> = {
  price: ["Product.price"],
  paySymbol: ["Product.paySymbol"],
  miningCycleDays: ["Product.cycle", "common.days"],
  serviceRatePercent: ["Product.serviceRate", "common.percent"],
  incomeType: ["Product.settlement", "Product.settlementValue"],
  profitRatioPercent: ["Product.ratio", "common.percent"],
};

/**
 * The terms that have changed since the buyer confirmed them, each with its old and its new value.
 *
 * @returns sentences; undefined where nothing has changed
 */
export function describeChanges(quote: Quote, { locale, coinName }: Wording): string[] | undefined {
  const { replaces: before } = quote;
  if (!before) return undefined;
  const t = getText(locale);
  const message = (terms: QuotedTerms, name: QuotedTerm) => {
    const sent = termsByName(terms)[name];
    const [, value] = TERMS[name];
    if (sent === undefined) return t("common.missing");
    if (name === "price") return formatPayment(sent, coinName(terms.paySymbol ?? ""));
    if (name === "paySymbol") return coinName(sent);
    return value ? t(value, { value: sent }) : sent;
  };
  return [
    t("Purchase.termsChanged"),
    ...changedTerms(before, quote).map((name) =>
      t("Purchase.change", { name: t(TERMS[name][0]), before: message(before, name), now: message(quote, name) }),
    ),
  ];
}

/** What the expected ratio means and what it does not, in the visitor's language. */
export interface Explanation {
  text: string;
  lists: readonly { heading: string; isNot: boolean; points: readonly string[] }[];
  links: readonly LabelledLink[];
}

/** Explains the expected ratio of a product, as far as the operator has said what it means (behaviour 2.28). */
export function explainRatio(
  { productId, profitRatioPercent }: Pick<Product, "productId" | "profitRatioPercent">,
  quantity: string,
  locale: Locale,
): Explanation {
  const t = getText(locale);
  const { PROFIT_RATIO_PERIOD: period, PROFIT_RATIO_MEANING: meaning } = env();
  const percent = profitRatioPercent ? t("common.percent", { value: profitRatioPercent }) : t("common.missing");
  const per = t(period ? `Product.per_${period}` : "Product.noPeriod");
  return {
    text: t("Purchase.estimateText", { percent, period: per }),
    lists: [
      {
        heading: t("Purchase.estimateIs"),
        isNot: false,
        points: [
          t("Purchase.estimateIs1"),
          ...(meaning ? [t(`Purchase.estimateIs2_${meaning}`)] : []),
          t("Purchase.estimateIs3"),
        ],
      },
      {
        heading: t("Purchase.estimateIsNot"),
        isNot: true,
        points: [t("Purchase.estimateIsNot1"), t("Purchase.estimateIsNot2"), t("Purchase.estimateIsNot3")],
      },
    ],
    links: [
      {
        href: `/Estimate?${new URLSearchParams({ product: productId, quantity })}`,
        label: t("Purchase.estimateLink"),
      },
      { href: "/Help#fees", label: t("Purchase.helpFees") },
    ],
  };
}

/**
 * For a quote older than the store's data, which were lost: this press sent nothing, but an earlier one may have paid.
 *
 * @param orders that may be of it; undefined where they cannot be read now
 * @param doubt what may have been paid
 */
export function askForgotten(
  orders: readonly LikelyOrder[] | undefined,
  { price, paySymbol = "", quantity }: Quote,
  doubt: readonly string[] | undefined,
  { locale, coinName }: Wording,
): AskFirst {
  const t = getText(locale);
  const without = orders ? t("Purchase.forgottenNone") : t("Purchase.unknownUnread");
  const heading = t("Purchase.forgottenOrders", { price: formatPayment(price, coinName(paySymbol)) });
  return {
    title: t("PowerProductDetail.forgottenTitle"),
    text: t("PowerProductDetail.forgottenText"),
    notes: [...(doubt ? [doubt] : []), ...(orders?.length ? [] : [[without]])],
    ...(orders?.length ? { heading, orders } : {}),
    link: { href: "/MyOrder", label: t("PowerProductDetail.toOrders") },
    button: t("PowerProductDetail.forgottenAgain"),
    quantity,
  };
}
