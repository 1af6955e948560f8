import { formError, refuseForNow, type FormError } from "~server/forms/refusal";
import { LIMITS } from "~server/limits";
import type { TextKey } from "~server/texts/catalogue";
import type { Draft } from "~server/session/flow-session";
import { expireSession } from "~server/session/guard";
import type { RequestContext } from "~server/session/request-context";
import {
  SessionExpired,
  TooManyLookups,
  UpstreamRejected,
  UpstreamTimedOut,
  UpstreamUnavailable,
} from "~server/upstream/client";
import { refusalMessage } from "~server/loader/reads";

export type RejectedFields = Partial<Record<UpstreamRejected["messageKey"], string>>;

/** Makes the error for a call without a response; `what` may have happened if the upstream received the call. */
export function unavailableError(error: UpstreamUnavailable, what: TextKey): FormError {
  return formError(lateMessage(error), { note: error.sent ? what : undefined, status: 503 });
}

export const lateMessage = (error: UpstreamUnavailable): TextKey =>
  error instanceof UpstreamTimedOut ? "errors.late" : "errors.network";

/** Responds to a form whose call failed; `options.draft`, the typed values, survive the next sign-in. */
export async function respondToFailure(
  error: unknown,
  requestContext: RequestContext,
  {
    draft,
    rejectedStatus,
    fields = {},
  }: { draft?: Draft; rejectedStatus?: number | undefined; fields?: RejectedFields | undefined } = {},
): Promise<Response | FormError> {
  if (error instanceof SessionExpired) return expireSession(requestContext, { draft });
  if (error instanceof UpstreamUnavailable) return formError("errors.network", { status: 503 });
  if (error instanceof TooManyLookups) return refuseForNow(LIMITS.lookups.message, LIMITS.lookups.perMs / 1000);
  if (!(error instanceof UpstreamRejected)) throw error;
  if (error.isRead) return formError(refusalMessage(error), { status: 503 });
  const field = fields[error.messageKey];
  const message = refusalMessage(error);
  return formError(field === undefined ? message : { [field]: message }, { status: rejectedStatus });
}
