import { z } from "zod";
import { FLOW_AGE_MS } from "~server/session/headers";
import { open, seal, sign } from "~server/crypto/keys";
import { PHOTO_HINTS, type PhotoHint } from "~server/identity/photos/hints";
import type { Session } from "~server/session/session";
import { store } from "~server/store/shared";
import type { PhotoSlot } from "~server/upstream/identity";

/** Encrypted thumbnails of the photos just sent, in the store for this sign-in until the flow expires. */

const keyOf = ({ signInId }: Session, slot: PhotoSlot) => `photo:${sign("photo", `${signInId}:${slot}`)}`;

export interface Thumbnail {
  /** A JPEG of at most about 8 kB. */
  jpeg: Buffer;
  hints: PhotoHint[];
}

const thumbnailSchema = z.object({
  /** The key, because a manipulated Redis may offer another visitor's thumbnail. */
  of: z.string(),
  jpeg: z.string().transform((text) => Buffer.from(text, "base64")),
  hints: z.array(z.enum(PHOTO_HINTS)).default([]),
});

export async function storeThumbnail(session: Session, slot: PhotoSlot, { jpeg, hints }: Thumbnail): Promise<void> {
  const sealed = await seal("photo", { of: keyOf(session, slot), jpeg: jpeg.toString("base64"), hints }, FLOW_AGE_MS);
  await store()
    .set(keyOf(session, slot), sealed, FLOW_AGE_MS)
    .catch(() => undefined);
}

export async function readThumbnail(session: Session, slot: PhotoSlot): Promise<Thumbnail | null> {
  const sealed = await store()
    .get(keyOf(session, slot))
    .catch(() => null);
  const opened = sealed === null ? null : await open("photo", sealed);
  const { data } = thumbnailSchema.safeParse(opened);
  return data?.of === keyOf(session, slot) ? { jpeg: data.jpeg, hints: data.hints } : null;
}

export async function dropThumbnail(session: Session, slot: PhotoSlot): Promise<void> {
  await store()
    .delete(keyOf(session, slot))
    .catch(() => undefined);
}
