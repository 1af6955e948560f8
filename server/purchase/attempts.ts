import { z } from "zod";
import { digest, FULL_LENGTH } from "~server/crypto/digest";
import { takeLease, type Lease } from "@storefront/store/lease";
import { DURABLE_AGE_MS, store } from "~server/store/shared";
import type { Change } from "@storefront/store/store";
import { UNKNOWN_BLOCK_MS } from "./outcome";
import { receiptSchema } from "./receipt";

/** How long a purchase without a response is looked for among the orders once its block is over. */
const COMPARED_MS = 24 * 60 * 60_000;

/**
 * An account's latest purchases, shared by the instances: which product is blocked because its purchase is in flight or
 * has an unknown outcome, and what the orders were before. Only the holder of the account's lock adds one, so the
 * attempts are in the order in which they happened. Each write is conditional on the previous value, so none is lost.
 */
const attemptSchema = receiptSchema.extend({
  /** The quote's. */
  id: z.string(),
  /** "sending" without a holder: its process died, the same as "unknown". "made": found among the orders later. */
  state: z.enum(["sending", "unknown", "paid", "made"]),
  /** The order numbers there were before it was sent; empty once it is settled and its order seen. */
  before: z.array(z.string()),
  /** How many orders had no number then. */
  unnamedBefore: z.number().optional(),
  /** The ids of the attempts that were paid before it, and whose orders the list lacked then. */
  lacking: z.array(z.string()).optional(),
  /** No other purchase of the product until then by the store's time, unless it is settled; milliseconds since 1970. */
  blockedUntilMs: z.number(),
  /** The order that it turned out to be. */
  orderNum: z.string().optional(),
  /** The store's epoch when it was sent; an attempt of an older version has none. */
  epoch: z.string().optional(),
  /** Its order was found, and the buyer has bought the product again, knowing it. */
  isAcknowledged: z.boolean().optional(),
  /** "unknown" that blocks nothing: refused, and believed, with a code of no known meaning by the orders of its moment. */
  isRefused: z.boolean().optional(),
  /** It was paid, and the list of orders did not show its order then. */
  isUnlisted: z.boolean().optional(),
});

export type Attempt = z.infer<typeof attemptSchema>;

const attemptsSchema = z.array(attemptSchema);

/**
 * Locks an account for one purchase. No other purchase changes the balance and the orders that it then reads, and a
 * second tab cannot pay at the same time. The lock of a process that died lasts three more seconds.
 *
 * @param accountId the upstream's id of the user
 * @returns null when a purchase of the account is in flight
 */
export function lockAccount(accountId: string): Promise<Lease | null> {
  return takeLease(store(), keyOf("buying", accountId));
}

/** The attempts of an account, oldest first, and their stored text. */
export interface Attempts {
  attempts: readonly Attempt[];
  /** What a change expects, so that no other write is lost by it. */
  expect: NonNullable<Change["expect"]>;
}

/** Those that are still compared with the orders, and the store's time when they were read. */
export interface Blocks extends Attempts {
  storeMs: number;
}

/**
 * Reads the attempts of an account.
 *
 * @throws what the store throws, and on an entry that cannot be read: to forget an attempt could be to pay twice
 */
export async function readAttempts(accountId: string): Promise<Attempts> {
  const key = keyOf("buyer", accountId);
  const text = await store().get(key);
  return { attempts: text === null ? [] : attemptsSchema.parse(JSON.parse(text)), expect: { [key]: text } };
}

/**
 * Reads the attempts of an account that are still compared with the orders. If the store has had another epoch since
 * one was sent, its block begins anew: after a jump of the clock nobody knows how much of it has passed, nor when it
 * was sent.
 */
export async function readBlocks(accountId: string): Promise<Blocks> {
  const [known, storeMs] = await Promise.all([readAttempts(accountId), store().nowMs()]);
  if (known.attempts.length === 0) return { ...known, storeMs };
  const epoch = await store().epoch();
  const isOfAnother = (attempt: Attempt) => attempt.epoch !== undefined && attempt.epoch !== epoch;
  if (known.attempts.some(isOfAnother)) {
    const begunAnew = { epoch, blockedUntilMs: storeMs + UNKNOWN_BLOCK_MS };
    await changeAttempts(accountId, (attempts) =>
      attempts.map((one) => (isOfAnother(one) ? { ...one, ...begunAnew, atMs: Math.min(one.atMs, storeMs) } : one)),
    );
    return readBlocks(accountId);
  }
  const attempts = known.attempts.filter(({ blockedUntilMs }) => blockedUntilMs > storeMs - COMPARED_MS);
  return { ...known, attempts, storeMs };
}

/**
 * The store entry for these attempts. A paid attempt is stored only while another one has an unknown outcome, or until
 * the list of orders may be expected to show its order, to distinguish their orders.
 */
export function attemptsEntry(accountId: string, attempts: readonly Attempt[]): Change["write"] {
  const isNeeded = (attempt: Attempt) => attempt.state === "made" || isAwaited(attempt);
  const needed = attempts.some(isCompared) ? attempts : attempts.filter(isNeeded);
  const entry = needed.length > 0 ? { value: JSON.stringify(needed), ageMs: DURABLE_AGE_MS } : null;
  return { [keyOf("buyer", accountId)]: entry };
}

/**
 * Changes the attempts of an account, with retries on concurrent writes.
 *
 * @param change returns the new attempts, or the same array for no change; may be called more than once
 */
export async function changeAttempts(
  accountId: string,
  change: (attempts: readonly Attempt[]) => readonly Attempt[],
): Promise<void> {
  for (;;) {
    const { attempts, expect } = await readAttempts(accountId);
    const changed = change(attempts);
    if (changed === attempts) return;
    const write = attemptsEntry(accountId, changed);
    if ((await store().commit({ expect, write })) === "done") return;
  }
}

/** Whether an attempt has no outcome yet. */
export function hasUnknownOutcome(attempt: Attempt): boolean {
  return isCompared(attempt) && !attempt.isRefused;
}

/** True if the orders may still show that an attempt was made: it has no outcome, or was refused. */
export function isCompared({ state }: Attempt): boolean {
  return state === "sending" || state === "unknown";
}

/** True if an attempt was paid and the list of orders may yet come to show its order. */
export function isAwaited({ isUnlisted, blockedUntilMs }: Attempt): boolean {
  return isUnlisted === true && blockedUntilMs > Date.now();
}

/**
 * The attempt that forbids another purchase of a product, if any: the one that forbids it longest.
 *
 * @param nowMs by the store's time
 */
export function blockingAttempt(attempts: readonly Attempt[], productId: string, nowMs: number): Attempt | null {
  return attempts
    .filter(
      (attempt) => attempt.productId === productId && hasUnknownOutcome(attempt) && attempt.blockedUntilMs > nowMs,
    )
    .reduce<Attempt | null>((one, other) => (one && one.blockedUntilMs > other.blockedUntilMs ? one : other), null);
}

/** Whether a purchase got no response, or none to be believed, whether its outcome has been found since or not. */
export function isUnanswered(attempt: Attempt): boolean {
  return attempt.state === "made" || hasUnknownOutcome(attempt);
}

/** The latest purchase of a product that got no response, whether its outcome has been found since or not. */
export function latestUnanswered(attempts: readonly Attempt[], productId: string): Attempt | null {
  return attempts.filter((one) => one.productId === productId && isUnanswered(one)).at(-1) ?? null;
}

/**
 * The purchase that blocks an account from buying a product, because it is in flight or has an unknown outcome
 * (behaviour 13.11).
 *
 * @returns null when it can be bought
 */
export async function blockedBy(accountId: string, productId: string): Promise<Attempt | null> {
  const { attempts, storeMs } = await readBlocks(accountId);
  return blockingAttempt(attempts, productId, storeMs);
}

/** The account's id may be a name or an address; the store gets a digest. */
function keyOf(kind: "buying" | "buyer", accountId: string): string {
  return `${kind}:${digest("buyer", accountId, FULL_LENGTH)}`;
}
