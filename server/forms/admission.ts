import { LRUCache } from "lru-cache";
import { respondToFailure } from "~server/forms/failure";
import { formError, refuseForNow, type FormError } from "~server/forms/refusal";
import { STEADY_UPLOAD_TIMEOUT_MS } from "~server/forms/constants";
import { LIMITS } from "~server/limits";
import { upstreamContextOf } from "~server/session/upstream-context";
import { countedAs } from "~server/session/owner";
import type { Session } from "~server/session/session";
import type { RequestContext } from "~server/session/request-context";
import { countRateLimited } from "~server/store/rate-limit";
import { UPLOAD_DEADLINE_MS } from "~server/upstream/constants";
import { userInfo } from "~server/upstream/user";

/**
 * Checks a form with files before its body is read: upload slot, limits, live session. The slot comes first, so that a
 * visitor who gets none uses up no limit.
 *
 * @param session from the cookie, not confirmed by the upstream yet
 * @param countUse counts the form; returns the refusal if the form is over a limit
 * @returns the response of `receive`; or 429, 503, or 303 if the session has ended
 */
export async function withUploadSlots(
  requestContext: RequestContext,
  session: Session | null,
  countUse: () => Promise<FormError | null>,
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

async function ended(requestContext: RequestContext, session: Session | null): Promise<FormError | Response | null> {
  if (!session || confirmed.get(session.id)) return null;
  try {
    await userInfo(upstreamContextOf(requestContext, session));
    confirmed.set(session.id, true);
    return null;
  } catch (error) {
    return respondToFailure(error, requestContext);
  }
}

/** How long an upload trusts the upstream's confirmation that a session is alive. */
export const SESSION_CONFIRMED_MS = 60_000;

const confirmed = new LRUCache<string, true>({
  max: 5_000,
  ttl: SESSION_CONFIRMED_MS,
  ttlResolution: 0,
  perf: { now: () => Date.now() },
});

type UploadSlot = { release: () => void } | { full: "own" | "all"; retryAfterMs: number };

interface Upload {
  account: string;
  address: string;
  endsMs: number;
}

const underWay = new Set<Upload>();

export function uploadsUnderWay(): number {
  return underWay.size;
}

/** Takes an upload slot within the limits of the account, if not empty, the address and this process. */
export function acquireUploadSlot(account: string, address: string): UploadSlot {
  const ofAccount = [...underWay].filter((upload) => account !== "" && upload.account === account);
  const ofAddress = [...underWay].filter((upload) => upload.address === address);
  if (ofAccount.length >= LIMITS["uploads:account"].points) return full("own", ofAccount);
  if (ofAddress.length >= LIMITS["uploads:address"].points) return full("own", ofAddress);
  if (underWay.size >= LIMITS["uploads:all"].points) return full("all", [...underWay]);
  const upload = { account, address, endsMs: Date.now() + STEADY_UPLOAD_TIMEOUT_MS + UPLOAD_DEADLINE_MS };
  underWay.add(upload);
  return { release: () => void underWay.delete(upload) };
}

function full(limit: "own" | "all", [oldest]: Upload[]): UploadSlot {
  return { full: limit, retryAfterMs: Math.max((oldest?.endsMs ?? 0) - Date.now(), 1_000) };
}
