import { FIRST_STEPS_DONE_AGE_MS } from "~server/constants";
import { cookieValues, setCookie } from "~server/session/cookies";
import { ownerDigest } from "~server/session/owner";
import type { Session } from "~server/session/session";

/** The name of the cookie. */
const FIRST_STEPS_COOKIE = "steps";

const digestOf = (session: Pick<Session, "account" | "id">) => ownerDigest("first-steps-done", session);

/**
 * Whether this browser remembers that the account's first steps are done (behaviour 3.41). A digest, not a secret: who
 * makes one up only hides a line of their own page.
 */
export function areFirstStepsDone(request: Request, session: Pick<Session, "account" | "id">): boolean {
  return cookieValues(request, FIRST_STEPS_COOKIE).includes(digestOf(session));
}

/** The Set-Cookie value that remembers it for a year, for this account alone. */
export function firstStepsDoneCookie(session: Pick<Session, "account" | "id">): string {
  return setCookie(FIRST_STEPS_COOKIE, digestOf(session), FIRST_STEPS_DONE_AGE_MS);
}
