import { z } from "zod";
import { line } from "./parsers";
import { fields, optionalOnError } from "./schemas";
import { call, EXCHANGE, write, type UpstreamContext } from "./client";

/** Three of these names must fit into a cookie. */
const PHOTO_NAME_MAX_BYTES = 300;

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

/** Uploads one photo and returns the name that the upstream gave it, for `authRealname`. Sent only once. */
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

export type PersonName =
  | { userName: string; familyName?: undefined; name?: undefined }
  | { userName?: undefined; familyName: string; name: string };

export type RealName = {
  /** 1: identity card, 2: passport, 3: other legal document, 4: driving licence. */
  certificateType: 1 | 2 | 3 | 4;
  certificateNumber: string;
  /** Telephone code of the country, such as `86`. It is sent with a plus sign. */
  countryCode: string;
  /** ISO number of the country, such as `156`. */
  numberCode: string;
} & Record<PhotoSlot, string> &
  PersonName;

/** Submits an identity for review. Throws UpstreamRejected with `errors.idCardExists` for code 10051. */
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
