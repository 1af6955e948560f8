import { describeError, log } from "@storefront/observability/log";
import { ownerOf } from "~server/account/owner-of";
import { openRecord, writeRecord, type RecordKind } from "~server/account/sealed-record";
import { readIdentityDraft, withIdentityDraft, type IdentityDraft } from "~server/identity/draft";
import { readDraft, identityDraftSchema, type FlowSession } from "~server/session/flow-session";
import { ownerKeys } from "~server/session/owner";
import type { Session } from "~server/session/session";
import { store } from "~server/store/shared";

/** How long the entered details of an unsent identity are stored, from the last entry. */
export const SAVED_IDENTITY_AGE_MS = 24 * 60 * 60_000;

/**
 * The details entered of an identity, for a day after the last entry (behaviour 2.116): the flow has them too, but ends
 * after 15 minutes, and with the browser. Of photos it has only the upstream's names.
 */
export const SAVED_IDENTITY: RecordKind<IdentityDraft> = {
  name: "identity",
  ageMs: SAVED_IDENTITY_AGE_MS,
  schema: identityDraftSchema.omit({ owner: true }),
};

/**
 * Saves the entered details, unless they are longer than anybody types. Never rejects: the flow has them for a while.
 */
export async function saveIdentity(session: Session, entered: IdentityDraft): Promise<void> {
  const fits = SAVED_IDENTITY.schema.safeParse(entered);
  if (!fits.success) return;
  try {
    await writeRecord(SAVED_IDENTITY, await ownerOf(session), fits.data);
  } catch (error) {
    log().info({ error: describeError(error) }, "what was entered of an identity is not saved");
  }
}

/**
 * Forgets it: once it was sent, and at a sign-out, before the platform ends the session. Never rejects; where the store
 * fails it goes after its day.
 */
export async function forgetIdentity(session: Session): Promise<void> {
  await ownerOf(session)
    .then((owner) => writeRecord(SAVED_IDENTITY, owner, null))
    .catch((error: unknown) => log().warn({ error: describeError(error) }, "a saved identity is not deleted yet"));
}

/**
 * The flow with the details saved for this account, where it has none itself. Where it has the same, only the saved
 * photos are new: those of an upload that broke off, whose response no browser got. Never rejects.
 */
export async function resumedFlow(flowSession: FlowSession, session: Session): Promise<FlowSession> {
  const own = readIdentityDraft(flowSession, session);
  if (!own && readDraft(flowSession, "realName", session)?.numberCode) return flowSession;
  const saved = await readSaved(session).catch(() => null);
  if (saved === null || saved === "unreadable") return flowSession;
  if (!own) return withIdentityDraft(flowSession, session, saved);
  if (!saved.photos || !isSameIdentity(own, saved)) return flowSession;
  return withIdentityDraft(flowSession, session, { ...own, photos: { ...own.photos, ...saved.photos } });
}

const DETAILS = identityDraftSchema.omit({ owner: true, photos: true, numberTaken: true }).keyof().options;

const isSameIdentity = (one: IdentityDraft, other: IdentityDraft): boolean =>
  DETAILS.every((field) => one[field] === other[field]);

async function readSaved(session: Session) {
  const owner = await ownerOf(session);
  return openRecord(SAVED_IDENTITY, owner, await store().getAll(ownerKeys(SAVED_IDENTITY.name, owner)));
}
