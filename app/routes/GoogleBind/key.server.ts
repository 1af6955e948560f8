import { generateURI } from "otplib";
import { getText } from "~server/texts/text";
import { isDesktop } from "~server/device/device";
import { qrImage } from "~server/qr-code/qr-code";
import type { PrivateVisit } from "~server/loader/loader";
import { shownSite } from "~server/content/site";

/** An authenticator shows the name on one line. */
const ISSUER_MAX_CHARACTERS = 40;

/**
 * The data of the key step. Its address and its QR code are made here from key and account; a picture that the upstream
 * may send is not used.
 */
export async function keyShown(
  { locale, request }: Pick<PrivateVisit, "locale" | "request">,
  key: string,
  account: string,
) {
  const site = (await shownSite({ locale }))?.title ?? getText(locale)("common.siteTitle");
  // A colon ends the issuer in an otpauth address.
  const name = (text: string) => text.replaceAll(":", " ");
  const issuer = Array.from(name(site)).slice(0, ISSUER_MAX_CHARACTERS).join("");
  // In capitals and without padding, as authenticators expect.
  const secret = key.replace(/=+$/, "").toUpperCase();
  const uri = generateURI({ issuer, label: name(account), secret });
  return { key: secret, uri, qr: await qrImage(uri), onDesktop: isDesktop(request.headers.get("user-agent")) };
}

export type KeyShown = Awaited<ReturnType<typeof keyShown>>;
