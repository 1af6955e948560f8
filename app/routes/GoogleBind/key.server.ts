import { generateURI } from "otplib";
import { getText } from "~server/texts/text";
import { isDesktop } from "~server/device/device";
import { qrImage } from "~server/qr-code/qr-code";
import type { PrivateVisit } from "~server/loader/loader";
import { shownSite } from "~server/content/site";

/** Authenticators show the issuer on one line. */
const ISSUER_MAX_CHARACTERS = 40;

/** Returns the data of the key step. Address and QR code are ours; a picture from the upstream is ignored. */
export async function keyShown(
  { locale, request }: Pick<PrivateVisit, "locale" | "request">,
  key: string,
  account: string,
) {
  const site = (await shownSite({ locale }))?.title ?? getText(locale)("common.siteTitle");
  // A colon would end the issuer in an otpauth address.
  const name = (text: string) => text.replaceAll(":", " ");
  const issuer = Array.from(name(site)).slice(0, ISSUER_MAX_CHARACTERS).join("");
  // Authenticators expect capital letters and no padding.
  const secret = key.replace(/=+$/, "").toUpperCase();
  const uri = generateURI({ issuer, label: name(account), secret });
  return { key: secret, uri, qr: await qrImage(uri), onDesktop: isDesktop(request.headers.get("user-agent")) };
}

export type KeyShown = Awaited<ReturnType<typeof keyShown>>;
