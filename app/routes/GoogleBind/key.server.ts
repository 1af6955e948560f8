import { generateURI } from "otplib";
import { getText } from "~server/texts/text";
import { isDesktop } from "~server/device/device";
import { qrImage } from "~server/qr-code/qr-code";
import type { Locale } from "~server/i18n/locale";
import { shownSite } from "~server/content/site";

/** An authenticator shows the name on one line. */
const ISSUER_MAX_CHARACTERS = 40;

/** The key as its step shows it. */
export interface KeyShown {
  /** In capitals and without padding, as authenticators take it. */
  key: string;
  /** The key with the names of account and site, which an authenticator of this device opens; in no address of ours. */
  uri: string;
  /** The QR code of `uri`. */
  qr: string;
  /** No phone, so the QR code is shown from the start. */
  onDesktop: boolean;
}

/**
 * The data of the key step. Its address and its QR code are made here from key and account; a picture that the upstream
 * may send is not used.
 */
export async function keyShown(
  { locale, request }: { locale: Locale; request: Request },
  key: string,
  account: string,
): Promise<KeyShown> {
  const site = (await shownSite({ locale }))?.title ?? getText(locale)("common.siteTitle");
  // A colon ends the issuer in an otpauth address.
  const name = (text: string) => text.replaceAll(":", " ");
  const issuer = Array.from(name(site)).slice(0, ISSUER_MAX_CHARACTERS).join("");
  const secret = key.replace(/=+$/, "").toUpperCase();
  const uri = generateURI({ issuer, label: name(account), secret });
  return { key: secret, uri, qr: await qrImage(uri), onDesktop: isDesktop(request.headers.get("user-agent")) };
}
