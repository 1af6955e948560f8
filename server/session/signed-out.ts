import { randomBytes } from "node:crypto";
import { digest } from "~server/crypto/digest";
import { SESSION_AGE_MS } from "~server/session/headers";
import { describeError, log, onceAMinute } from "@storefront/observability/log";
import { ownerBy, ownerKey, type Owner, type SessionAccount } from "~server/session/owner";
import { inProcess, store } from "~server/store/shared";
import { untilChanged } from "@storefront/store/store";

/**
 * Signed-out sessions, because a copy of the cookie would still work. Signing out everywhere gives the account a new
 * epoch, which ends all sessions of earlier ones. Sessions without a user id have the epoch of the typed account in
 * lower case, which a session with an id ignores if it was set together with its user's: another user may type the
 * same.
 */

export interface Ending extends SessionAccount {
  signInId: string;
  epoch?: string | undefined;
  userEpoch?: string | undefined;
}

const signInKey = (signInId: string) => `signedout:${signInId}`;
const typedKey = ({ typedName }: Owner) => `everywhere:${digest("everywhere", typedName)}`;
const userKey = (owner: Owner) => ownerKey("everywhere", owner);

/** Prefix of an account's epoch that was set together with that of its user. */
const WITH_USER = "user.";

/** Longer than any epoch of ours. A manipulated Redis may contain anything, and a session's cookie has room for 4 kB. */
const EPOCH_MAX_LENGTH = 64;

const epochsIn = (stored: readonly (string | null)[]) =>
  stored.map((epoch) => (epoch !== null && epoch.length > EPOCH_MAX_LENGTH ? null : epoch));

/** Marks a sign-in as ended. Never rejects: if the shared store does not respond, only this process knows the mark. */
export async function markSignedOut({ signInId }: Pick<Ending, "signInId">): Promise<void> {
  await inProcess.set(signInKey(signInId), "1", SESSION_AGE_MS);
  await store().set(signInKey(signInId), "1", SESSION_AGE_MS).catch(report);
}

/** Ends every session of an account. Rejects if the store fails. */
export async function endEverywhere(owner: Owner): Promise<void> {
  const typed = typedKey(owner);
  const epoch = randomBytes(9).toString("base64url");
  await untilChanged(async () => {
    const stored = await store().get(typed);
    // Sessions that an epoch without a user has ended must not become valid again.
    const isOfUser = owner.userId !== undefined && (stored === null || stored.startsWith(WITH_USER));
    const write = {
      [typed]: { value: isOfUser ? WITH_USER + epoch : epoch, ageMs: SESSION_AGE_MS },
      ...(owner.userId !== undefined && { [userKey(owner)]: { value: epoch, ageMs: SESSION_AGE_MS } }),
    };
    if ((await store().commit({ expect: { [typed]: stored }, write })) !== "done") return false;
    await inProcess.commit({ write });
    return true;
  });
}

/** Returns the epochs for a new session; without the store, the last ones this process knows. Never rejects. */
export async function currentEpochs(owner: Owner): Promise<Pick<Ending, "epoch" | "userEpoch">> {
  const keys = [typedKey(owner), userKey(owner)];
  const [epoch, userEpoch] = epochsIn(
    await store()
      .getAll(keys)
      .catch(() => inProcess.getAll(keys)),
  );
  return { epoch: epoch ?? undefined, userEpoch: userEpoch ?? undefined };
}

/** True if a session has ended. Never rejects: while the store fails, the epoch seen last counts. */
export async function hasEnded(session: Ending): Promise<boolean> {
  const owner = ownerBy(session);
  const keys = [signInKey(session.signInId), typedKey(owner), userKey(owner)];
  const [ownMark, ...seen] = await inProcess.getAll(keys);
  if (ownMark) return true;
  try {
    // One call reads everything, because every page of a signed-in visitor makes it.
    const [mark, ...stored] = await store().getAll(keys);
    const current = epochsIn(stored);
    for (const [at, key] of [typedKey(owner), userKey(owner)].entries()) {
      const epoch = current[at];
      if (epoch && epoch !== seen[at]) await inProcess.set(key, epoch, SESSION_AGE_MS);
    }
    return Boolean(mark) || isOver(session, current);
  } catch (error) {
    report(error);
    return isOver(session, seen);
  }
}

function isOver({ userId, epoch, userEpoch }: Ending, [typed, user]: readonly (string | null)[]): boolean {
  const isTypedOver = Boolean(typed) && typed !== epoch;
  if (userId === undefined) return isTypedOver;
  return (isTypedOver && !typed?.startsWith(WITH_USER)) || (Boolean(user) && user !== userEpoch);
}

/** Logs once a minute, because a store that is down fails on every page. */
const report = onceAMinute((error: unknown) => {
  log().error({ error: describeError(error) }, "could not read or share sign-outs");
});
