import { answerToFailure } from "~server/action/failure";
import { refuse, refuseForNow, type FormRefusal } from "~server/action/refusal";
import { takePlace } from "~server/action/uploads";
import { caller } from "~server/session/caller";
import { confirmSession } from "~server/action/confirm-session";
import { ownerName } from "~server/session/owner";
import type { Session } from "~server/session/session";
import type { Visitor } from "~server/session/visitor";
import { countLimitHit } from "~server/tallies";

/** A form with files, of which nothing has been received. */
export interface Arrival {
  visitor: Visitor;
  /** Whose form it is, as far as the cookie says. */
  session: Session | null;
  /** Counts the form, and says how it is refused when it is one too many. */
  countUse: () => Promise<FormRefusal | null>;
}

/**
 * What comes before any byte of a form with files: its place among those under way, its limits, and whether its
 * session is alive. The place is first, since who is turned away there has used up nothing of anybody's limits.
 *
 * @param receive reads the form and answers it
 * @returns its answer; or, without a byte of the body, 429, 503, or 303 when the session has ended
 * @throws what `receive` throws
 */
export async function admitFiles(
  { visitor, session, countUse }: Arrival,
  receive: () => Promise<Response>,
): Promise<Response | FormRefusal> {
  const place = takePlace(session ? ownerName(session) : "", visitor.address);
  if ("full" in place) {
    countLimitHit(`uploads:${place.full}`);
    if (place.full === "all") return refuse("errors.network", { status: 503 });
    return refuseForNow("UploadImage.tooManyAtOnce", Math.ceil(place.retryAfterMs / 1000));
  }
  try {
    return (await countUse()) ?? (await ended(visitor, session)) ?? (await receive());
  } finally {
    place.leave();
  }
}

/** The answer to a form whose session the platform does not confirm; null when it does. */
async function ended(visitor: Visitor, session: Session | null): Promise<FormRefusal | Response | null> {
  try {
    if (session) await confirmSession(session, caller(visitor, session));
    return null;
  } catch (error) {
    return answerToFailure(error, visitor);
  }
}
