import { LRUCache } from "lru-cache";
import { takeOverSignIn } from "~server/account/sign-ins";
import { DEFAULT_LOCALE } from "~server/i18n/locale";
import { optionalRead } from "~server/loader/reads";
import { SESSION_AGE_MS } from "~server/session/headers";
import { ownerBy, type Owner } from "~server/session/owner";
import type { Session } from "~server/session/session";
import { upstreamContextOf } from "~server/session/upstream-context";
import { SessionExpired, within } from "~server/upstream/client";
import { userInfo } from "~server/upstream/user";

/** How long a sign-in, and the first record that a session without an id needs, wait for the platform's id. */
const USER_ID_DEADLINE_MS = 2_000;

/** What has no part in whom the platform names: failures of this call are counted as those of one network. */
const NOBODY = { locale: DEFAULT_LOCALE, address: "nobody" };

/** The owners of sessions whose cookie has no id, by sign-in: each process asks for them once. */
const asked = new LRUCache<string, Owner>({ max: 30_000, ttl: SESSION_AGE_MS });

/**
 * The owner of the records of a session's account: by the platform's id of the user, which the session's cookie has. It
 * has none where the sign-in was by an earlier version, or got no response from the platform in time: then the platform
 * is asked now. Where the platform sends no id at all, the owner is the account exactly as it was typed.
 *
 * @throws UpstreamRejected, SessionExpired, UpstreamUnavailable, where the platform had to be asked
 */
export async function ownerOf(session: Session): Promise<Owner> {
  if (session.userId !== undefined) return ownerBy(session);
  const known = asked.get(session.signInId);
  if (known) return known;
  const context = within(upstreamContextOf(NOBODY, session), USER_ID_DEADLINE_MS);
  const owner = ownerBy({ ...session, userId: (await userInfo(context)).id });
  await takeOverSignIn(owner, session);
  asked.set(session.signInId, owner);
  return owner;
}

/**
 * The same, for a sign-in and for signing out everywhere, which must not depend on this call: if it fails, the owner is
 * the account exactly as it was typed.
 */
export async function ownerOrTyped(session: Session): Promise<Owner> {
  try {
    return (await optionalRead(ownerOf(session))) ?? ownerBy(session);
  } catch (error) {
    if (error instanceof SessionExpired) return ownerBy(session);
    throw error;
  }
}
