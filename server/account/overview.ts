import type { Message } from "~server/i18n/message";
import { readResult, EXTRA_WAIT_MS, optionalRead, refusalIn, type ReadResult } from "~server/loader/reads";
import { summaryOf, type OrderSummary } from "~server/orders/summary";
import { readWindow, type OrderWindow } from "~server/orders/window";
import { formToken } from "~server/session/csrf";
import { countedAs } from "~server/session/owner";
import type { RequestContext } from "~server/session/request-context";
import type { Session } from "~server/session/session";
import { upstreamContextOf } from "~server/session/upstream-context";
import { within } from "~server/upstream/client";
import { accountBalance } from "~server/upstream/finance";
import { market } from "~server/upstream/market";
import type { Order } from "~server/upstream/orders";
import { userInfo } from "~server/upstream/user";
import { areAmountsHidden, shownTotal, type ShownTotal } from "./assets-view";
import { isOnboardingDone, NO_ONBOARDING, onboardingOf, type OnboardingProgress } from "./onboarding";
import { accountCache } from "./account-cache";

/** The account on Home. Parts that were not sent or cannot be read are undefined. */
export interface Overview {
  total?: ShownTotal | undefined;
  token: string;
  power?: OrderSummary["power"] | undefined;
  nextEndMs?: number | undefined;
  latestOrder?: Order | undefined;
  progress?: OnboardingProgress | undefined;
  balanceRefusal?: Message | undefined;
  /** `orderTotals`: only the newest orders could be read. */
  unread: ("balance" | "orders" | "orderTotals")[];
}

const failing = accountCache<{ failure: Message }>(30_000);

async function readUnlessFailing<T>(name: string, session: Session, read: () => Promise<T>): Promise<ReadResult<T>> {
  const key = `${name} ${countedAs(session)}`;
  const failed = failing.get(key);
  if (failed) return failed;
  const result = await readResult(read());
  if (result.failure !== undefined) failing.set(key, { failure: result.failure });
  return result;
}

const valueOf = <T>({ value }: ReadResult<T>): T | undefined => value;

/** Reads Home's overview within half a second, and its cookies; undefined if signed out and in shared renders. */
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
  const { progress, cookies } = isDone ? NO_ONBOARDING : onboardingOf({ user, balance, orders }, session);
  const overview: Overview = {
    token,
    progress,
    total:
      balance?.totalBalance === undefined
        ? undefined
        : shownTotal(balance, coins, areAmountsHidden(requestContext.request)),
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

/** Omits the sum and the next end unless all orders were read, because they would be wrong. */
function orderPartsOf(
  { orders, count, more, isCut, omittedCount }: OrderWindow,
  nowMs: number,
): Pick<Overview, "power" | "nextEndMs" | "latestOrder"> {
  const newestFirst = [...orders].sort((one, other) => (other.orderTimeMs ?? 0) - (one.orderTimeMs ?? 0));
  const latestOrder = newestFirst[0];
  const { power, nextEnd, withoutQuantity, withoutStatus } = summaryOf(orders, nowMs);
  const isWhole = !more && !isCut && omittedCount === 0 && count <= orders.length && withoutStatus === 0;
  if (!latestOrder || !isWhole) return { latestOrder };
  return {
    latestOrder,
    power: withoutQuantity === 0 ? power : undefined,
    nextEndMs: nextEnd?.endMs,
  };
}
