import { describeError, log } from "~server/log";
import { balanceAfter, payAmount } from "~server/purchase/amount";
import { blockedUntilMs } from "~server/purchase/buyer";
import { sameDecimal } from "~server/purchase/decimal";
import { ledger } from "~server/purchase/ledger";
import { isExpired, openQuote, type Quote } from "~server/purchase/quote";
import { readReceipt, receiptCookie, successPath, type Receipt } from "~server/purchase/receipt";
import type { Situation } from "~server/purchase/steps";
import { resolveUnknown } from "~server/purchase/unknown";
import { flowCookie, type Flow } from "~server/session/flow";
import type { Session } from "~server/session/session";
import type { Visitor } from "~server/session/visitor";
import { userInfo } from "~server/upstream/account";
import { orderList, productAccount } from "~server/upstream/orders";
import { productIdAsSent } from "~server/upstream/sent-ids";
import type { Caller } from "~server/upstream/transport";
import { unlessUnavailable } from "~server/upstream/unavailable";
import type { ShownOutcome } from "./OutcomeSheet";

/** Orders that the page of a forgotten quote shows. */
const ORDERS_SHOWN = 3;

/** What is known of a signed-in visitor as the buyer of one product. */
export interface Buyer {
  /** The platform's id of the user; undefined where it cannot be read now. */
  id?: string;
  /** In the product's pay symbol; undefined where it cannot be read now. */
  balance?: string;
  blockedUntilMs?: number | null;
  /** The store does not answer: nobody can say what was bought, so nothing can be. */
  storeFails?: boolean;
}

/**
 * The balance is fetched only when a token exists (behaviour 6.3).
 *
 * @throws Expired
 */
export async function readBuyer(caller: Caller, productId: string): Promise<Buyer> {
  const [account, user] = await Promise.all([
    unlessUnavailable(productAccount(caller, productIdAsSent(productId))),
    unlessUnavailable(userInfo(caller)),
  ]);
  if (!user) return {};
  const { id } = user;
  const balance = account?.balance;
  return blockedUntilMs(id, productId).then(
    (blocked) => ({ id, balance, blockedUntilMs: blocked }),
    (error: unknown) => {
      log().error({ error: describeError(error) }, "the purchases of an account cannot be read");
      return { id, balance, storeFails: true };
    },
  );
}

/** What is known of the quote that a visitor holds for one product, and of the purchase of it just made. */
export interface QuoteStanding {
  state: Situation["quote"];
  quote: Quote | null;
  /** Proven by the ledger, or by the receipt cookie. */
  receipt: Receipt | null;
}

/**
 * Asks the ledger what became of a quote, without waiting for it: somebody cut off in the middle of a payment returns with a quote
 * that has been paid.
 *
 * @param stored the signed quote that the visitor holds for this product, if any
 */
export async function readStanding(
  { request }: Visitor,
  session: Session,
  productId: string,
  stored: string | null,
): Promise<QuoteStanding> {
  const [quote, kept] = await Promise.all([
    stored ? openQuote(stored, session.id) : null,
    readReceipt(request, session.id),
  ]);
  const receipt = kept?.productId === productId ? kept : null;
  if (!quote) return { state: "none", quote: null, receipt };
  const outcome = await ledger.firstOutcome(quote, { wait: false });
  if (outcome?.kind === "paid") return { state: "paid", quote, receipt: outcome.receipt };
  if (outcome?.kind === "forgotten") return { state: "forgotten", quote, receipt };
  if (outcome?.kind === "unavailable") return { state: "unreadable", quote, receipt };
  return { state: isExpired(quote) ? "expired" : "ready", quote, receipt };
}

/** The purchase just made, as the product page tells it. */
export interface Done {
  tokenAmount: string;
  payAmount: string;
  paySymbol?: string;
  receiptPath: string;
}

/** What is shown of a receipt, and the cookies that prove it and let go of the quote that was paid. */
export async function readDone(
  { state, receipt }: QuoteStanding,
  flow: Flow,
  session: Session,
): Promise<{ shown: Done; cookies: string[] } | null> {
  if (!receipt) return null;
  const { tokenAmount, payAmount: paid, paySymbol } = receipt;
  const { purchase: _paid, ...withoutQuote } = flow;
  return {
    shown: { tokenAmount, payAmount: paid, paySymbol, receiptPath: successPath(receipt) },
    cookies: state === "paid" ? [await receiptCookie(receipt, session.id), await flowCookie(withoutQuote)] : [],
  };
}

/** What the confirmation shows, every amount from the quote that will be paid. */
export function offerOf(
  { quantity, price, paySymbol }: { quantity: string; price: string; paySymbol?: string },
  balance: string | undefined,
) {
  const payment = payAmount(quantity, price);
  return {
    quantity,
    price,
    paySymbol: paySymbol ?? "",
    payment,
    balance,
    after: balance === undefined ? undefined : balanceAfter(balance, payment),
  };
}

/**
 * How a purchase without an answer has ended, as far as the orders tell; null where there is none.
 *
 * @throws Expired
 */
export async function readOutcome(
  caller: Caller,
  session: Session,
  buyer: Buyer | null,
  productId: string,
): Promise<{ shown: ShownOutcome; cookies: string[] } | null> {
  const unread = { shown: { kind: "unread" as const }, cookies: [] };
  if (!buyer?.id || buyer.storeFails) return unread;
  const resolution = await unlessUnavailable(resolveUnknown(caller, buyer.id, productId));
  if (!resolution) return unread;
  if (resolution.kind === "none") return null;
  if (resolution.kind === "notYet") {
    return { shown: { kind: resolution.kind, untilMs: resolution.blockedUntilMs }, cookies: [] };
  }
  const { kind, orderNum, receipt } = resolution;
  return {
    shown: { kind, orderNum, receiptPath: successPath(receipt) },
    cookies: [await receiptCookie(receipt, session.id)],
  };
}

/** An order that a forgotten quote may have made. */
export interface LikelyOrder {
  orderNum: string;
  timeMs?: number;
  timeText?: string;
  tokenAmount?: string;
  payAmount?: string;
  paySymbol?: string;
}

/**
 * The newest orders that may be of the quoted product. An order names no product, so its price per terabyte and its currency tell,
 * as far as the platform sends them.
 *
 * @returns undefined where the orders cannot be read now
 * @throws Expired
 */
export async function readLikelyOrders(caller: Caller, quote: Quote): Promise<LikelyOrder[] | undefined> {
  const list = await unlessUnavailable(orderList(caller));
  return list?.orders
    .filter(
      (order) =>
        (order.paySymbol === undefined || order.paySymbol === quote.paySymbol) &&
        (order.payAmount === undefined ||
          order.tokenAmount === undefined ||
          sameDecimal(order.payAmount, payAmount(order.tokenAmount, quote.price))),
    )
    .sort((one, other) => (other.orderTimeMs ?? 0) - (one.orderTimeMs ?? 0))
    .slice(0, ORDERS_SHOWN)
    .map(({ orderNum, orderTimeMs, orderTimeText, tokenAmount, payAmount: paid, paySymbol }) => ({
      ...{ orderNum, timeMs: orderTimeMs, timeText: orderTimeText, tokenAmount, payAmount: paid, paySymbol },
    }));
}
