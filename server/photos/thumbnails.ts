import { FLOW_AGE_MS } from "~server/constants";
import { open, seal, sign } from "~server/crypto/keys";
import type { Session } from "~server/session/session";
import { store } from "~server/store/shared";
import type { PhotoSlot } from "~server/upstream/identity";

/**
 * Small pictures of the photos that a visitor has just sent, for that sign-in and as long as the flow lasts: a
 * later sign-in sees none, not even where the platform gives the same token again.
 * Sealed in the store; a store that does not answer means no picture, and nothing worse.
 */

const keyOf = ({ signInId }: Session, slot: PhotoSlot) => `photo:${sign("photo", `${signInId}:${slot}`)}`;

export async function keepThumbnail(session: Session, slot: PhotoSlot, jpeg: Buffer): Promise<void> {
  const sealed = await seal("photo", { jpeg: jpeg.toString("base64") }, FLOW_AGE_MS);
  await store()
    .set(keyOf(session, slot), sealed, FLOW_AGE_MS)
    .catch(() => undefined);
}

/** A JPEG of at most about 8 kB, or null. */
export async function readThumbnail(session: Session, slot: PhotoSlot): Promise<Buffer | null> {
  const sealed = await store()
    .get(keyOf(session, slot))
    .catch(() => null);
  const opened = sealed === null ? null : await open("photo", sealed);
  const jpeg = opened !== null && typeof opened === "object" && "jpeg" in opened ? opened.jpeg : undefined;
  return typeof jpeg === "string" ? Buffer.from(jpeg, "base64") : null;
}

export async function dropThumbnail(session: Session, slot: PhotoSlot): Promise<void> {
  await store()
    .delete(keyOf(session, slot))
    .catch(() => undefined);
}
