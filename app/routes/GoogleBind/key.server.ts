import { generateURI } from "otplib";
import { getText } from "~/i18n/text.server";
import { qrPath } from "~server/qr";
import type { Locale } from "~server/locale";
import { siteConfig } from "~server/upstream/site";
import { unlessUnavailable } from "~server/upstream/unavailable";

/** An authenticator shows the name on one line. */
const ISSUER_MAX_CHARACTERS = 40;

/**
 * What the key step shows: the key, in groups of four to write down, and the QR code that an authenticator
 * scans. The code is drawn here from key and account; a picture that the platform may send is not used.
 */
export async function keyShown(locale: Locale, key: string, account: string) {
  const site = (await unlessUnavailable(siteConfig({ locale })))?.title ?? getText(locale)("common.siteTitle");
  // A colon ends the issuer in an otpauth address.
  const name = (text: string) => text.replaceAll(":", " ");
  const issuer = Array.from(name(site)).slice(0, ISSUER_MAX_CHARACTERS).join("");
  const secret = key.replace(/=+$/, "").toUpperCase();
  const uri = generateURI({ issuer, label: name(account), secret });
  return { key, groups: [...(secret.match(/.{1,4}/g) ?? [])], qr: qrPath(uri) };
}
