import { LRUCache } from "lru-cache";
import type { Message } from "~server/i18n/message";
import { attempt, EXTRA_WAIT_MS, optionalRead, refusalIn, type Attempt } from "~server/loader/reads";
import { miningDay, type ShownOrder } from "~server/orders/displayed-order";
import { summaryOf } from "~server/orders/summary";
import { cyclePercent } from "~server/orders/timeline";
import { readWindow, type OrderWindow } from "~server/orders/window";
import { formToken } from "~server/session/csrf";
import { countedAs } from "~server/session/owner";
import type { RequestContext } from "~server/session/request-context";
import type { Session } from "~server/session/session";
import { upstreamContextOf } from "~server/session/upstream-context";
import { within } from "~server/upstream/client";
import { accountBalance, type AccountBalance } from "~server/upstream/finance";
import { displayOf, market, type Market } from "~server/upstream/market";
import type { Order } from "~server/upstream/orders";
import { userInfo } from "~server/upstream/user";
import { readAssetsView } from "./assets-view";
import { isOnboardingDone, onboardingOf, type OnboardingProgress } from "./onboarding";

/** What Home shows of an account (behaviour 2.145). A part that was not sent, or cannot be read, is undefined. */
export interface Overview {
  /** Hidden amounts are not in it (behaviour 2.60). */
  total?: { amount?: string | undefined; precision: number; showName?: string | undefined } | undefined;
  areAmountsHidden: boolean;
  /** For the form that hides and shows the amounts. */
  token: string;
  /** T of the orders that are mining or pending. */
  activeTerabytes?: string | undefined;
  /**
   * The next end of one of them at the earliest, in milliseconds, which day of its cycle it is in and how much of that
   * is over; a pending one is in none yet.
   */
  nextEnd?: { endMs: number; day?: ShownOrder["day"]; percent?: number | undefined; isPending: boolean } | undefined;
  latestOrder?: Order | undefined;
  progress?: OnboardingProgress | undefined;
  /** The upstream's words in place of the balance. */
  balanceRefusal?: Message | undefined;
  /** What could not be read: with `orderTotals` only the newest orders could. */
  unread: ("balance" | "orders" | "orderTotals")[];
}

/** Reads that have just failed, by account: Home does not wait for them again so soon. */
const failing = new LRUCache<string, { failure: Message }>({ max: 30_000, ttl: 30_000 });

/** A read that is skipped for a while after it has failed (behaviour 13.20). */
async function readUnlessFailing<T>(name: string, session: Session, read: () => Promise<T>): Promise<Attempt<T>> {
  const key = `${name} ${countedAs(session)}`;
  const failed = failing.get(key);
  if (failed) return failed;
  const result = await attempt(read());
  if (result.failure !== undefined) failing.set(key, { failure: result.failure });
  return result;
}

const valueOf = <T>({ value }: Attempt<T>): T | undefined => value;

/**
 * The overview of the account on Home, which waits for it half a second at most. No call, and nothing, for a signed-out
 * visitor and for a page that is rendered for the page cache.
 *
 * @returns the overview, and the cookies that the page's response sets
 * @throws SessionExpired
 */
export async function readOverview(
  requestContext: RequestContext,
): Promise<{ overview: Overview | undefined; cookies: string[] }> {
  const session = requestContext.isSharedRender ? null : await requestContext.session();
  if (!session) return { overview: undefined, cookies: [] };
  const shortContext = within(upstreamContextOf(requestContext, session), EXTRA_WAIT_MS);
  const isDone = isOnboardingDone(requestContext.request, session);
  const [token, user, { value: balance, failure }, orders, coins] = await Promise.all([
    formToken(requestContext, "assets-view"),
    isDone ? undefined : readUnlessFailing("user", session, () => userInfo(shortContext)).then(valueOf),
    readUnlessFailing("balance", session, () => accountBalance(shortContext)),
    readUnlessFailing("orders", session, () => readWindow(shortContext, 1)).then(valueOf),
    optionalRead(market(shortContext, { waitMs: EXTRA_WAIT_MS })),
  ]);
  const { progress, cookies } = isDone
    ? { progress: undefined, cookies: [] }
    : onboardingOf({ user, balance, orders }, session);
  const areAmountsHidden = readAssetsView(requestContext.request).amounts;
  const overview: Overview = {
    token,
    progress,
    areAmountsHidden,
    total: balance && totalOf(balance, coins, areAmountsHidden),
    balanceRefusal: refusalIn(failure),
    ...(orders && orderPartsOf(orders, Date.now())),
    unread: [
      ...(balance ? [] : ["balance" as const]),
      ...(orders ? [] : ["orders" as const]),
      ...(orders?.isCut ? ["orderTotals" as const] : []),
    ],
  };
  return { overview, cookies };
}

/** The total, and the decimals that its coin is shown with (behaviour 9.11); without the market, as on Assets then. */
function totalOf(
  { totalBalance, totalBalanceSymbol }: AccountBalance,
  coins: Market | undefined,
  isHidden: boolean,
): Overview["total"] {
  if (totalBalance === undefined) return undefined;
  return { amount: isHidden ? undefined : totalBalance, ...displayOf(coins, totalBalanceSymbol) };
}

/** The parts that follow from the orders. A sum, or a next end, of a part of the orders would be a wrong one. */
function orderPartsOf(
  { orders, count, more, isCut, omittedCount }: OrderWindow,
  nowMs: number,
): Pick<Overview, "activeTerabytes" | "nextEnd" | "latestOrder"> {
  const newestFirst = [...orders].sort((one, other) => (other.orderTimeMs ?? 0) - (one.orderTimeMs ?? 0));
  const latestOrder = newestFirst[0];
  const { active, nextEnd, withoutQuantity, withoutStatus } = summaryOf(orders, nowMs);
  const isWhole = !more && !isCut && omittedCount === 0 && count <= orders.length && withoutStatus === 0;
  if (!latestOrder || !isWhole) return { latestOrder };
  const ending = orders.find(({ orderNum }) => orderNum === nextEnd?.orderNum);
  const day = ending && miningDay(ending, nowMs);
  return {
    latestOrder,
    activeTerabytes: withoutQuantity === 0 ? active : undefined,
    nextEnd: nextEnd && {
      endMs: nextEnd.endMs,
      day,
      percent: day && cyclePercent(day),
      isPending: ending?.status === "pending",
    },
  };
}
