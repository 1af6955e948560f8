import { z } from "zod";
import { digest } from "~server/crypto/digest";
import { DEVICES, deviceOf } from "~server/device/device";
import { describeError, log } from "@storefront/observability/log";
import type { Session } from "~server/session/session";
import { store } from "~server/store/shared";
import { ownerBy, ownerKey, type Owner } from "~server/session/owner";
import { openRecord, readRecord, sealedRecord, type Opened, type RecordKind } from "./sealed-record";

export const SIGN_INS_AGE_MS = 30 * 24 * 60 * 60_000;
export const SIGN_INS_MAX = 20;

const signInSchema = z.object({
  /** A digest, because the id in the cookie is secret. */
  id: z.string(),
  atMs: z.number(),
  device: z.enum(DEVICES),
  inApp: z.boolean(),
});

type SignIn = z.infer<typeof signInSchema>;

/** An account's sign-ins, newest first: time and kind of device, deliberately no location. */
export const SIGN_INS: RecordKind<SignIn[]> = {
  name: "signins",
  ageMs: SIGN_INS_AGE_MS,
  schema: z.array(signInSchema),
};

const TRIES = 3;

const idOf = (signInId: string) => digest("sign-in", signInId);

/** Records a sign-in. Never rejects, because signing in must work without the store. */
export async function recordSignIn(owner: Owner, signInId: string, userAgent: string | null): Promise<void> {
  const signIn = { id: idOf(signInId), atMs: Date.now(), ...deviceOf(userAgent) };
  await add(owner, signIn).catch(reportUnrecorded);
}

/** Copies a sign-in to the account's owner, who was unknown when it was recorded. Never rejects. */
export async function takeOverSignIn(owner: Owner, session: Session): Promise<void> {
  try {
    const signIns = lately(await readRecord(SIGN_INS, ownerBy(session)));
    const own = signIns.find(({ id }) => id === idOf(session.signInId));
    if (own) await add(owner, own);
  } catch (error) {
    reportUnrecorded(error);
  }
}

async function add(owner: Owner, signIn: SignIn): Promise<void> {
  const key = ownerKey(SIGN_INS.name, owner);
  for (let tries = 0; tries < TRIES; tries += 1) {
    const stored = await store().get(key);
    const others = lately(await openRecord(SIGN_INS, owner, stored)).filter(({ id }) => id !== signIn.id);
    const signIns = [signIn, ...others].sort((one, other) => other.atMs - one.atMs).slice(0, SIGN_INS_MAX);
    const write = { [key]: await sealedRecord(SIGN_INS, owner, signIns) };
    if ((await store().commit({ expect: { [key]: stored }, write })) === "done") return;
  }
}

const reportUnrecorded = (error: unknown) => log().info({ error: describeError(error) }, "could not record a sign-in");

function lately(signIns: Opened<SignIn[]>): SignIn[] {
  const sinceMs = Date.now() - SIGN_INS_AGE_MS;
  return signIns === null || signIns === "unreadable" ? [] : signIns.filter(({ atMs }) => atMs > sinceMs);
}

export interface ShownSignIn extends Omit<SignIn, "id"> {
  isThis: boolean;
}

export async function shownSignIns(
  owner: Owner,
  { signInId }: Pick<Session, "signInId">,
  stored: string | null | undefined,
): Promise<ShownSignIn[]> {
  const mine = idOf(signInId);
  return lately(await openRecord(SIGN_INS, owner, stored)).map(({ id, ...shown }) => ({
    ...shown,
    isThis: id === mine,
  }));
}
