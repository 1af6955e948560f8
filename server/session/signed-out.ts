import { SESSION_AGE_MS } from "~server/constants";
import { describeError, log, onceAMinute } from "~server/log";
import { inProcess } from "~server/store/in-process";
import { store } from "~server/store/shared";

/**
 * Who has signed out. The cookie is deleted in the visitor's browser, but a copy of it would still work: the platform's
 * token in it is still valid when the platform refused the sign-out or did not answer. So the sign-in is marked here as
 * ended, and no cookie of it is accepted.
 */

const storeKey = (signInId: string) => `signedout:${signInId}`;

/**
 * Marks a sign-in as ended, for as long as its cookie could live. Never throws: where the shared store does not answer,
 * this process alone remembers.
 */
export async function markSignedOut({ signInId }: { signInId: string }): Promise<void> {
  await inProcess.set(storeKey(signInId), "1", SESSION_AGE_MS);
  await store().set(storeKey(signInId), "1", SESSION_AGE_MS).catch(report);
}

/**
 * Whether a sign-in was ended here. Never throws: while the shared store does not answer, what others marked counts as
 * not marked, because pages go on (decision 0042).
 */
export async function isSignedOut(signInId: string): Promise<boolean> {
  if ((await inProcess.get(storeKey(signInId))) !== null) return true;
  try {
    return (await store().get(storeKey(signInId))) !== null;
  } catch (error) {
    report(error);
    return false;
  }
}

/** A store that is gone fails with every page. */
const report = onceAMinute((error: unknown) => {
  log().error({ error: describeError(error) }, "sign-outs cannot be looked up or shared");
});
