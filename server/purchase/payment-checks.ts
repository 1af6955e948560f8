import { powerRule } from "~server/catalogue/listing";
import { PURCHASE_DEADLINE_MS } from "~server/upstream/constants";
import { productDetail } from "~server/upstream/catalogue";
import { orderList, productAccount, type purchase } from "~server/upstream/orders";
import { UpstreamNotFound, UpstreamRejected, type UpstreamContext } from "~server/upstream/client";
import { optionalRead } from "~server/loader/reads";
import type { Owner } from "~server/session/owner";
import { ORDER_PAGE_SIZE } from "~server/specification";
import { payAmount } from "./amount";
import {
  blockingAttempt,
  COMPARED_MAX,
  hasUnknownOutcome,
  isCompared,
  readBlocks,
  type Attempt,
  type Attempts,
} from "./attempts";
import { UNKNOWN_BLOCK_MS, type Outcome } from "./outcome";
import { readOwnOrders } from "./own-orders";
import type { Quote } from "./quote";
import { refusalBeforePayment } from "./rules";
import { changedTerms, quotedTerms } from "./terms";
import { compareEarlier, earlierAmong, earlierKey, missingOrders, type Seen } from "./unknown-outcome";

/** A rule refused the payment, or it is too late to pay. */
export class NotPaid extends Error {
  override name = "NotPaid";
  constructor(readonly outcome: Outcome) {
    super(`A payment was not sent: ${outcome.kind}`);
  }
}

/** Limits the attempts of an account, because each stores a hundred order numbers. */
const UNKNOWN_OUTCOMES_MAX = 20;
/** A reply of more than a megabyte from Redis would break the connection for everybody. */
const ENTRY_MAX_LENGTH = 300_000;

/** The payment to send. `known` must be unchanged in the store when it is sent. */
export interface Checked {
  attempt: Attempt;
  known: Attempts;
  order: Pick<Parameters<typeof purchase>[1], "productId" | "accountType">;
}

interface Check {
  upstreamContext: UpstreamContext;
  quote: Quote;
  accountId: string;
  owner: Owner;
  googleBound: boolean;
  seen: Seen;
}

/**
 * Reads the data of a payment again, uncached, and checks every rule. The account must be locked.
 *
 * @returns the attempt to write before the purchase is sent
 * @throws NotPaid if a rule refuses
 */
export async function checkPayment(check: Check): Promise<Checked> {
  const { upstreamContext, quote, accountId, owner, googleBound, seen } = check;
  const { storeMs, ...stored } = await readBlocks(accountId);
  const blocking = blockingAttempt(stored.attempts, quote.productId, storeMs);
  if (blocking) throw new NotPaid({ kind: "blocked", reason: "unknown", untilMs: blocking.blockedUntilMs });
  const isLong = Object.values(stored.expect).some((entry) => (entry?.length ?? 0) > ENTRY_MAX_LENGTH);
  const compared = stored.attempts.filter(isCompared);
  if (isLong || compared.length >= COMPARED_MAX || compared.filter(hasUnknownOutcome).length >= UNKNOWN_OUTCOMES_MAX)
    throw new NotPaid({ kind: "blocked", reason: "busy", untilMs: storeMs });
  const [{ product }, notSoldHere] = await Promise.all([
    productDetail(upstreamContext, quote.productId, { fresh: true }).catch(throwWithdrawn),
    powerRule(upstreamContext.locale, quote.productId),
  ]);
  const [account, { orders, omittedCount }, own] = await Promise.all([
    optionalRead(productAccount(upstreamContext, product.losslessId)),
    orderList(upstreamContext),
    readOwnOrders(owner),
  ]);
  // The attempt's `before` is made from these same orders, and the buyer is told about them before anything is sent.
  const attempts = await compareEarlier(stored.attempts, orders, quote.productId);
  const earlier = earlierAmong(attempts, quote.productId, seen);
  // If no earlier purchase is left to acknowledge, another tab has bought again meanwhile.
  if (earlier.length > 0 && earlierKey(earlier) !== quote.acknowledged) throw new NotPaid({ kind: "earlier" });
  const { quantity, price, paySymbol } = quote;
  const refusal = notSoldHere ?? refusalBeforePayment({ product, googleBound, quantity, balance: account?.balance });
  const now = quotedTerms({ ...product, price: product.price ?? price });
  const isChanged = changedTerms(quote, now).length > 0;
  // The product's own rules come first. A balance is checked only against terms that the buyer has confirmed.
  if (refusal && (!isChanged || refusal.rule !== "balance")) {
    const { message, redirectTo, rule } = refusal;
    const closed = rule === "sale" || rule === "stock" || rule === "quantity" ? true : undefined;
    throw new NotPaid({ kind: "refused", messageKey: message.key, values: message.values, redirectTo, closed });
  }
  if (isChanged || !account) throw new NotPaid({ kind: "termsChanged", now });
  const lacking = await missingOrders(orders, attempts);
  const listed = orders.map(({ orderNum }) => orderNum);
  // The list may briefly lack orders that it showed before. Beyond a full page, older orders are not listed.
  const shown = new Set([...[...attempts].reverse(), ...own].flatMap(({ orderNum }) => orderNum ?? []));
  const recorded = [...shown].filter((orderNum) => !listed.includes(orderNum));
  const before = [...listed, ...recorded.slice(0, Math.max(ORDER_PAGE_SIZE - 1 - listed.length, 0))];
  const attempt: Attempt = {
    id: quote.id,
    productId: quote.productId,
    title: product.title,
    tokenAmount: quantity,
    payAmount: payAmount(quantity, price),
    paySymbol,
    terms: quote.terms,
    atMs: Date.now(),
    state: "sending",
    before,
    ...(listed.length === 0 && { listedNone: true }),
    ...(omittedCount > 0 && { unnamedBefore: omittedCount }),
    ...(lacking.length > 0 && { lacking }),
    blockedUntilMs: storeMs + PURCHASE_DEADLINE_MS + UNKNOWN_BLOCK_MS,
    epoch: quote.epoch,
  };
  return {
    attempt,
    known: { ...stored, attempts },
    order: { productId: product.losslessId, accountType: account.accountType },
  };
}

function throwWithdrawn(error: unknown): never {
  if (error instanceof UpstreamNotFound) {
    throw new NotPaid({ kind: "refused", messageKey: "errors.notForSale", closed: true });
  }
  if (!(error instanceof UpstreamRejected)) throw error;
  const { messageKey, upstreamMessage } = error;
  throw new NotPaid({ kind: "refused", messageKey, upstreamMessage, closed: true });
}
