import { z } from "zod";
import { digest } from "~server/crypto/digest";
import { DEVICES, deviceOf } from "~server/device/device";
import { describeError, log } from "@storefront/observability/log";
import type { Session } from "~server/session/session";
import { store } from "~server/store/shared";
import type { Owner } from "~server/session/owner";
import { openRecord, recordKey, sealedRecord, type RecordKind } from "./sealed-record";

/** The record of sign-ins: for how long, and how many of them. */
export const SIGN_INS_AGE_MS = 30 * 24 * 60 * 60_000;
export const SIGN_INS_MAX = 20;

const signInSchema = z.object({
  /** A digest: the id of a sign-in in its cookie is private. */
  id: z.string(),
  /** Milliseconds since 1970. */
  atMs: z.number(),
  device: z.enum(DEVICES),
  /** In the browser inside another app. */
  inApp: z.boolean(),
});

/** The sign-ins here, newest first: the time and the kind of device, but no location (behaviour 2.111). */
export const SIGN_INS: RecordKind<z.infer<typeof signInSchema>[]> = {
  name: "signins",
  ageMs: SIGN_INS_AGE_MS,
  schema: z.array(signInSchema),
};

/** Enough for two people who sign in to one account at the same time. */
const TRIES = 3;

const idOf = (signInId: string) => digest("sign-in", signInId);

/** Records a sign-in. Never rejects: a failing store must not prevent a sign-in. */
export async function recordSignIn(owner: Owner, signInId: string, userAgent: string | null): Promise<void> {
  const nowMs = Date.now();
  const signIn = { id: idOf(signInId), atMs: nowMs, ...deviceOf(userAgent) };
  const key = recordKey(SIGN_INS, owner);
  try {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const stored = await store().get(key);
      const known = await openRecord(SIGN_INS, owner, stored);
      const signIns = [signIn, ...lately(known === "unreadable" ? null : known, nowMs)].slice(0, SIGN_INS_MAX);
      const write = { [key]: await sealedRecord(SIGN_INS, owner, signIns) };
      if ((await store().commit({ expect: { [key]: stored }, write })) === "done") return;
    }
  } catch (error) {
    log().info({ error: describeError(error) }, "a sign-in is not recorded");
  }
}

function lately(signIns: z.infer<typeof signInSchema>[] | null, nowMs: number) {
  return (signIns ?? []).filter(({ atMs }) => atMs > nowMs - SIGN_INS_AGE_MS);
}

/** A sign-in as the page shows it. */
export interface ShownSignIn extends Omit<z.infer<typeof signInSchema>, "id"> {
  /** Whether it began the requesting session. */
  isThis: boolean;
}

/** The sign-ins of the last `SIGN_INS_AGE_MS`, newest first, from the stored text. */
export async function shownSignIns(
  session: Pick<Session, "account" | "id" | "signInId">,
  stored: string | null | undefined,
): Promise<ShownSignIn[]> {
  const known = await openRecord(SIGN_INS, session, stored);
  const mine = idOf(session.signInId);
  return lately(known === "unreadable" ? null : known, Date.now()).map(({ id, ...shown }) => ({
    ...shown,
    isThis: id === mine,
  }));
}
