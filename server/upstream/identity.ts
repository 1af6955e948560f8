import { z } from "zod";
import { line } from "./parsers";
import { fields, optionalOnError } from "./schemas";
import { call, EXCHANGE, write, type UpstreamContext } from "./client";

/** The names of three photos must fit into a cookie. */
const PHOTO_NAME_MAX_BYTES = 300;

/** The photos of an identity (behaviour 5.20): front, back, hand-held. */
export type PhotoSlot = "firstPhoto" | "secondPhoto" | "thirdPhoto";

const filename = line(512);
const uploadResponse = fields({
  filename: optionalOnError(filename),
  filenameStr: optionalOnError(filename),
}).transform((sent, context) => {
  const name = sent.filenameStr ?? sent.filename;
  if (name !== undefined && Buffer.byteLength(name) <= PHOTO_NAME_MAX_BYTES) return { filename: name };
  context.addIssue({ code: "custom", path: ["filename"], message: "missing or too long" });
  return z.NEVER;
});

/**
 * common/upload_img (behaviour 7.46): one photo, in a field named after its slot. Within 60 s, sent once.
 *
 * @returns the upstream's name of the photo, for `authRealname`
 * @throws UpstreamRejected, SessionExpired, UpstreamUnavailable
 */
export function uploadImage(
  upstreamContext: UpstreamContext,
  { slot, file, filename: name }: { slot: PhotoSlot; file: Blob; filename: string },
): Promise<{ filename: string }> {
  return call(upstreamContext, {
    kind: "upload",
    path: `${EXCHANGE}/common/upload_img`,
    form: { name: slot, [slot]: { file, filename: name } },
    schema: uploadResponse,
  });
}

/** A full name, or a family name and a given one. */
export type PersonName =
  | { userName: string; familyName?: undefined; name?: undefined }
  | { userName?: undefined; familyName: string; name: string };

/** The details of an identity; exactly one of the full name and the name pair (behaviour 5.18). */
export type RealName = {
  /** 1 identity card, 2 passport, 3 other legal document, 4 driving licence. */
  certificateType: 1 | 2 | 3 | 4;
  certificateNumber: string;
  /** The telephone code of the country, such as `86`; sent with a plus sign. */
  countryCode: string;
  /** The ISO number of the country, such as `156`. */
  numberCode: string;
} & Record<PhotoSlot, string> &
  PersonName;

/**
 * user/v4/auth_realname (behaviour 7.47): submits an identity for review.
 *
 * @throws UpstreamRejected (`errors.idCardExists` for 10051), SessionExpired, UpstreamUnavailable
 */
export function authRealname(upstreamContext: UpstreamContext, input: RealName): Promise<void> {
  const { certificateNumber, certificateType, countryCode, familyName, name, userName, numberCode } = input;
  const { firstPhoto, secondPhoto, thirdPhoto } = input;
  return write(upstreamContext, `${EXCHANGE}/user/v4/auth_realname`, {
    certificateNumber,
    certificateType,
    countryCode: `+${countryCode.replace(/^\+/, "")}`,
    familyName,
    name,
    userName,
    numberCode,
    firstPhoto,
    secondPhoto,
    thirdPhoto,
  });
}
