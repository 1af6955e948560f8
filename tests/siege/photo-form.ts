import { validIdentity } from "../support/valid-forms";
import type { Target } from "./attack";
import { attackerAddress, formHeaders, headOf, postOf, visitorOf } from "./wires";

/** The form for identity photos as an account sees it. */

const DETAILS_PATH = "/RealNameInfo?country=158";
const SLOTS = ["firstPhoto", "secondPhoto", "thirdPhoto"] as const;

export interface PhotoForm {
  csrf: string;
  /** Returns the head of a request that posts the form. */
  head: (headers: Record<string, string | number>) => string;
  /** Returns a request that posts the form with up to three photos. */
  request: (photos: readonly Buffer[]) => Buffer;
  /** The number of the account's IP address. */
  address: number;
}

/**
 * Fills in the details, and opens the form.
 *
 * @param account the account's number in `target.accounts`
 * @throws Error if the form does not appear
 */
export async function photoForm(target: Target, account: number): Promise<PhotoForm> {
  const address = 100 + account;
  const visitor = visitorOf(target, `ulan=en_US; ${target.accounts[account] ?? ""}`, attackerAddress(address));
  const details = await visitor.open(DETAILS_PATH);
  const sent = await visitor.submit(DETAILS_PATH, validIdentity({ numberCode: details.field("numberCode") }), details);
  const csrf = (await visitor.open("/UploadImage")).field("csrf");
  if (csrf === undefined) throw new Error(`No form for photos: ${sent.status} ${sent.text.slice(0, 200)}`);
  const form = { ...formHeaders(target, "multipart/form-data; boundary=x"), Cookie: String(visitor.jar) };
  return {
    csrf,
    address,
    head: (headers) => headOf(target, "POST /UploadImage", { ...form, ...headers }),
    request: (photos) => postOf(target, "/UploadImage", photoParts(csrf, photos), form),
  };
}

/** Returns the body of the form with up to three photos. */
export function photoParts(csrf: string, photos: readonly Buffer[]): Buffer {
  const files = photos.flatMap((photo, index) => [
    Buffer.from(
      `\r\n--x\r\nContent-Disposition: form-data; name="${SLOTS[index] ?? ""}"; filename="IMG_${index}.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`,
    ),
    photo,
  ]);
  const first = Buffer.from(`--x\r\nContent-Disposition: form-data; name="csrf"\r\n\r\n${csrf}`);
  return Buffer.concat([first, ...files, Buffer.from("\r\n--x--\r\n")]);
}
