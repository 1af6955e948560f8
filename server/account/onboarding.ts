import { readDecimal } from "~server/purchase/decimal";
import { cookieValues, setCookie } from "~server/session/cookies";
import { ownerDigest } from "~server/session/owner";
import type { Session } from "~server/session/session";
import type { RequestContext } from "~server/session/request-context";
import type { AccountBalance } from "~server/upstream/finance";
import { orderList, type OrderPage } from "~server/upstream/orders";
import type { UpstreamContext } from "~server/upstream/client";
import { optionalRead } from "~server/loader/reads";
import type { UserInfo } from "~server/upstream/user";

export const ONBOARDING_DEADLINE_MS = 1_000;
const ONBOARDING_DONE_AGE_MS = 365 * 24 * 60 * 60_000;

const ONBOARDING_STEPS = ["authenticator", "deposit", "order"] as const;
export type OnboardingStep = (typeof ONBOARDING_STEPS)[number];

export interface OnboardingProgress {
  steps: Readonly<Record<OnboardingStep, "done" | "open" | "unknown">>;
  next?: OnboardingStep | undefined;
  isDone: boolean;
}

/** Data about the account; parts that could not be read are undefined. */
interface Known {
  user: Pick<UserInfo, "googleBound"> | undefined;
  balance: AccountBalance | undefined;
  orders: Pick<OrderPage, "count" | "orders"> | undefined;
}

/** Returns undefined if amounts are missing or a coin has no name. */
function hasBalance({ coins, omittedCount }: AccountBalance): boolean | undefined {
  const totals = coins.map(({ allBalance }) => readDecimal(allBalance));
  if (totals.some((total) => total?.gt(0))) return true;
  return omittedCount > 0 || totals.includes(undefined) ? undefined : false;
}

/** Counts an order as proof of a deposit, since it was paid from the balance. */
function progressOf({ user, balance, orders }: Known): OnboardingProgress {
  const stepStatus = (done: boolean | undefined) => (done === undefined ? "unknown" : done ? "done" : "open");
  const order = stepStatus(orders && (orders.count > 0 || orders.orders.length > 0));
  const steps = {
    authenticator: stepStatus(user?.googleBound),
    deposit: order === "done" ? order : stepStatus(balance && hasBalance(balance)),
    order,
  } as const;
  return {
    steps,
    next: ONBOARDING_STEPS.find((step) => steps[step] === "open"),
    isDone: ONBOARDING_STEPS.every((step) => steps[step] === "done"),
  };
}

const ONBOARDING_COOKIE = "steps";

const digestOf = (session: Pick<Session, "account" | "id">) => ownerDigest("first-steps-done", session);

/** The cookie is an unsigned digest, because forging it only hides a line on the forger's own page. */
export function isOnboardingDone(request: Request, session: Parameters<typeof digestOf>[0]): boolean {
  return cookieValues(request, ONBOARDING_COOKIE).includes(digestOf(session));
}

export function onboardingDoneCookie(session: Parameters<typeof digestOf>[0]): string {
  return setCookie(ONBOARDING_COOKIE, digestOf(session), ONBOARDING_DONE_AGE_MS);
}

export interface OnboardingSteps {
  progress: OnboardingProgress | undefined;
  cookies: string[];
}

export const NO_ONBOARDING: OnboardingSteps = { progress: undefined, cookies: [] };

/** Once all steps are done, a cookie says so, and the steps are no longer read or shown. */
export function onboardingOf(known: Known, session: Session): OnboardingSteps {
  const progress = progressOf(known);
  return progress.isDone
    ? { progress: undefined, cookies: [onboardingDoneCookie(session)] }
    : { progress, cookies: [] };
}

export async function readOnboarding(
  requestContext: RequestContext,
  {
    upstreamContext,
    session,
    user,
    balance: readingBalance,
  }: {
    upstreamContext: UpstreamContext;
    session: Session;
    user: Promise<UserInfo | undefined>;
    balance: Promise<AccountBalance | undefined>;
  },
): Promise<OnboardingSteps> {
  if (isOnboardingDone(requestContext.request, session)) return NO_ONBOARDING;
  const shortContext = { ...upstreamContext, deadlineMs: ONBOARDING_DEADLINE_MS };
  const [known, balance, orders] = await Promise.all([user, readingBalance, optionalRead(orderList(shortContext))]);
  return onboardingOf({ user: known, balance, orders }, session);
}
