import { takeOverSignIn } from "~server/account/sign-ins";
import { DEFAULT_LOCALE } from "~server/i18n/locale";
import { optionalRead } from "~server/loader/reads";
import { SESSION_AGE_MS } from "~server/session/headers";
import { ownerBy, type Owner } from "~server/session/owner";
import type { Session } from "~server/session/session";
import { upstreamContextOf } from "~server/session/upstream-context";
import { SessionExpired, within } from "~server/upstream/client";
import { userInfo } from "~server/upstream/user";
import { accountCache } from "./account-cache";

const USER_ID_DEADLINE_MS = 2_000;

/** Replaces the visitor's language and address, because the response depends only on the session. */
const NOBODY = { locale: DEFAULT_LOCALE, address: "nobody" };

const asked = accountCache<Owner>(SESSION_AGE_MS);

/**
 * Returns the owner of an account's records, by the upstream's user id. If the cookie has none, asks the upstream;
 * falls back to the typed account.
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

/** Like `ownerOf`, but uses the typed account if the upstream fails, so that signing in and out still work. */
export async function ownerOrTyped(session: Session): Promise<Owner> {
  try {
    return (await optionalRead(ownerOf(session))) ?? ownerBy(session);
  } catch (error) {
    if (error instanceof SessionExpired) return ownerBy(session);
    throw error;
  }
}
