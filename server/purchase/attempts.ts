import { z } from "zod";
import { storedTimeMs } from "~server/store/stored-time";
import { digest, FULL_LENGTH } from "~server/crypto/digest";
import { takeLease, type Lease } from "@storefront/store/lease";
import { listOf } from "~server/store/list-of";
import { DURABLE_AGE_MS, store } from "~server/store/shared";
import { CLOCK_JUMP_MS, untilChanged, type Change } from "@storefront/store/store";
import { ORDER_NUMBER_MAX_LENGTH } from "~server/upstream/orders";
import { UNKNOWN_BLOCK_MS } from "./outcome";
import { receiptSchema } from "./receipt";

/** How long after its block a purchase without a response is compared with the orders. */
const COMPARED_MS = 24 * 60 * 60_000;
/** An account cannot buy with this many attempts to compare: each is compared with every order and other attempt. */
export const COMPARED_MAX = 40;
/** Up to this many are still read, because earlier builds had no limit. */
const COMPARED_READ_MAX = 60;
/** Maximum number of tries, because the epoch may change while attempts are written. */
const EPOCH_TRIES = 3;

/**
 * One of an account's latest purchases, which all instances share: it shows which product is blocked, and which orders
 * existed before. Only the holder of the account's lock adds one, so they are in chronological order.
 */
const attemptSchema = receiptSchema.extend({
  /** "sending" without a lock holder means "unknown", because its process died. "made": its order was found later. */
  state: z.enum(["sending", "unknown", "paid", "made"]),
  /** Order numbers before the attempt was sent; emptied once it is settled and its order was seen. */
  before: listOf(z.string()),
  /** Number of orders that had no number then, or were counted but not sent. */
  unnamedBefore: z.number().optional(),
  /** True if the list of orders was empty then. */
  listedNone: z.boolean().optional(),
  /** Ids of earlier paid attempts whose orders were missing from the list then. */
  lacking: listOf(z.string()).optional(),
  /** End of the block, in the store's time. Until then, unless settled, it prevents another purchase of the product. */
  blockedUntilMs: storedTimeMs,
  orderNum: z.string().max(ORDER_NUMBER_MAX_LENGTH).optional(),
  /** The store's epoch when the attempt was sent. */
  epoch: z.string(),
  /** True if the buyer knowingly bought the product again after this attempt was paid or its order was found. */
  isAcknowledged: z.boolean().optional(),
  /** True for an "unknown" that blocks nothing: the attempt was refused, and the orders agreed at that moment. */
  isRefused: z.boolean().optional(),
  /** True if the attempt was paid, but the list did not show its order then. */
  isUnlisted: z.boolean().optional(),
});

export type Attempt = z.infer<typeof attemptSchema>;

/** More than fit into `ENTRY_MAX_LENGTH`, which `checkPayment` enforces. */
const ATTEMPTS_MAX = 1_200;
const attemptsSchema = listOf(attemptSchema, ATTEMPTS_MAX);

/** Locks an account for one purchase; null if one is in flight. After its process died, the lock lasts 3 s. */
export function lockAccount(accountId: string): Promise<Lease | null> {
  return takeLease(store(), keyOf("buying", accountId));
}

export interface Attempts {
  /** Attempts, oldest first. */
  attempts: readonly Attempt[];
  /** The stored value; a change is conditional on it, so that it overwrites no other change. */
  expect: NonNullable<Change["expect"]>;
}

/** The attempts that are still compared with the orders, and the store's time when they were read. */
export interface Blocks extends Attempts {
  storeMs: number;
}

/** Reads the attempts. Throws on an unreadable entry, because losing an attempt could mean paying twice. */
export async function readAttempts(accountId: string): Promise<Attempts> {
  const key = keyOf("buyer", accountId);
  const text = await store().get(key);
  return { attempts: text === null ? [] : attemptsSchema.parse(JSON.parse(text)), expect: { [key]: text } };
}

/**
 * Reads the attempts that are still compared with the orders. In another epoch of the store the blocks begin again,
 * because nobody knows how much of them has passed.
 */
export async function readBlocks(accountId: string, triesLeft = EPOCH_TRIES): Promise<Blocks> {
  const [known, storeMs] = await Promise.all([readAttempts(accountId), store().nowMs()]);
  if (known.attempts.length === 0) return { ...known, storeMs };
  const epoch = await store().epoch();
  const isOfAnother = (attempt: Attempt) => attempt.epoch !== epoch;
  if (known.attempts.some(isOfAnother)) {
    if (triesLeft === 0) throw new Error("the store has another epoch each time");
    const begunAnew = { epoch, blockedUntilMs: storeMs + UNKNOWN_BLOCK_MS };
    await changeAttempts(accountId, (attempts) =>
      attempts.map((one) => (isOfAnother(one) ? { ...one, ...begunAnew, atMs: Math.min(one.atMs, storeMs) } : one)),
    );
    return readBlocks(accountId, triesLeft - 1);
  }
  const attempts = known.attempts.filter(isLate(storeMs));
  if (!areComparable(attempts)) throw new Error("more purchases than can be compared");
  return { ...known, attempts, storeMs };
}

const isLate =
  (nowMs: number) =>
  ({ blockedUntilMs }: Attempt) =>
    blockedUntilMs > nowMs - COMPARED_MS;

/** True unless the attempts of the last day are too many to compare. A manipulated Redis may contain any number. */
export function areComparable(attempts: readonly Attempt[]): boolean {
  return attempts.filter(isLate(Date.now())).filter(isCompared).length <= COMPARED_READ_MAX;
}

/**
 * Returns the entry to store. A paid attempt stays while another one is unknown, its own order may still appear, or the
 * buyer may not know of it. Its `before` stays only while its order may appear.
 */
export function attemptsEntry(accountId: string, attempts: readonly Attempt[]): Change["write"] {
  const isNeeded = (attempt: Attempt) => attempt.state === "made" || isAwaited(attempt) || isJustPaid(attempt);
  const needed = attempts.some(isCompared) ? attempts : attempts.filter(isNeeded);
  const kept = needed.map((one) => (one.state === "paid" && !isAwaited(one) ? { ...one, before: [] } : one));
  const entry = kept.length > 0 ? { value: JSON.stringify(kept), ageMs: DURABLE_AGE_MS } : null;
  return { [keyOf("buyer", accountId)]: entry };
}

/** Changes the attempts. Calls `change` again after a concurrent write; it returns the same array for no change. */
export async function changeAttempts(
  accountId: string,
  change: (attempts: readonly Attempt[]) => readonly Attempt[] | Promise<readonly Attempt[]>,
): Promise<void> {
  await untilChanged(async () => {
    const { attempts, expect } = await readAttempts(accountId);
    const changed = await change(attempts);
    if (changed === attempts) return true;
    const write = attemptsEntry(accountId, changed);
    return (await store().commit({ expect, write })) === "done";
  });
}

export function hasUnknownOutcome(attempt: Attempt): boolean {
  return isCompared(attempt) && !attempt.isRefused;
}

/** True while the orders may still show that the attempt was made: it has no outcome, or was refused. */
export function isCompared({ state }: Attempt): boolean {
  return state === "sending" || state === "unknown";
}

/** True for a paid attempt whose order may still appear in the list. */
export function isAwaited({ isUnlisted, blockedUntilMs }: Attempt): boolean {
  return isUnlisted === true && blockedUntilMs > Date.now();
}

/** True for some minutes after a purchase was paid, longer than every earlier quote, unless the buyer bought again. */
export function isJustPaid({ state, isAcknowledged, blockedUntilMs }: Attempt): boolean {
  return state === "paid" && isAcknowledged !== true && blockedUntilMs + CLOCK_JUMP_MS > Date.now();
}

export function blockingAttempt(attempts: readonly Attempt[], productId: string, nowMs: number): Attempt | null {
  return attempts
    .filter(
      (attempt) => attempt.productId === productId && hasUnknownOutcome(attempt) && attempt.blockedUntilMs > nowMs,
    )
    .reduce<Attempt | null>((one, other) => (one && one.blockedUntilMs > other.blockedUntilMs ? one : other), null);
}

/** True if an attempt got no response, or no credible one, even if its outcome was found since. */
export function isUnanswered(attempt: Attempt): boolean {
  return attempt.state === "made" || hasUnknownOutcome(attempt);
}

export function latestUnanswered(attempts: readonly Attempt[], productId: string): Attempt | null {
  return attempts.filter((one) => one.productId === productId && isUnanswered(one)).at(-1) ?? null;
}

/** Returns the purchase that blocks a product for an account (behaviour 13.11); null if the product can be bought. */
export async function blockedBy(accountId: string, productId: string): Promise<Attempt | null> {
  const { attempts, storeMs } = await readBlocks(accountId);
  return blockingAttempt(attempts, productId, storeMs);
}

/** The store gets a digest, because the account's id may be a name or an e-mail address. */
function keyOf(kind: "buying" | "buyer", accountId: string): string {
  return `${kind}:${digest("buyer", accountId, FULL_LENGTH)}`;
}
