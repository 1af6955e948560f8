import { lateMessage } from "~server/forms/failure";
import type { SentFile, SentFiles } from "~server/forms/files";
import type { PhotoHint } from "~server/identity/photos/hints";
import { DecoderTimeUsedUp, takeInPhoto, type PhotoFault } from "~server/identity/photos/intake";
import { keepThumbnail, readThumbnail } from "~server/identity/photos/thumbnails";
import { sign } from "~server/crypto/keys";
import { LIMITS } from "~server/limits";
import { countedAs } from "~server/session/owner";
import type { Session } from "~server/session/session";
import { uploadImage, type PhotoSlot } from "~server/upstream/identity";
import { refusalMessage } from "~server/loader/reads";
import { message, type Message } from "~server/i18n/message";
import { UpstreamRejected, UpstreamUnavailable, type UpstreamContext } from "~server/upstream/client";

/** Front, back, hand-held (behaviour 5.20). */
export const PHOTO_SLOTS = ["firstPhoto", "secondPhoto", "thirdPhoto"] as const satisfies readonly PhotoSlot[];

/** The upstream's names of the photos that it has. */
export type AcceptedPhotos = Partial<Record<PhotoSlot, string | undefined>>;

const FAULTS: Readonly<Record<PhotoFault, Message>> = {
  type: "UploadImage.photoType",
  pixels: "UploadImage.photoPixels",
  failed: "UploadImage.photoFailed",
};

/** What became of the photos of a form. */
export interface Outcome {
  /** The earlier photos and the new ones. */
  accepted: AcceptedPhotos;
  /** The error of each slot at fault. */
  faults: Partial<Record<PhotoSlot, Message>>;
  /** Why the upstream took a photo neither in nor rejected it: it gave no usable response. */
  unavailable?: Message;
}

/**
 * Takes each photo in and sends it to the upstream immediately: an accepted photo stays, whatever happens to the others
 * (behaviour 5.21). A slot whose new photo is at fault keeps the one that it had.
 *
 * @throws SessionExpired
 */
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
  // Not the name of the visitor's file, which may be anything.
  const blob = new Blob([new Uint8Array(photo.jpeg)], { type: "image/jpeg" });
  const { filename } = await uploadImage(upstreamContext, { slot, file: blob, filename: `${slot}.jpg` });
  await keepThumbnail(session, slot, { jpeg: photo.thumbnail, hints: photo.hints });
  return { filename };
}

/** A slot as the page shows it. */
export interface ShownPhoto {
  slot: PhotoSlot;
  accepted: boolean;
  /** The URL of its thumbnail, different for each photo; null when there is none. */
  thumbnail: string | null;
  /** Hints about it, as long as there is a thumbnail. */
  hints: PhotoHint[];
}

/** The three slots with their photos. */
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
