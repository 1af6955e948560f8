import { refusalMessage, refuse, refuseForNow, type FormRefusal } from "~server/action/refusal";
import { VAIN_LOOKUPS } from "~server/constants";
import type { Draft } from "~server/session/flow";
import { expireSession } from "~server/session/guard";
import type { Visitor } from "~server/session/visitor";
import { TooManyLookups } from "~server/upstream/lookups";
import { Expired, Refused, Unavailable } from "~server/upstream/transport";

/** The fields that refusals of the platform are about, by their messages. */
export type RefusedFields = Partial<Record<Refused["messageKey"], string>>;

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
  visitor: Visitor,
  {
    draft,
    refusedStatus,
    fields = {},
  }: { draft?: Draft; refusedStatus?: number | undefined; fields?: RefusedFields | undefined } = {},
): Promise<Response | FormRefusal> {
  if (error instanceof Expired) return expireSession(visitor, { draft });
  if (error instanceof Unavailable) return refuse("errors.network", { status: 503 });
  if (error instanceof TooManyLookups) return refuseForNow("errors.tooMany", VAIN_LOOKUPS.perMs / 1000);
  if (!(error instanceof Refused)) throw error;
  const field = fields[error.messageKey];
  const said = refusalMessage(error);
  return refuse(field === undefined ? said : { [field]: said }, { status: refusedStatus });
}
