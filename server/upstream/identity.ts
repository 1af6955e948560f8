import { z } from "zod";
import { PHOTO_NAME_MAX_BYTES } from "~server/constants";
import { imageUrl } from "./links";
import { line, word, type Read } from "./readers";
import { fields, lenient, required } from "./shapes";
import { call, EXCHANGE, type Caller } from "./transport";

const nothing = z.unknown().transform(() => undefined);

/** The photos of an identity (behaviour 5.20): front, back, hand-held. */
export type PhotoSlot = "firstPhoto" | "secondPhoto" | "thirdPhoto";

const filename = line(512);
const uploadAnswer = fields({ filename: lenient(filename), filenameStr: lenient(filename) }).transform(
  (sent, context) => {
    const name = sent.filename ?? sent.filenameStr;
    if (name !== undefined && Buffer.byteLength(name) <= PHOTO_NAME_MAX_BYTES) return { filename: name };
    context.addIssue({ code: "custom", path: ["filename"], message: "missing or too long" });
    return z.NEVER;
  },
);

/**
 * common/upload_img (behaviour 7.46): one photo, in a field named after its slot. Within 60 s, sent once.
 *
 * @returns the platform's name of the photo, for `authRealname`
 * @throws Refused, Expired, Unavailable
 */
export function uploadImage(
  caller: Caller,
  { slot, file, filename: name }: { slot: PhotoSlot; file: Blob; filename: string },
): Promise<{ filename: string }> {
  return call(caller, {
    kind: "upload",
    path: `${EXCHANGE}/common/upload_img`,
    form: { name: slot, [slot]: { file, filename: name } },
    schema: uploadAnswer,
  });
}

/** The details of an identity; exactly one of the full name and the name pair (behaviour 5.18). */
export type RealName = {
  /** 1 identity card, 2 passport, 3 other legal document, 4 driving licence. */
  certificateType: 1 | 2 | 3 | 4;
  certificateNumber: string;
  /** The telephone code of the country, such as `86`; travels with a plus sign (behaviour 7.16). */
  countryCode: string;
  /** The ISO number of the country, such as `156`. */
  numberCode: string;
} & Record<PhotoSlot, string> &
  (
    | { userName: string; familyName?: undefined; name?: undefined }
    | { userName?: undefined; familyName: string; name: string }
  );

/**
 * user/v4/auth_realname (behaviour 7.47): hands an identity in for review.
 *
 * @throws Refused (`errors.idCardExists` for 10051), Expired, Unavailable
 */
export function authRealname(caller: Caller, input: RealName): Promise<void> {
  const { certificateNumber, certificateType, countryCode, familyName, name, userName, numberCode } = input;
  const { firstPhoto, secondPhoto, thirdPhoto } = input;
  return call(caller, {
    kind: "write",
    path: `${EXCHANGE}/user/v4/auth_realname`,
    body: {
      ...{ certificateNumber, certificateType, countryCode: `+${countryCode.replace(/^\+/, "")}` },
      ...{ familyName, name, userName, numberCode, firstPhoto, secondPhoto, thirdPhoto },
    },
    schema: nothing,
  });
}

/** A key of an authenticator, in base32 as people type it. */
const googleKey: Read<string> = (value) =>
  typeof value === "string" && /^[A-Za-z2-7]{8,128}=*$/.test(value) ? value : undefined;

const authenticatorAnswer = fields({
  googleKey: required(googleKey),
  googleImg: lenient(imageUrl),
  googleUser: lenient(word(128)),
});

/** A key to bind; `googleImg` only where it is the address of a picture (the QR is drawn from the key). */
export type AuthenticatorKey = z.output<typeof authenticatorAnswer>;

/**
 * user/toopen_google_authenticator (behaviour 7.49): a key to bind. Sent once: the platform may make a new key for each call.
 *
 * @throws Refused, Expired, Unavailable
 */
export function openGoogleAuthenticator(caller: Caller): Promise<AuthenticatorKey> {
  const path = `${EXCHANGE}/user/toopen_google_authenticator`;
  return call(caller, { kind: "write", path, schema: authenticatorAnswer });
}

/**
 * user/google_verify (behaviour 7.50): binds the authenticator.
 *
 * @throws Refused (`errors.code` for a wrong code), Expired, Unavailable
 */
export function verifyGoogle(
  caller: Caller,
  input: { googleCode: string; googleKey: string; loginPwd: string },
): Promise<void> {
  return call(caller, {
    kind: "write",
    path: `${EXCHANGE}/user/google_verify`,
    body: { googleCode: input.googleCode, googleKey: input.googleKey, loginPwd: input.loginPwd },
    schema: nothing,
  });
}
