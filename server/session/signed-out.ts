import { randomBytes } from "node:crypto";
import { SESSION_AGE_MS } from "~server/session/headers";
import { describeError, log, onceAMinute } from "@storefront/observability/log";
import { formerKey, ownerBy, ownerKey, type Owner, type SessionAccount } from "~server/session/owner";
import { inProcess } from "~server/store/in-process";
import { store } from "~server/store/shared";

/**
 * Signed-out sessions. The browser deletes the cookie, but a copy of it would still work: its token stays valid when
 * the upstream refused the sign-out or did not respond. So the sign-in is marked here as ended, and its cookies are no
 * longer accepted. Signing out everywhere gives the account a new epoch, and every session of an earlier one is over
 * (behaviour 2.112; decision 0106).
 *
 * There are two epochs: of the platform's user, and of the typed account in lower case. The second one ends sessions
 * without an id and those of earlier versions, which know no other. Another user may type the same account in another
 * case, so a session with an id ignores it where the epoch of its user was set as well.
 */

/** What identifies a session in the lookup. */
export interface Ending extends SessionAccount {
  signInId: string;
  epoch?: string | undefined;
  userEpoch?: string | undefined;
}

const signInKey = (signInId: string) => `signedout:${signInId}`;
const typedKey = (owner: Owner) => formerKey("everywhere", owner);
const userKey = (owner: Owner) => ownerKey("everywhere", owner);

/** Begins the epoch of a typed account that was set together with the epoch of its user. */
const WITH_USER = "user.";

/**
 * Marks a sign-in as ended, for as long as its cookie could live. Never throws: where the shared store does not
 * respond, this process alone remembers.
 */
export async function markSignedOut({ signInId }: Pick<Ending, "signInId">): Promise<void> {
  await inProcess.set(signInKey(signInId), "1", SESSION_AGE_MS);
  await store().set(signInKey(signInId), "1", SESSION_AGE_MS).catch(report);
}

/**
 * Ends every session of an account, on every device, for as long as their cookies could live.
 *
 * @throws what the store throws: a page must not report success where it is not certain
 */
export async function endEverywhere(owner: Owner): Promise<void> {
  const typed = typedKey(owner);
  const epoch = randomBytes(9).toString("base64url");
  for (;;) {
    const stored = await store().get(typed);
    // Sessions that an epoch without a user has ended must not begin again.
    const isOfUser = owner.userId !== undefined && (stored === null || stored.startsWith(WITH_USER));
    const write = {
      [typed]: { value: isOfUser ? WITH_USER + epoch : epoch, ageMs: SESSION_AGE_MS },
      ...(owner.userId !== undefined && { [userKey(owner)]: { value: epoch, ageMs: SESSION_AGE_MS } }),
    };
    if ((await store().commit({ expect: { [typed]: stored }, write })) !== "done") continue;
    await inProcess.commit({ write });
    return;
  }
}

/**
 * The epochs of an account's new sessions; undefined where its owner has not signed out everywhere lately. Never
 * throws: while the shared store does not respond, they are the last ones that this process knows.
 */
export async function currentEpochs(owner: Owner): Promise<Pick<Ending, "epoch" | "userEpoch">> {
  const keys = [typedKey(owner), userKey(owner)];
  const [epoch, userEpoch] = await store()
    .getAll(keys)
    .catch(() => inProcess.getAll(keys));
  return { epoch: epoch ?? undefined, userEpoch: userEpoch ?? undefined };
}

/**
 * Whether a session was ended here, by itself or with all of its account. Never throws. While the shared store does not
 * respond, marks of other processes do not count, because pages go on (decision 0042), and the epoch is the last one
 * that this process has seen.
 */
export async function hasEnded(session: Ending): Promise<boolean> {
  const owner = ownerBy(session);
  const keys = [signInKey(session.signInId), typedKey(owner), userKey(owner)];
  const [ownMark, ...seen] = await inProcess.getAll(keys);
  if (ownMark) return true;
  try {
    // One read for all: every page of a signed-in visitor makes it.
    const [mark, ...current] = await store().getAll(keys);
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

/** An account without an epoch was not ended within the time that a cookie lives. */
function isOver({ userId, epoch, userEpoch }: Ending, [typed, user]: readonly (string | null)[]): boolean {
  const isTypedOver = Boolean(typed) && typed !== epoch;
  if (userId === undefined) return isTypedOver;
  return (isTypedOver && !typed?.startsWith(WITH_USER)) || (Boolean(user) && user !== userEpoch);
}

/** A store that is gone fails with every page. */
const report = onceAMinute((error: unknown) => {
  log().error({ error: describeError(error) }, "sign-outs cannot be looked up or shared");
});
