import { setTimeout as wait } from "node:timers/promises";
import { PURCHASE_DEADLINE_MS } from "~server/upstream/constants";
import { LEASE_MS, type Lease } from "@storefront/store/lease";
import { describeError, log, logProgramError } from "@storefront/observability/log";
import { claimAttempt, forgetAttempts, noteUsedCode, type Tried } from "~server/store/attempt-limit";
import { ownerBy } from "~server/session/owner";
import { store } from "~server/store/shared";
import { purchase } from "~server/upstream/orders";
import {
  SessionExpired,
  forPayment,
  UpstreamRejected,
  UpstreamUnavailable,
  within,
  type UpstreamContext,
} from "~server/upstream/client";
import { identifiedUser } from "~server/upstream/user";
import type { Locale } from "~server/i18n/locale";
import { attemptsEntry, changeAttempts, isCompared, hasUnknownOutcome, lockAccount, type Attempt } from "./attempts";
import { checkPayment, NotPaid } from "./payment-checks";
import { ledger, type Performed, type Settling } from "./ledger";
import { UNKNOWN_BLOCK_MS, countPurchase, type Outcome } from "./outcome";
import { rememberOrder, type Listed } from "./own-orders";
import { isExpired, type Quote } from "./quote";
import { receiptSchema } from "./receipt";
import { readPurchaseStop, stopMessage } from "./purchase-switch";
import { isOfSameAmounts, madeNoOrder, showsOrder, type Seen } from "./unknown-outcome";

/**
 * A payment is sent within this time after its checks began, or not at all. The time is checked after the mark, after
 * the queue, and once connected.
 */
export const SEND_WITHIN_MS = 5_000;
/** Maximum number of refused attempts per account to compare with the orders; each stores a hundred order numbers. */
const REFUSED_MAX = 20;
/** How often to check that the store still has the records that prevent a second payment. */
const LOOK_EVERY_MS = 1_000;

export interface Payment {
  /** Must not carry a signal, because a visitor who leaves does not stop a payment. */
  upstreamContext: UpstreamContext;
  /** The quote, opened for the visitor's session. */
  quote: Quote;
  googleCode: string;
  /** The account as typed at sign-in, or the session's id. Used codes are stored under it. */
  account: string;
  seen?: Seen;
}

/**
 * Pays a quote (behaviour 4.16; decision 0031): checks every rule again with uncached data, and makes the purchase call
 * at most once per quote, which every outcome uses up. Does not reject if upstream or store fail.
 */
export async function pay(payment: Payment): Promise<Outcome> {
  const { quote } = payment;
  if (isExpired(quote)) return settleExpired(quote);
  return ledger.settleIdempotently(quote, async (settling) => {
    const performed = await perform({ ...payment, upstreamContext: forPayment(payment.upstreamContext) }, settling);
    const { kind } = performed.outcome;
    countPurchase(kind);
    log()[kind === "unknown" ? "warn" : "info"](
      { quote: quote.id, product: quote.productId, outcome: kind },
      "purchase",
    );
    return performed;
  });
}

/** A repeated post of an expired quote must still report that it was paid. If not, nobody may pay it any more. */
async function settleExpired(quote: Quote): Promise<Outcome> {
  const expired = { kind: "quoteExpired" } as const;
  const first = await ledger.firstOutcome(quote);
  if (first) return first;
  const settled = await ledger.settleIdempotently(quote, () => Promise.resolve({ outcome: expired }));
  // In another epoch the quote cannot be paid anyway.
  return settled.kind === "quoteFromOtherEpoch" ? expired : settled;
}

/**
 * The ledger runs this once. Nothing is sent before the purchase call, so a step before it that fails or refuses
 * (`NotPaid`) means "not charged"; the earlier steps are then undone until the store accepts that.
 */
async function perform(payment: Payment, settling: Settling): Promise<Performed> {
  const { upstreamContext, quote, googleCode, account, seen } = payment;
  const undo: (() => Promise<unknown>)[] = [];
  const afterwards = async () => {
    for (let step = undo.at(-1); step; step = undo.at(-1)) {
      await step();
      undo.pop();
    }
  };
  let release = () => Promise.resolve();
  const isInTime = timeLimit(SEND_WITHIN_MS);
  try {
    await requireNoStop(upstreamContext.locale);
    const user = await identifiedUser(upstreamContext);
    const accountLock = await requireAccountLock(user.id);
    release = accountLock.release;
    const owner = ownerBy({ userId: user.id, account, id: "" });
    const { attempt, known, order } = await checkPayment({
      upstreamContext,
      quote,
      accountId: user.id,
      owner,
      googleBound: user.googleBound,
      seen,
    });
    const refusal = await requireGuess("tries:refusedPayment", user.id);
    undo.push(refusal.giveBack);
    const guess = await requireGuess("tries:payment", user.id);
    undo.push(guess.giveBack);
    const mayBeSent = async () => isInTime() && (await readPurchaseStop()) === null && isInTime();
    if (!(await mayBeSent())) throw new NotPaid({ kind: "notSent" });
    // The attempt may be written even if the store's response is lost.
    undo.push(() => changeAttempts(user.id, (attempts) => without(attempts, attempt.id)));
    const isMarked = await settling.sending({
      // While this process was suspended, another may have locked the account or settled the quote.
      expect: { ...known.expect, [accountLock.key]: accountLock.mark },
      write: attemptsEntry(user.id, [...known.attempts, attempt]),
    });
    if (!isMarked) throw new NotPaid({ kind: "notSent" });
    const sent = { ...order, buyAmount: quote.quantity, googleCode, mayBeSent };
    const call = send(upstreamContext, [...known.attempts, attempt], attempt, sent);
    const outcome = await whileRecorded(call, user.id, attempt, accountLock);
    undo.length = 0;
    undo.push(async () => {
      // An earlier purchase without a response, or with a late order, may have made a matching order.
      const others = known.attempts.filter((one) => hasUnknownOutcome(one) || attempt.lacking?.includes(one.id));
      const found = outcome.kind === "paid" ? await rememberOrder(upstreamContext, owner, attempt, others) : {};
      await settle(user.id, attempt, outcome, { found, before: known.attempts });
      const isWrongCode = outcome.kind === "refused" && outcome.messageKey === "errors.code";
      // Without a response, or after any other rejection, the code may have been used.
      if (!isWrongCode && outcome.kind !== "notSent") await noteUsedCode(account, googleCode);
      if (outcome.kind === "paid") {
        await forgetAttempts("tries:payment", user.id);
        await forgetAttempts("tries:refusedPayment", user.id);
        return;
      }
      // A wrong code keeps its slot, so it counts. The upstream may reject it with an error code that we do not know.
      if (!isWrongCode) await guess.giveBack();
      if (outcome.kind !== "refused") await refusal.giveBack();
    });
    return { outcome, afterwards, release };
  } catch (error) {
    if (error instanceof NotPaid) return { outcome: error.outcome, afterwards, release };
    // The lock is released now: if the store stays down, `afterwards` never succeeds.
    await release();
    return { outcome: withoutPayment(error), afterwards, release };
  }
}

/** @throws NotPaid while the operator has stopped purchases */
async function requireNoStop(locale: Locale): Promise<void> {
  const stop = await readPurchaseStop();
  if (!stop) return;
  const { key, values } = stopMessage(stop, locale);
  throw new NotPaid({ kind: "refused", messageKey: key, values, closed: true });
}

/** @throws NotPaid while another purchase of the account is in flight */
async function requireAccountLock(accountId: string): Promise<Lease> {
  const lock = await lockAccount(accountId);
  if (!lock) throw new NotPaid({ kind: "blocked", reason: "busy", untilMs: Date.now() + LEASE_MS });
  return lock;
}

/** Counts the code as wrong until it turns out to be right. @throws NotPaid after too many wrong codes */
async function requireGuess(what: Tried, accountId: string): Promise<{ giveBack: () => Promise<void> }> {
  const claim = await claimAttempt(what, accountId);
  if (!claim.allowed) throw new NotPaid({ kind: "paused", untilMs: claim.untilMs });
  return claim;
}

/** Uses both clocks: the monotonic one stops while a machine sleeps, and the wall clock may be set back. */
function timeLimit(ms: number): () => boolean {
  const [wallMs, monotonicMs] = [Date.now(), performance.now()];
  return () => Date.now() - wallMs <= ms && performance.now() - monotonicMs <= ms;
}

const without = (attempts: readonly Attempt[], id: string) =>
  attempts.some((attempt) => attempt.id === id) ? attempts.filter((attempt) => attempt.id !== id) : attempts;

/**
 * Waits for the purchase call. If the store loses the attempt or the lock meanwhile, as in a failover, writes them
 * again, because the account must not buy anything else until the call ends.
 */
async function whileRecorded(
  call: Promise<Outcome>,
  accountId: string,
  attempt: Attempt,
  accountLock: Lease,
): Promise<Outcome> {
  for (;;) {
    const outcome = await Promise.race([call, wait(LOOK_EVERY_MS, null, { ref: false })]);
    if (outcome) return outcome;
    try {
      await changeAttempts(accountId, (attempts) =>
        attempts.some(({ id }) => id === attempt.id) ? attempts : inserted(attempts, [attempt]),
      );
      await store().add(accountLock.key, accountLock.mark, LEASE_MS);
    } catch (error) {
      // The next round tries again, and the attempt is written once more with its outcome.
      logProgramError(error);
    }
  }
}

/** Inserts in order of time, because a later attempt may have made an order that looks like an earlier one's. */
function inserted(attempts: readonly Attempt[], some: readonly Attempt[]): Attempt[] {
  return [...attempts, ...some].sort((one, other) => one.atMs - other.atMs);
}

/**
 * Writes the outcome to the attempt, again if the store has lost it, because an unknown outcome must block its product.
 * If the buyer repeated a purchase whose order was found, pages stop asking about it; after a refusal they still ask.
 */
async function settle(
  accountId: string,
  attempt: Attempt,
  outcome: Outcome,
  { found, before }: { found: Listed; before: readonly Attempt[] },
): Promise<void> {
  const left = settled(attempt, outcome, { found, storeMs: await store().nowMs() });
  const [after] = left;
  const isOfProduct = ({ productId }: Attempt) => productId === attempt.productId;
  const isMade = ({ state }: Attempt) => state === "made" || state === "paid";
  const isBought = (one: Attempt) => after && !after.isRefused && isOfProduct(one) && isMade(one);
  const again = new Set(before.filter(isBought).map(({ id }) => id));
  const isRefused = (one: Attempt) => one.isRefused === true && isCompared(one);
  // The latest refused attempt replaces equal ones if the list before it was complete and had no new orders, which may
  // lack their amounts.
  const isClear = attempt.unnamedBefore === undefined && attempt.lacking === undefined;
  const hasNewOrders = (since: Attempt) => attempt.before.some((orderNum) => !since.before.includes(orderNum));
  const isEqual = (one: Attempt) => isOfProduct(one) && isOfSameAmounts(one, attempt) && !hasNewOrders(one);
  const isReplaced = (one: Attempt) => after?.isRefused && isClear && isRefused(one) && isEqual(one);
  await changeAttempts(accountId, (stored) => {
    const kept = stored.filter((one) => !isReplaced(one));
    const beyond = new Set(kept.filter(isRefused).slice(0, after?.isRefused ? 1 - REFUSED_MAX : 0));
    const attempts = kept
      .filter((one) => !beyond.has(one))
      .map((one) => (again.has(one.id) ? { ...one, isAcknowledged: true } : one));
    const known = attempts.find(({ id }) => id === attempt.id);
    // The orders may have resolved the attempt meanwhile.
    if (known && known.state !== "sending") return attempts;
    if (known) return attempts.flatMap((one) => (one === known ? left : one));
    return inserted(attempts, left);
  });
}

async function send(
  upstreamContext: UpstreamContext,
  attempts: readonly Attempt[],
  attempt: Attempt,
  order: Parameters<typeof purchase>[1],
): Promise<Outcome> {
  const receipt = receiptSchema.parse(attempt);
  // Reads after the purchase call share its deadline, not the form's.
  const lookupContext = within(upstreamContext, PURCHASE_DEADLINE_MS);
  try {
    await purchase(upstreamContext, order);
    return { kind: "paid", receipt: { ...receipt, atMs: Date.now() } };
  } catch (error) {
    const isCertain = await hasNotCharged(error, lookupContext, attempts, attempt);
    return isCertain ? withoutPayment(error) : { kind: "unknown", productId: attempt.productId };
  }
}

/**
 * True if a failed purchase call certainly charged nothing. Any rejection may come after the charge, so the orders
 * decide.
 */
async function hasNotCharged(
  error: unknown,
  upstreamContext: UpstreamContext,
  attempts: readonly Attempt[],
  attempt: Attempt,
): Promise<boolean> {
  if (error instanceof UpstreamUnavailable) return !error.sent;
  const isRejected = error instanceof UpstreamRejected;
  if (error instanceof SessionExpired || (isRejected && error.messageKey === "errors.code")) {
    const isCharged = await showsOrder(upstreamContext, attempts, attempt);
    if (isCharged)
      log().warn(
        { quote: attempt.id, error: describeError(error) },
        "a purchase was refused, but may have made an order",
      );
    return !isCharged;
  }
  if (!isRejected) return false;
  const isBelieved = await madeNoOrder(upstreamContext, attempt);
  log().warn({ quote: attempt.id, code: error.code, isBelieved }, "a purchase was rejected with an unknown code");
  return isBelieved;
}

/** Returns the outcome of a failure that certainly charged nothing. */
function withoutPayment(error: unknown): Outcome {
  if (error instanceof SessionExpired) return { kind: "sessionExpired" };
  if (error instanceof UpstreamRejected) {
    const { messageKey, upstreamMessage } = error;
    return { kind: "refused", messageKey, ...(upstreamMessage !== undefined && { upstreamMessage }) };
  }
  log().warn({ error: describeError(error) }, "purchase not sent");
  return { kind: "notSent" };
}

/**
 * Returns the attempt with its outcome; [] if it was never sent. A refused one is compared with later orders too: if a
 * gateway repeats a call, the repetition is rejected because the first call used the code.
 */
function settled(
  attempt: Attempt,
  outcome: Outcome,
  { found, storeMs }: { found: Listed; storeMs: number },
): Attempt[] {
  const { kind } = outcome;
  if (kind === "paid") return [{ ...attempt, ...found, state: "paid", before: found.isUnlisted ? attempt.before : [] }];
  if (kind === "unknown") return [{ ...attempt, state: "unknown", blockedUntilMs: storeMs + UNKNOWN_BLOCK_MS }];
  if (kind === "refused" || kind === "sessionExpired")
    return [{ ...attempt, state: "unknown", isRefused: true, blockedUntilMs: storeMs }];
  return [];
}
