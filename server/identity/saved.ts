import { describeError, log } from "@storefront/observability/log";
import { ownerOf } from "~server/account/owner-of";
import { readRecord, writeRecord, type RecordKind } from "~server/account/sealed-record";
import { readIdentityDraft, withIdentityDraft, type IdentityDraft } from "~server/identity/draft";
import { readDraft, identityDraftSchema, type FlowSession } from "~server/session/flow-session";
import type { Session } from "~server/session/session";

export const SAVED_IDENTITY_AGE_MS = 24 * 60 * 60_000;

/** Details that were entered but not sent; they outlive the flow. Of photos they have only the upstream's names. */
export const SAVED_IDENTITY: RecordKind<IdentityDraft> = {
  name: "identity",
  ageMs: SAVED_IDENTITY_AGE_MS,
  schema: identityDraftSchema.omit({ owner: true }),
};

export async function saveIdentity(session: Session, entered: IdentityDraft): Promise<void> {
  const fits = SAVED_IDENTITY.schema.safeParse(entered);
  if (!fits.success) return;
  try {
    await writeRecord(SAVED_IDENTITY, await ownerOf(session), fits.data);
  } catch (error) {
    log().info({ error: describeError(error) }, "could not save identity details");
  }
}

/** Deletes the details when they are sent, and at a sign-out. Never rejects; at worst they expire after a day. */
export async function forgetIdentity(session: Session): Promise<void> {
  await ownerOf(session)
    .then((owner) => writeRecord(SAVED_IDENTITY, owner, null))
    .catch((error: unknown) => log().warn({ error: describeError(error) }, "could not delete saved identity details"));
}

/** Adds the saved details to a flow that has none, or the photos of an interrupted upload. Never rejects. */
export async function resumedFlow(flowSession: FlowSession, session: Session): Promise<FlowSession> {
  const own = readIdentityDraft(flowSession, session);
  if (!own && readDraft(flowSession, "realName", session)?.numberCode) return flowSession;
  const saved = await ownerOf(session)
    .then((owner) => readRecord(SAVED_IDENTITY, owner))
    .catch(() => null);
  if (saved === null || saved === "unreadable") return flowSession;
  if (!own) return withIdentityDraft(flowSession, session, saved);
  if (!saved.photos || !isSameIdentity(own, saved)) return flowSession;
  return withIdentityDraft(flowSession, session, { ...own, photos: { ...own.photos, ...saved.photos } });
}

const DETAILS = identityDraftSchema.omit({ owner: true, photos: true, numberTaken: true }).keyof().options;

const isSameIdentity = (one: IdentityDraft, other: IdentityDraft): boolean =>
  DETAILS.every((field) => one[field] === other[field]);
