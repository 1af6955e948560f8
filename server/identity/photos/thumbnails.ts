import { z } from "zod";
import { FLOW_AGE_MS } from "~server/session/constants";
import { open, seal, sign } from "~server/crypto/keys";
import { PHOTO_HINTS, type PhotoHint } from "~server/identity/photos/hints";
import type { Session } from "~server/session/session";
import { store } from "~server/store/shared";
import type { PhotoSlot } from "~server/upstream/identity";

/**
 * Small pictures of the photos that a visitor has just sent, for that sign-in and as long as the flow lasts: a
 * later sign-in sees none, not even where the platform gives the same token again.
 * Sealed in the store; a store that does not answer means no picture, and nothing worse.
 */

const keyOf = ({ signInId }: Session, slot: PhotoSlot) => `photo:${sign("photo", `${signInId}:${slot}`)}`;

/** A small picture, and what may be wrong with the photo that it shows. */
export interface Thumbnail {
  /** A JPEG of at most about 8 kB. */
  jpeg: Buffer;
  hints: PhotoHint[];
}

const keptSchema = z.object({
  jpeg: z.string().transform((text) => Buffer.from(text, "base64")),
  hints: z.array(z.enum(PHOTO_HINTS)).default([]),
});

export async function keepThumbnail(session: Session, slot: PhotoSlot, { jpeg, hints }: Thumbnail): Promise<void> {
  const sealed = await seal("photo", { jpeg: jpeg.toString("base64"), hints }, FLOW_AGE_MS);
  await store()
    .set(keyOf(session, slot), sealed, FLOW_AGE_MS)
    .catch(() => undefined);
}

/** What was kept of a photo, or null. */
export async function readThumbnail(session: Session, slot: PhotoSlot): Promise<Thumbnail | null> {
  const sealed = await store()
    .get(keyOf(session, slot))
    .catch(() => null);
  const opened = sealed === null ? null : await open("photo", sealed);
  return keptSchema.safeParse(opened).data ?? null;
}

export async function dropThumbnail(session: Session, slot: PhotoSlot): Promise<void> {
  await store()
    .delete(keyOf(session, slot))
    .catch(() => undefined);
}
