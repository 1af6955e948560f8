import { ratioSense } from "~server/env";
import type { useLoaderData } from "@remix-run/react";
import { orderPath } from "~/components/account/encoded-paths";
import { antiPhishingCodeFor } from "~server/account/anti-phishing-code";
import { formatClock, formatDecimal, formatMoment, formatPayment, formatTime } from "~/i18n/formats";
import { named, otherAmountNote } from "~server/purchase/other-amount";
import { getText } from "~server/texts/text";
import type { Wording } from "~server/catalogue/names";
import type { Locale } from "~server/i18n/locale";
import { CODE_SHAPES } from "~server/forms/field-rules";
import { payAmount } from "~server/purchase/amount";
import type { Attempt } from "~server/purchase/attempts";
import { QUOTE_AGE_MS } from "~server/purchase/quote";
import type { QuoteStatus } from "~server/purchase/quote-status";
import { successPath, type Receipt } from "~server/purchase/receipt";
import { quantityPath, stepPath } from "~server/purchase/steps";
import { earlierKey } from "~server/purchase/unknown-outcome";
import type { DonePurchase, PurchaseView, UnknownPurchase } from "~server/purchase/view";
import { formToken } from "~server/session/csrf";
import type { RequestContext } from "~server/session/request-context";
import type { Product } from "~server/upstream/catalogue";
import type { Order } from "~server/upstream/orders";
import { offerOf, type Funds } from "./offer.server";

/** The texts of each view of a purchase. They name it, because the page may also report a completed one. */

interface Page {
  requestContext: RequestContext;
  words: Wording;
  product: Product;
  /** The quantity in terabytes. */
  buyAmount: string;
  token: string;
  funds: Funds;
  status: QuoteStatus;
  doubt: string[] | undefined;
  isBlocked: boolean;
}

export async function shownView(view: PurchaseView, page: Page) {
  const { requestContext, words, product, buyAmount, token, funds, doubt } = page;
  const { locale } = words;
  const { productId } = product;
  const path = stepPath(productId, "browse");
  switch (view.kind) {
    case "browse": {
      const done = view.done && describePurchase(view.done, words);
      // Beside an unresolved purchase, which itself links to the orders, a completed one is called another purchase.
      const other = done && { ...done, title: getText(locale)("Purchase.otherDone"), links: done.links.slice(1) };
      // If the ledger does not respond, the sale is closed and the page says so.
      const isLost = page.status.state === "quoteFromOtherEpoch";
      const href = page.isBlocked ? "/MyOrder" : stepPath(productId, "quoteLost");
      return {
        kind: view.kind,
        done: doubt ? other : done,
        doubt: doubt && isLost ? { lines: doubt, href } : undefined,
      };
    }
    case "estimate":
      return {
        kind: view.kind,
        closeTo: quantityPath(productId, buyAmount),
        ...explainRatio(product, buyAmount, locale),
      };
    case "confirm":
    case "code": {
      const session = await requestContext.session();
      const offer = offerOf(view.quote, words, funds, session ? await antiPhishingCodeFor(session, locale) : []);
      if (view.kind === "confirm") return { kind: view.kind, offer, balanceUnknown: funds.balanceUnknown };
      const { signed } = view.quote;
      const payToken = await formToken(requestContext, "purchase");
      return { kind: view.kind, offer, token: payToken, quote: signed, code: CODE_SHAPES.authenticator };
    }
    case "outcomeUnknown":
      return { kind: view.kind, ...reportOutcome(path, view.outcome, words) };
    case "done":
      return { kind: view.kind, ...reportDone(path, describePurchase(view.done, words), locale) };
    case "buyAgain":
      return { kind: view.kind, token, ...askAgain(view.earlier, productId, buyAmount, words) };
    case "quoteLost":
      return { kind: view.kind, token, ...askLost(view, doubt, words) };
  }
}

export type ShownView = ReturnType<typeof useLoaderData<typeof shownView>>;

interface LabelledLink {
  href: string;
  label: string;
}

export interface Done {
  title: string;
  message: string[];
  links: readonly LabelledLink[];
}

export interface Report {
  title: string;
  illustration: "done" | "waiting";
  text?: string;
  figures?: readonly string[] | undefined;
  status?: string;
  until?: string | undefined;
  links: readonly LabelledLink[];
}

/** A sheet that asks before the buyer repeats a purchase that may have been charged. */
export interface AskFirst {
  title: string;
  text: string;
  notes: readonly (readonly string[])[];
  heading?: string;
  orders?: readonly { orderNum: string; what: string; time: string }[] | undefined;
  link: LabelledLink;
  button: string;
  /** The quantity in terabytes. */
  quantity: string;
  closeTo: string;
  /** Identifies what the buyer has read here (`earlierKey` or the lost quote). The form sends it back. */
  again?: string | undefined;
}

/** Formats a time with seconds: two purchases may be in one minute. Lines break only between day and time. */
const momentOf = (ms: number, locale: Locale) =>
  formatMoment(ms, locale)
    .replaceAll(" ", "\u00a0")
    .replace(/\u00a0(?=\d\d:)/, " ");

/** Returns lines of text. In Chinese the time has its own line, because the word before it would break. */
function linesOf(key: "Purchase.sent" | "Purchase.paid", one: Partial<Receipt> & { atMs: number }, words: Wording) {
  const { locale } = words;
  return getText(locale)(key, { what: named(one, words), time: momentOf(one.atMs, locale) }).split("\n");
}

function reportOutcome(path: string, outcome: UnknownPurchase, words: Wording): Report {
  const { locale } = words;
  const t = getText(locale);
  const ask = { href: "/LeavingMessage", label: t("PowerProductDetail.ask") };
  if (outcome.kind === "made") {
    const { orderNum, receipt } = outcome;
    return {
      title: t("Purchase.unknownMade"),
      illustration: "done",
      text: t("Purchase.unknownMadeText"),
      figures: [orderNum],
      links: [{ href: successPath(receipt), label: t("Purchase.toReceipt") }, wayToOrder(orderNum, locale), ask],
    };
  }
  const { attempt } = outcome;
  const untilMs = outcome.kind === "notYet" ? outcome.blockedUntilMs : undefined;
  return {
    title: t("Purchase.unknownTitle"),
    illustration: "waiting",
    text: t("Purchase.unknownText"),
    figures: attempt ? linesOf("Purchase.sent", attempt, words) : undefined,
    status: t(untilMs === undefined ? "Purchase.unknownUnread" : "Purchase.unknownNotYet"),
    until: untilMs === undefined ? undefined : t("Purchase.unknownUntil", { time: formatClock(untilMs) }),
    links: [
      { href: `${path}?step=outcome`, label: t("Purchase.checkAgain") },
      wayToOrder(undefined, locale),
      ask,
      { href: "/Help#unknown-outcome", label: t("Purchase.helpUnknown") },
    ],
  };
}

/**
 * Asks before a product is bought again after an earlier purchase without a response; the sheet is about those without
 * an order, if there are any.
 */
function askAgain(earlier: readonly Attempt[], productId: string, quantity: string, words: Wording): AskFirst {
  const { locale } = words;
  const t = getText(locale);
  const isOpen = earlier.some(({ orderNum, state }) => orderNum === undefined && state !== "paid");
  const [only, ...others] = earlier;
  return {
    title: t(isOpen ? "Purchase.againOpen" : "Purchase.againFound"),
    text: t(isOpen ? "Purchase.againOpenText" : "Purchase.againFoundText"),
    notes: earlier.map((attempt) => linesOf("Purchase.sent", attempt, words)),
    link: wayToOrder(others.length === 0 ? only?.orderNum : undefined, locale),
    button: t("Purchase.againButton", { quantity }),
    quantity,
    closeTo: quantityPath(productId, quantity),
    again: earlierKey(earlier),
  };
}

function reportDone(path: string, { title, message, links }: Done, locale: Locale): Report {
  const further = { href: path, label: getText(locale)("Purchase.buyMore") };
  return { title, illustration: "done", figures: message, links: [...links, further] };
}

function describePurchase({ receipt, charged, orderNum }: DonePurchase, words: Wording): Done {
  const t = getText(words.locale);
  return {
    title: t("Purchase.doneTitle"),
    message: [...linesOf("Purchase.paid", receipt, words), ...otherAmountNote(receipt, charged, words)],
    links: [wayToOrder(orderNum, words.locale), { href: successPath(receipt), label: t("Purchase.toReceipt") }],
  };
}

function wayToOrder(orderNum: string | undefined, locale: Locale): LabelledLink {
  const href = orderNum === undefined ? undefined : orderPath(orderNum);
  const t = getText(locale);
  if (href === undefined) return { href: "/MyOrder", label: t("PowerProductDetail.toOrders") };
  return { href, label: t("Purchase.toOrder") };
}

/** Says why an attempt blocks the product, and until when; `receipt` is of the purchase reported as done. */
export function describeBlock(attempt: Attempt, receipt: Receipt | null, words: Wording): string {
  const t = getText(words.locale);
  const time = formatClock(attempt.blockedUntilMs);
  if (receipt?.id === attempt.id) return t("Purchase.unknownUntil", { time });
  return t("Purchase.blocked", { what: named(attempt, words), time });
}

/** Warns that the visitor's quote may have been paid and is not the purchase reported as done; undefined if not. */
export function describeDoubt({ state, quote, receipt }: QuoteStatus, words: Wording): string[] | undefined {
  if (!quote || (state !== "quoteFromOtherEpoch" && state !== "ledgerUnavailable")) return undefined;
  const { locale } = words;
  const t = getText(locale);
  const { quantity, price, paySymbol, expiresMs } = quote;
  const what = named({ tokenAmount: quantity, payAmount: payAmount(quantity, price), paySymbol }, words);
  // A receipt of this quote would prove that it was paid; a receipt without an id may belong to any quote.
  const other = receipt?.id === undefined ? [] : [t("Purchase.notTheDone", { time: momentOf(receipt.atMs, locale) })];
  return [t("Purchase.doubt", { what, time: momentOf(expiresMs - QUOTE_AGE_MS, locale) }), ...other];
}

function explainRatio({ productId, profitRatioPercent }: Product, quantity: string, locale: Locale) {
  const t = getText(locale);
  const { meaning } = ratioSense();
  const percent = profitRatioPercent ? t("common.percent", { value: profitRatioPercent }) : t("common.missing");
  const meant = meaning ? [t(`Purchase.estimateIs2_${meaning}`)] : [];
  const is = [t("Purchase.estimateIs1"), ...meant, t("Purchase.estimateIs3")];
  const isNot = [t("Purchase.estimateIsNot1"), t("Purchase.estimateIsNot2"), t("Purchase.estimateIsNot3")];
  const estimate = `/Estimate?${new URLSearchParams({ product: productId, quantity })}`;
  return {
    text: t("Purchase.estimateText", { ratio: t("Product.ratio"), percent, period: t("Product.period") }),
    lists: [
      { heading: t("Purchase.estimateIs"), isNot: false, points: is },
      { heading: t("Purchase.estimateIsNot"), isNot: true, points: isNot },
    ],
    links: [
      { href: estimate, label: t("Purchase.estimateLink") },
      { href: "/Help#fees", label: t("Purchase.helpFees") },
    ],
  };
}

/** Asks about a quote older than the store's data: this press sent nothing, but an earlier one may have paid. */
function askLost(
  { quote: { id, productId, price, paySymbol = "", quantity }, orders }: Extract<PurchaseView, { kind: "quoteLost" }>,
  doubt: readonly string[] | undefined,
  words: Wording,
): AskFirst {
  const t = getText(words.locale);
  const without = orders ? t("Purchase.forgottenNone") : t("Purchase.unknownUnread");
  const heading = t("Purchase.forgottenOrders", { price: formatPayment(price, words.coinName(paySymbol)) });
  return {
    title: t("PowerProductDetail.forgottenTitle"),
    text: t("PowerProductDetail.forgottenText"),
    notes: [...(doubt ? [doubt] : []), ...(orders?.length ? [] : [[without]])],
    ...(orders?.length ? { heading, orders: orders.map((order) => shownOrder(order, words)) } : {}),
    link: { href: "/MyOrder", label: t("PowerProductDetail.toOrders") },
    button: t("PowerProductDetail.forgottenAgain"),
    quantity,
    closeTo: quantityPath(productId, quantity),
    again: id,
  };
}

/** Formats an order. Its time has seconds if the upstream sends them, because two orders may be in one minute. */
function shownOrder(
  { orderNum, tokenAmount, payAmount: paid, paySymbol = "", orderTimeMs: ms, orderTimeText }: Order,
  { locale, coinName }: Wording,
) {
  const t = getText(locale);
  const missing = t("common.missing");
  const quantity = tokenAmount ? t("common.terabytes", { value: formatDecimal(tokenAmount) }) : missing;
  const payment = paid ? formatPayment(paid, coinName(paySymbol)) : missing;
  const time = ms === undefined ? orderTimeText : ms % 60_000 === 0 ? formatTime(ms, locale) : formatMoment(ms, locale);
  return { orderNum, what: `${quantity} · ${payment}`, time: time ?? missing };
}
