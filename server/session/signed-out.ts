import { randomBytes } from "node:crypto";
import { SESSION_AGE_MS } from "~server/session/headers";
import { describeError, log, onceAMinute } from "@storefront/observability/log";
import { ownerDigest, type Owner } from "~server/session/owner";
import type { Session } from "~server/session/session";
import { inProcess } from "~server/store/in-process";
import { store } from "~server/store/shared";

/**
 * Signed-out sessions. The browser deletes the cookie, but a copy of it would still work: its token stays valid when
 * the upstream refused the sign-out or did not respond. So the sign-in is marked here as ended, and its cookies are no
 * longer accepted. Signing out everywhere gives the account a new epoch, and every session of an earlier one is over
 * (behaviour 2.112; decision 0106).
 */

/** What identifies a session in the lookup. */
export type Ending = Owner & Pick<Session, "signInId" | "epoch">;

const signInKey = (signInId: string) => `signedout:${signInId}`;
const epochKey = (owner: Owner) => `everywhere:${ownerDigest("everywhere", owner)}`;

/**
 * Marks a sign-in as ended, for as long as its cookie could live. Never throws: where the shared store does not
 * respond, this process alone remembers.
 */
export async function markSignedOut({ signInId }: Pick<Session, "signInId">): Promise<void> {
  await inProcess.set(signInKey(signInId), "1", SESSION_AGE_MS);
  await store().set(signInKey(signInId), "1", SESSION_AGE_MS).catch(report);
}

/**
 * Ends every session of an account, on every device, for as long as their cookies could live.
 *
 * @throws what the store throws: a page must not report success where it is not certain
 */
export async function endEverywhere(owner: Owner): Promise<void> {
  const epoch = randomBytes(9).toString("base64url");
  await store().set(epochKey(owner), epoch, SESSION_AGE_MS);
  await inProcess.set(epochKey(owner), epoch, SESSION_AGE_MS);
}

/**
 * The epoch of an account's new sessions; undefined where its owner has not signed out everywhere lately. Never throws:
 * while the shared store does not respond, it is the last one that this process knows.
 */
export async function currentEpoch(owner: Owner): Promise<string | undefined> {
  const key = epochKey(owner);
  const epoch = await store()
    .get(key)
    .catch(() => inProcess.get(key));
  return epoch ?? undefined;
}

/**
 * Whether a session was ended here, by itself or with all of its account. Never throws. While the shared store does not
 * respond, marks of other processes do not count, because pages go on (decision 0042), and the epoch is the last one
 * that this process has seen.
 */
export async function hasEnded({ signInId, epoch, ...owner }: Ending): Promise<boolean> {
  const keys = [signInKey(signInId), epochKey(owner)];
  const [ownMark, ownEpoch] = await inProcess.getAll(keys);
  if (ownMark) return true;
  try {
    // One read for both: every page of a signed-in visitor makes it.
    const [mark, current] = await store().getAll(keys);
    if (current && current !== ownEpoch) await inProcess.set(epochKey(owner), current, SESSION_AGE_MS);
    return Boolean(mark) || isOver(epoch, current);
  } catch (error) {
    report(error);
    return isOver(epoch, ownEpoch);
  }
}

/** An account without an epoch was not ended within the time that a cookie lives. */
function isOver(began: string | undefined, current: string | null | undefined): boolean {
  return Boolean(current) && current !== began;
}

/** A store that is gone fails with every page. */
const report = onceAMinute((error: unknown) => {
  log().error({ error: describeError(error) }, "sign-outs cannot be looked up or shared");
});
