import { PURCHASE_DEADLINE_MS } from "~server/upstream/constants";
import { productDetail } from "~server/upstream/catalogue";
import { orderList, productAccount, type purchase } from "~server/upstream/orders";
import { UpstreamNotFound, UpstreamRejected, type UpstreamContext } from "~server/upstream/client";
import { optionalRead } from "~server/loader/reads";
import { payAmount } from "./amount";
import { blockingAttempt, readAttempts, type Attempt, type Attempts } from "./attempts";
import { UNKNOWN_BLOCK_MS, type Outcome } from "./outcome";
import type { Quote } from "./quote";
import { refusalBeforePayment } from "./rules";
import { changedTerms, quotedTerms } from "./terms";
import { lackedBy } from "./unknown-outcome";

/** The payment to send and the store values that must be unchanged, or why it is not sent. */
export type Checked =
  | {
      ok: true;
      attempt: Attempt;
      known: Attempts;
      order: Pick<Parameters<typeof purchase>[1], "productId" | "accountType">;
    }
  | { ok: false; outcome: Outcome };

interface Check {
  upstreamContext: UpstreamContext;
  quote: Quote;
  accountId: string;
  googleBound: boolean;
}

/**
 * Reads again what a payment depends on, uncached, and checks every rule (behaviour 5.10). The account has to be
 * locked, so that no other purchase changes its balance, its orders or its attempts meanwhile.
 *
 * @returns the attempt to be written before the purchase is sent, or the outcome of a payment that is not sent
 * @throws UpstreamRejected, SessionExpired, UpstreamUnavailable; what the store throws
 */
export async function checkPayment({ upstreamContext, quote, accountId, googleBound }: Check): Promise<Checked> {
  const refuse = (outcome: Outcome): Checked => ({ ok: false, outcome });
  const known = await readAttempts(accountId);
  const blocking = blockingAttempt(known.attempts, quote.productId);
  if (blocking) return refuse({ kind: "blocked", reason: "unknown", untilMs: blocking.blockedUntilMs });
  if (!quote.terms) return refuse({ kind: "quoteExpired" });
  const found = await productDetail(upstreamContext, quote.productId, { fresh: true }).catch(withdrawn);
  if (!("product" in found)) return refuse(found);
  const { product } = found;
  const [account, { orders, omittedCount }] = await Promise.all([
    optionalRead(productAccount(upstreamContext, product.losslessId)),
    orderList(upstreamContext),
  ]);
  const { quantity, price, paySymbol } = quote;
  const refusal = refusalBeforePayment({ product, googleBound, quantity, balance: account?.balance });
  const now = quotedTerms({ ...product, price: product.price ?? price });
  const isChanged = changedTerms(quote, now).length > 0;
  // Whether the product can be bought comes first; the balance is checked against the new terms, once confirmed.
  if (refusal && (!isChanged || refusal.rule !== "balance")) {
    const { message, redirectTo, rule } = refusal;
    const closed = rule === "sale" || rule === "stock" || rule === "quantity" ? true : undefined;
    return refuse({ kind: "refused", messageKey: message.key, values: message.values, redirectTo, closed });
  }
  if (isChanged || !account) return refuse({ kind: "termsChanged", now });
  const atMs = Date.now();
  const lacking = lackedBy(orders, known.attempts);
  const attempt: Attempt = {
    id: quote.id,
    productId: quote.productId,
    title: product.title,
    tokenAmount: quantity,
    payAmount: payAmount(quantity, price),
    paySymbol,
    atMs,
    state: "sending",
    before: orders.map(({ orderNum }) => orderNum),
    ...(omittedCount > 0 && { unnamedBefore: omittedCount }),
    ...(lacking.length > 0 && { lacking }),
    blockedUntilMs: atMs + PURCHASE_DEADLINE_MS + UNKNOWN_BLOCK_MS,
  };
  return { ok: true, attempt, known, order: { productId: product.losslessId, accountType: account.accountType } };
}

/** The outcome for a product that the upstream no longer lists; it rethrows every other error. */
function withdrawn(error: unknown): Outcome {
  if (error instanceof UpstreamNotFound) return { kind: "refused", messageKey: "errors.notForSale", closed: true };
  if (!(error instanceof UpstreamRejected)) throw error;
  const { messageKey, upstreamMessage } = error;
  return { kind: "refused", messageKey, upstreamMessage, closed: true };
}
