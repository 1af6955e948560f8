import { LRUCache } from "lru-cache";
import { readDecimal } from "~server/purchase/decimal";
import { upstreamContextOf as callerOf } from "~server/session/upstream-context";
import { cookieValues, setCookie } from "~server/session/cookies";
import { ownerDigest } from "~server/session/owner";
import type { Session } from "~server/session/session";
import type { RequestContext } from "~server/session/visitor";
import { accountBalance, type AccountBalance } from "~server/upstream/finance";
import { orderList, type OrderPage } from "~server/upstream/orders";
import type { UpstreamContext } from "~server/upstream/client";
import { EXTRA_WAIT_MS, optionalRead } from "~server/loader/reads";
import { userInfo, type UserInfo } from "~server/upstream/user";

/** How long the account centre waits for what only its first steps need. */
const ONBOARDING_DEADLINE_MS = 1_000;
const ONBOARDING_DONE_AGE_MS = 365 * 24 * 60 * 60_000;

/** Onboarding: what somebody does once who has just joined, in this order (behaviour 2.62). */
export const ONBOARDING_STEPS = ["authenticator", "deposit", "order"] as const;
export type OnboardingStep = (typeof ONBOARDING_STEPS)[number];

/** How far somebody is: of each step whether it is done, or "unknown" where the platform did not say. */
export interface OnboardingProgress {
  steps: Readonly<Record<OnboardingStep, "done" | "open" | "unknown">>;
  /** The first step that is known to be open. */
  next?: OnboardingStep | undefined;
  isDone: boolean;
}

/** What the steps follow from; undefined where it could not be read. */
interface Known {
  user: Pick<UserInfo, "googleBound"> | undefined;
  balance: AccountBalance | undefined;
  orders: Pick<OrderPage, "count" | "orders"> | undefined;
}

/** Whether something is held of a coin; undefined where amounts were not sent, or a coin cannot be named. */
function isHeld({ coins, omittedCount }: AccountBalance): boolean | undefined {
  const totals = coins.map(({ allBalance }) => readDecimal(allBalance));
  if (totals.some((total) => total?.gt(0))) return true;
  return omittedCount > 0 || totals.includes(undefined) ? undefined : false;
}

/** How far somebody is, by what is known. Who has ordered has deposited: an order is paid from the balance. */
export function progressOf({ user, balance, orders }: Known): OnboardingProgress {
  const message = (done: boolean | undefined) => (done === undefined ? "unknown" : done ? "done" : "open");
  const order = message(orders && (orders.count > 0 || orders.orders.length > 0));
  const steps = {
    authenticator: message(user?.googleBound),
    deposit: order === "done" ? order : message(balance && isHeld(balance)),
    order,
  } as const;
  return {
    steps,
    next: ONBOARDING_STEPS.find((step) => steps[step] === "open"),
    isDone: ONBOARDING_STEPS.every((step) => steps[step] === "done"),
  };
}

/** The cookie that remembers that it is done. */
const ONBOARDING_COOKIE = "steps";

const digestOf = (session: Pick<Session, "account" | "id">) => ownerDigest("first-steps-done", session);

/**
 * Whether this browser remembers that the account's first steps are done (behaviour 3.41). A digest, not a secret: who
 * makes one up only hides a line of their own page.
 */
export function isOnboardingDone(request: Request, session: Pick<Session, "account" | "id">): boolean {
  return cookieValues(request, ONBOARDING_COOKIE).includes(digestOf(session));
}

/** The Set-Cookie value that remembers it for a year, for this account alone. */
export function onboardingDoneCookie(session: Pick<Session, "account" | "id">): string {
  return setCookie(ONBOARDING_COOKIE, digestOf(session), ONBOARDING_DONE_AGE_MS);
}

/** What a page shows of the first steps, and the cookies that its answer sets. */
export interface OnboardingSteps {
  progress: OnboardingProgress | undefined;
  cookies: string[];
}

const NOTHING: OnboardingSteps = { progress: undefined, cookies: [] };

/** All done: this browser remembers it for the account, and nothing is asked or shown any more. */
function shown(progress: OnboardingProgress, session: Session): OnboardingSteps {
  return progress.isDone
    ? { progress: undefined, cookies: [onboardingDoneCookie(session)] }
    : { progress, cookies: [] };
}

/**
 * The first steps on the account centre, which reads the user itself. What cannot be read within a second is unknown.
 *
 * @param user as the page reads it; what the balance and the orders say is read beside it
 * @throws SessionExpired
 */
export async function readOnboarding(
  visitor: RequestContext,
  {
    upstreamContext,
    session,
    user,
  }: { upstreamContext: UpstreamContext; session: Session; user: Promise<UserInfo | undefined> },
): Promise<OnboardingSteps> {
  if (isOnboardingDone(visitor.request, session)) return NOTHING;
  const hurried = { ...upstreamContext, deadlineMs: ONBOARDING_DEADLINE_MS };
  const [known, balance, orders] = await Promise.all([
    user,
    optionalRead(accountBalance(hurried)),
    optionalRead(orderList(hurried)),
  ]);
  return shown(progressOf({ user: known, balance, orders }), session);
}

/** Accounts for which the platform has just said nothing: their Home does not wait for it again at once. */
const silent = new LRUCache<string, true>({ max: 10_000, ttl: 30_000 });

/**
 * The first steps on Home: nothing for who is signed out, nor once all are done; then no call is made. Home waits half
 * a second at most, and after a failure half a minute not at all (behaviour 13.20).
 *
 * @throws SessionExpired
 */
export async function readOnboardingForHome(visitor: RequestContext): Promise<OnboardingSteps> {
  const session = visitor.isEverybody ? null : await visitor.session();
  if (!session || isOnboardingDone(visitor.request, session)) return NOTHING;
  const account = ownerDigest("first-steps", session);
  if (silent.has(account)) return NOTHING;
  const hurried = { ...callerOf(visitor, session), deadlineMs: EXTRA_WAIT_MS };
  const [user, balance, orders] = await Promise.all([
    optionalRead(userInfo(hurried)),
    optionalRead(accountBalance(hurried)),
    optionalRead(orderList(hurried)),
  ]);
  if (!user || !balance || !orders) silent.set(account, true);
  return shown(progressOf({ user, balance, orders }), session);
}
