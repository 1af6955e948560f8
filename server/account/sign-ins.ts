import { z } from "zod";
import { digest } from "~server/crypto/digest";
import { DEVICES, deviceOf } from "~server/device/device";
import { describeError, log } from "@storefront/observability/log";
import type { Session } from "~server/session/session";
import { store } from "~server/store/shared";
import { ownerBy, ownerKeys, type Owner } from "~server/session/owner";
import { openRecord, openText, sealedRecord, type Opened, type RecordKind } from "./sealed-record";

export const SIGN_INS_AGE_MS = 30 * 24 * 60 * 60_000;
export const SIGN_INS_MAX = 20;

const signInSchema = z.object({
  /** A digest: the id in the cookie is private. */
  id: z.string(),
  atMs: z.number(),
  device: z.enum(DEVICES),
  inApp: z.boolean(),
});

type SignIn = z.infer<typeof signInSchema>;

/** Newest first: the time and the kind of device, but no location (behaviour 2.111). */
export const SIGN_INS: RecordKind<SignIn[]> = {
  name: "signins",
  ageMs: SIGN_INS_AGE_MS,
  schema: z.array(signInSchema),
};

/** Enough for two simultaneous sign-ins. */
const TRIES = 3;

const idOf = (signInId: string) => digest("sign-in", signInId);

/** Never rejects: a failing store must not prevent a sign-in. */
export async function recordSignIn(owner: Owner, signInId: string, userAgent: string | null): Promise<void> {
  const signIn = { id: idOf(signInId), atMs: Date.now(), ...deviceOf(userAgent) };
  await add(owner, signIn).catch(reportUnrecorded);
}

/** Moves a session's sign-in to its owner, who was not known at that time. Never rejects. */
export async function takeOverSignIn(owner: Owner, session: Session): Promise<void> {
  try {
    const keys = ownerKeys(SIGN_INS.name, ownerBy(session));
    for (const [at, stored] of (await store().getAll(keys)).entries()) {
      const signIns = lately(await openText(SIGN_INS, keys[at] ?? "", stored));
      const own = signIns.find(({ id }) => id === idOf(session.signInId));
      if (own) await add(owner, own);
    }
  } catch (error) {
    reportUnrecorded(error);
  }
}

async function add(owner: Owner, signIn: SignIn): Promise<void> {
  const keys = ownerKeys(SIGN_INS.name, owner);
  const [key] = keys;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const stored = await store().getAll(keys);
    const others = lately(await openRecord(SIGN_INS, owner, stored)).filter(({ id }) => id !== signIn.id);
    const signIns = [signIn, ...others].sort((one, other) => other.atMs - one.atMs).slice(0, SIGN_INS_MAX);
    const write = { [key]: await sealedRecord(SIGN_INS, owner, signIns) };
    if ((await store().commit({ expect: { [key]: stored[0] ?? null }, write })) === "done") return;
  }
}

const reportUnrecorded = (error: unknown) => log().info({ error: describeError(error) }, "a sign-in is not recorded");

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
  stored: readonly (string | null | undefined)[],
): Promise<ShownSignIn[]> {
  const mine = idOf(signInId);
  return lately(await openRecord(SIGN_INS, owner, stored)).map(({ id, ...shown }) => ({
    ...shown,
    isThis: id === mine,
  }));
}
