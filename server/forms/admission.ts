import { LRUCache } from "lru-cache";
import { respondToFailure } from "~server/forms/failure";
import { formError, refuseForNow, type FormError } from "~server/forms/refusal";
import { acquireUploadSlot } from "~server/forms/upload-slot";
import { LIMITS } from "~server/limits";
import { upstreamContextOf } from "~server/session/upstream-context";
import { countedAs } from "~server/session/owner";
import type { Session } from "~server/session/session";
import type { RequestContext } from "~server/session/request-context";
import { countRateLimited } from "~server/store/rate-limit";
import { userInfo } from "~server/upstream/user";

/** A form with files, of which nothing has been received. */
export interface Arrival {
  requestContext: RequestContext;
  /** The session of the cookie, not confirmed yet. */
  session: Session | null;
  /** Counts the form, and returns the refusal when it is over a limit. */
  countUse: () => Promise<FormError | null>;
}

/**
 * Checks a form with files before reading any byte of it: an upload slot, its limits, and whether its session is alive.
 * The slot is first, so that a visitor who gets none has used up no limit.
 *
 * @param receive reads the form and responds
 * @returns its response; or, without a byte of the body, 429, 503, or 303 when the session has ended
 * @throws what `receive` throws
 */
export async function withUploadSlots(
  { requestContext, session, countUse }: Arrival,
  receive: () => Promise<Response>,
): Promise<Response | FormError> {
  const slot = acquireUploadSlot(session ? countedAs(session) : "", requestContext.address);
  if ("full" in slot) {
    countRateLimited(`uploads:${slot.full}`);
    if (slot.full === "all") return formError(LIMITS["uploads:all"].message, { status: 503 });
    return refuseForNow(LIMITS["uploads:account"].message, Math.ceil(slot.retryAfterMs / 1000));
  }
  try {
    return (await countUse()) ?? (await ended(requestContext, session)) ?? (await receive());
  } finally {
    slot.release();
  }
}

/** The response to a form whose session the upstream does not confirm; null when it does. */
async function ended(requestContext: RequestContext, session: Session | null): Promise<FormError | Response | null> {
  try {
    if (session) await confirm(session, requestContext);
    return null;
  } catch (error) {
    return respondToFailure(error, requestContext);
  }
}

/** How long an upload relies on the upstream's confirmation that a session is alive. */
export const SESSION_CONFIRMED_MS = 60_000;

/** Sessions that the upstream has confirmed within the last minute, by their id here. */
const confirmed = new LRUCache<string, true>({
  max: 5_000,
  ttl: SESSION_CONFIRMED_MS,
  ttlResolution: 0,
  perf: { now: () => Date.now() },
});

/**
 * Makes sure that a session is alive before anything large is received for it. It calls the upstream, unless that
 * confirmed the session within the last minute.
 *
 * @throws SessionExpired, UpstreamRejected, UpstreamUnavailable
 */
async function confirm(session: Session, requestContext: RequestContext): Promise<void> {
  if (confirmed.get(session.id)) return;
  await userInfo(upstreamContextOf(requestContext, session));
  confirmed.set(session.id, true);
}
