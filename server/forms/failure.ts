import { formError, refuseForNow, type FormError } from "~server/forms/refusal";
import { NOT_FOUND_LOOKUPS } from "~server/store/rate-limit";
import type { MessageKey } from "~server/i18n/message";
import type { Draft } from "~server/session/flow";
import { expireSession } from "~server/session/guard";
import type { RequestContext } from "~server/session/visitor";
import {
  SessionExpired,
  TooManyLookups,
  UpstreamRejected,
  UpstreamTimedOut,
  UpstreamUnavailable,
} from "~server/upstream/client";
import { refusalMessage } from "~server/loader/reads";

/** The fields that refusals of the platform are about, by their messages. */
export type RefusedFields = Partial<Record<UpstreamRejected["messageKey"], string>>;

/**
 * What a form answers when what it sent has no answer: whether the platform was late (behaviour 8.2).
 *
 * @param what what may have happened, and how to find out; said only where the platform may have what was sent
 */
export function refuseUnanswered(error: UpstreamUnavailable, what: MessageKey): FormError {
  return formError(lateMessage(error), { note: error.sent ? what : undefined, status: 503 });
}

/** That the platform did not answer in time is said only after a deadline. */
export const lateMessage = (error: UpstreamUnavailable): MessageKey =>
  error instanceof UpstreamTimedOut ? "errors.late" : "errors.network";

/**
 * What a form answers to a failure of the platform (house 6): its refusal as a form error, the end of a session, or
 * that it does not answer.
 *
 * @param error what a call threw
 * @param options.draft what was typed, kept for after the next sign-in
 * @param options.fields the field that a refusal is about, by its message; any other is about the whole form
 * @param options.refusedStatus the status of a refusal: 422 unless said otherwise
 * @throws what is no failure of the platform
 */
export async function answerToFailure(
  error: unknown,
  visitor: RequestContext,
  {
    draft,
    refusedStatus,
    fields = {},
  }: { draft?: Draft; refusedStatus?: number | undefined; fields?: RefusedFields | undefined } = {},
): Promise<Response | FormError> {
  if (error instanceof SessionExpired) return expireSession(visitor, { draft });
  if (error instanceof UpstreamUnavailable) return formError("errors.network", { status: 503 });
  if (error instanceof TooManyLookups) return refuseForNow("errors.tooMany", NOT_FOUND_LOOKUPS.perMs / 1000);
  if (!(error instanceof UpstreamRejected)) throw error;
  if (error.isRead) return formError(refusalMessage(error), { status: 503 });
  const field = fields[error.messageKey];
  const said = refusalMessage(error);
  return formError(field === undefined ? said : { [field]: said }, { status: refusedStatus });
}
