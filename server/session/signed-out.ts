import { randomBytes } from "node:crypto";
import { SESSION_AGE_MS } from "~server/session/constants";
import { describeError, log, onceAMinute } from "@storefront/observability/log";
import { ownerDigest } from "~server/session/owner";
import type { Session } from "~server/session/session";
import { inProcess } from "~server/store/in-process";
import { store } from "~server/store/shared";

/**
 * Who has signed out. The cookie is deleted in the visitor's browser, but a copy of it would still work: the platform's
 * token in it is still valid when the platform refused the sign-out or did not answer. So the sign-in is marked here as
 * ended, and no cookie of it is accepted. Signing out everywhere gives the account another epoch, and every session
 * that began in an earlier one is over (behaviour 2.112; decision 0106).
 */

type Whose = Pick<Session, "account" | "id">;
/** What is looked up of a session. */
export type Ending = Whose & Pick<Session, "signInId" | "epoch">;

const signInKey = (signInId: string) => `signedout:${signInId}`;
const epochKey = (whose: Whose) => `everywhere:${ownerDigest("everywhere", whose)}`;

/**
 * Marks a sign-in as ended, for as long as its cookie could live. Never throws: where the shared store does not answer,
 * this process alone remembers.
 */
export async function markSignedOut({ signInId }: Pick<Session, "signInId">): Promise<void> {
  await inProcess.set(signInKey(signInId), "1", SESSION_AGE_MS);
  await store().set(signInKey(signInId), "1", SESSION_AGE_MS).catch(report);
}

/**
 * Ends every session of an account, on every device, for as long as their cookies could live.
 *
 * @throws what the store throws: nobody may be told that it is done where it is not certain
 */
export async function endEverywhere(whose: Whose): Promise<void> {
  const epoch = randomBytes(9).toString("base64url");
  await store().set(epochKey(whose), epoch, SESSION_AGE_MS);
  await inProcess.set(epochKey(whose), epoch, SESSION_AGE_MS);
}

/**
 * The epoch in which a session of an account begins; undefined where none of the last days was ended everywhere. Never
 * throws: while the shared store does not answer it is the one that this process knows.
 */
export async function currentEpoch(whose: Whose): Promise<string | undefined> {
  const key = epochKey(whose);
  const epoch = await store()
    .get(key)
    .catch(() => inProcess.get(key));
  return epoch ?? undefined;
}

/**
 * Whether a session was ended here, by itself or with all of its account. Never throws: while the shared store does not
 * answer, what others marked counts as not marked, because pages go on (decision 0042), and the epoch is the one that
 * this process has seen last.
 */
export async function hasEnded({ signInId, epoch, ...whose }: Ending): Promise<boolean> {
  const keys = [signInKey(signInId), epochKey(whose)];
  const [ownMark, ownEpoch] = await inProcess.getAll(keys);
  if (ownMark) return true;
  try {
    // One question for both: it is asked for every page of whoever is signed in.
    const [mark, current] = await store().getAll(keys);
    if (current && current !== ownEpoch) await inProcess.set(epochKey(whose), current, SESSION_AGE_MS);
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
