import { refuse, type FormRefusal } from "~server/action/refusal";
import type { Draft } from "~server/session/flow";
import { expireSession } from "~server/session/guard";
import type { Visitor } from "~server/session/visitor";
import { Expired, Refused, Unavailable } from "~server/upstream/transport";

/**
 * What a form answers to a failure of the platform (design, rule 6): its refusal as a form error, the end of a session, or that it
 * does not answer.
 *
 * @param error what a call threw
 * @param options.draft what was typed, kept for after the next sign-in
 * @param options.refusedStatus the status of a refusal: 422 unless said otherwise
 * @throws what is no failure of the platform
 */
export async function answerToFailure(
  error: unknown,
  visitor: Visitor,
  { draft, refusedStatus }: { draft?: Draft; refusedStatus?: number | undefined } = {},
): Promise<Response | FormRefusal> {
  if (error instanceof Expired) return expireSession(visitor, { draft });
  if (error instanceof Unavailable) return refuse("errors.network", { status: 503 });
  if (!(error instanceof Refused)) throw error;
  const { messageKey, upstreamMessage } = error;
  const values = upstreamMessage === undefined ? undefined : { message: upstreamMessage };
  return refuse(messageKey, { status: refusedStatus, values });
}
