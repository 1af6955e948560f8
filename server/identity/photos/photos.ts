import { lateMessage } from "~server/forms/failure";
import type { SentFile, SentFiles } from "~server/forms/files";
import type { PhotoHint } from "~server/identity/photos/hints";
import { DecoderTimeUsedUp, takeInPhoto, type PhotoFault } from "~server/identity/photos/intake";
import { storeThumbnail, readThumbnail } from "~server/identity/photos/thumbnails";
import { sign } from "~server/crypto/keys";
import { LIMITS } from "~server/limits";
import { countedAs } from "~server/session/owner";
import type { Session } from "~server/session/session";
import { uploadImage, type PhotoSlot } from "~server/upstream/identity";
import { refusalMessage } from "~server/loader/reads";
import { message, type Message } from "~server/i18n/message";
import { UpstreamRejected, UpstreamUnavailable, type UpstreamContext } from "~server/upstream/client";

export const PHOTO_SLOTS = ["firstPhoto", "secondPhoto", "thirdPhoto"] as const satisfies readonly PhotoSlot[];

export type AcceptedPhotos = Partial<Record<PhotoSlot, string | undefined>>;

const FAULTS: Readonly<Record<PhotoFault, Message>> = {
  type: "UploadImage.photoType",
  pixels: "UploadImage.photoPixels",
  failed: "UploadImage.photoFailed",
};

export interface Outcome {
  accepted: AcceptedPhotos;
  faults: Partial<Record<PhotoSlot, Message>>;
  unavailable?: Message;
}

/** Processes the photos of a form. If a slot's new photo is rejected, the earlier one stays. */
export async function takePhotos(
  upstreamContext: UpstreamContext,
  session: Session,
  files: SentFiles,
  before: AcceptedPhotos = {},
): Promise<Outcome> {
  const outcome: Outcome = { accepted: { ...before }, faults: {} };
  await Promise.all(
    PHOTO_SLOTS.map(async (slot) => {
      const file = files[slot];
      if (!file) return;
      try {
        const taken = await takePhoto(upstreamContext, session, slot, file);
        if ("filename" in taken) outcome.accepted[slot] = taken.filename;
        else outcome.faults[slot] = taken.fault;
      } catch (error) {
        if (error instanceof DecoderTimeUsedUp) {
          outcome.faults[slot] = message(LIMITS["photos:account"].message, {
            seconds: Math.ceil(error.retryAfterMs / 1000),
          });
        } else if (error instanceof UpstreamRejected) {
          outcome.faults[slot] = refusalMessage(error);
        } else if (error instanceof UpstreamUnavailable) {
          outcome.faults[slot] = "UploadImage.photoFailed";
          outcome.unavailable = lateMessage(error);
        } else throw error;
      }
    }),
  );
  return outcome;
}

async function takePhoto(
  upstreamContext: UpstreamContext,
  session: Session,
  slot: PhotoSlot,
  file: SentFile,
): Promise<{ filename: string } | { fault: Message }> {
  if (file.state !== "sent")
    return { fault: file.state === "empty" ? "UploadImage.photoEmpty" : "UploadImage.photoSize" };
  const photo = await takeInPhoto(countedAs(session), file.read);
  if (typeof photo === "string") return { fault: FAULTS[photo] };
  // The visitor's own file name could be anything.
  const blob = new Blob([new Uint8Array(photo.jpeg)], { type: "image/jpeg" });
  const { filename } = await uploadImage(upstreamContext, { slot, file: blob, filename: `${slot}.jpg` });
  await storeThumbnail(session, slot, { jpeg: photo.thumbnail, hints: photo.hints });
  return { filename };
}

export interface ShownPhoto {
  slot: PhotoSlot;
  accepted: boolean;
  /** The thumbnail's URL, unique to each photo. */
  thumbnail: string | null;
  hints: PhotoHint[];
}

export function shownPhotos(session: Session, accepted: AcceptedPhotos = {}): Promise<ShownPhoto[]> {
  return Promise.all(
    PHOTO_SLOTS.map(async (slot) => {
      const filename = accepted[slot];
      const stored = filename === undefined ? null : await readThumbnail(session, slot);
      const thumbnail = stored && `/UploadImage/${slot}?v=${sign("photo", filename ?? "").slice(0, 12)}`;
      return { slot, accepted: filename !== undefined, thumbnail, hints: stored?.hints ?? [] };
    }),
  );
}
