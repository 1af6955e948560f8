import { formError, refuseForNow, type FormError } from "~server/forms/refusal";
import { LIMITS } from "~server/limits";
import type { MessageKey } from "~server/i18n/message";
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

/** The fields that the upstream's rejections are about, by their messages. */
export type RejectedFields = Partial<Record<UpstreamRejected["messageKey"], string>>;

/**
 * The error of a form whose call got no response: the upstream is late or unreachable (behaviour 8.2).
 *
 * @param what what may have happened, and how to find out; shown only where the upstream may have received the call
 */
export function unavailableError(error: UpstreamUnavailable, what: MessageKey): FormError {
  return formError(lateMessage(error), { note: error.sent ? what : undefined, status: 503 });
}

/** Only a deadline gives the message that the upstream did not respond in time. */
export const lateMessage = (error: UpstreamUnavailable): MessageKey =>
  error instanceof UpstreamTimedOut ? "errors.late" : "errors.network";

/**
 * The response of a form to a failed call (house 6): a rejection as a form error, the sign-out of an expired session,
 * or that the upstream is unavailable.
 *
 * @param error what a call threw
 * @param options.draft the typed values, preserved until after the next sign-in
 * @param options.fields the field that a rejection is about, by its message; any other is about the whole form
 * @param options.rejectedStatus the status of a rejection; 422 by default
 * @throws any error that is no failure of the upstream
 */
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
