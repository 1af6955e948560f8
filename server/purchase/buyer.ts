import { createHash } from "node:crypto";
import { z } from "zod";
import { ATTEMPT_AGE_MS, BUYER_HOLD_MS } from "~server/constants";
import { store } from "~server/store/store";
import { receiptSchema } from "./receipt";

/**
 * What is known of an account's latest purchases, shared by the instances: which product is blocked because a purchase of it
 * is under way or has no known outcome, and what the orders were before. Written only by who holds the account, so no write
 * is lost and the attempts are in the order in which they happened.
 */
const attemptSchema = receiptSchema.extend({
  /** The quote's. */
  id: z.string(),
  /** "sending" without a holder is a process that died: the same as "unknown". "made" was found among the orders later. */
  state: z.enum(["sending", "unknown", "paid", "made"]),
  /** The order numbers there were before it was sent; empty once it is settled. */
  before: z.array(z.string()),
  /** No other purchase of the product until then, unless it is settled; milliseconds since 1970. */
  blockedUntilMs: z.number(),
  /** The order that it turned out to be. */
  orderNum: z.string().optional(),
});

export type Attempt = z.infer<typeof attemptSchema>;

const attemptsSchema = z.array(attemptSchema);

/**
 * Takes an account for one purchase. The balance and the orders it reads are then nobody else's doing, and a second tab cannot
 * pay beside it. The hold ends by itself after `BUYER_HOLD_MS`, which is longer than a purchase can take.
 *
 * @param accountId the platform's id of the user
 * @returns false when a purchase of the account is under way
 * @throws what the store throws
 */
export async function holdBuyer(accountId: string): Promise<boolean> {
  return store().add(keyOf("buying", accountId), "1", BUYER_HOLD_MS);
}

/** Ends a hold; only for who took it, within `BUYER_HOLD_MS`. Never rejects: where the store fails the hold ends by itself. */
export async function releaseBuyer(accountId: string): Promise<void> {
  try {
    await store().delete(keyOf("buying", accountId));
  } catch {
    // The next purchase of the account is told to wait that long.
  }
}

/**
 * The attempts of the last day, oldest first.
 *
 * @throws what the store throws, and on an entry that cannot be read: to forget an attempt could be to pay twice
 */
export async function readAttempts(accountId: string): Promise<Attempt[]> {
  const text = await store().get(keyOf("buyer", accountId));
  if (text === null) return [];
  return attemptsSchema.parse(JSON.parse(text)).filter(({ atMs }) => atMs > Date.now() - ATTEMPT_AGE_MS);
}

/**
 * Writes the attempts; only for who holds the account. What was paid is kept only for as long as something else has no known
 * outcome, to tell their orders apart.
 *
 * @throws what the store throws
 */
export async function writeAttempts(accountId: string, attempts: readonly Attempt[]): Promise<void> {
  const worth = attempts.some(isUnsettled) ? attempts : attempts.filter(({ state }) => state === "made");
  if (worth.length === 0) await store().delete(keyOf("buyer", accountId));
  else await store().set(keyOf("buyer", accountId), JSON.stringify(worth), ATTEMPT_AGE_MS);
}

/** Whether an attempt has no outcome yet. */
export function isUnsettled({ state }: Attempt): boolean {
  return state === "sending" || state === "unknown";
}

/** The attempt that forbids another purchase of a product at this time, if any: the one that forbids it longest. */
export function blockingAttempt(attempts: readonly Attempt[], productId: string): Attempt | null {
  return attempts
    .filter((attempt) => attempt.productId === productId && isUnsettled(attempt) && attempt.blockedUntilMs > Date.now())
    .reduce<Attempt | null>((one, other) => (one && one.blockedUntilMs > other.blockedUntilMs ? one : other), null);
}

/** The latest purchase of a product whose answer never came, whether its outcome has been found since or not. */
export function latestUnanswered(attempts: readonly Attempt[], productId: string): Attempt | null {
  return attempts.filter((attempt) => attempt.productId === productId && attempt.state !== "paid").at(-1) ?? null;
}

/**
 * Until when an account cannot buy a product, because a purchase of it is under way or has no known outcome (rulings, "What
 * each page does when a call fails").
 *
 * @returns milliseconds since 1970, or null when it can be bought
 * @throws what the store throws
 */
export async function blockedUntilMs(accountId: string, productId: string): Promise<number | null> {
  return blockingAttempt(await readAttempts(accountId), productId)?.blockedUntilMs ?? null;
}

/** The account's id may be a name or an address; the store gets a digest. */
function keyOf(kind: "buying" | "buyer", accountId: string): string {
  return `${kind}:${createHash("sha256").update(`buyer:${accountId}`).digest("base64url")}`;
}
