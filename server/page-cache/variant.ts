import type { IncomingHttpHeaders } from "node:http";
import { SAMPLE_USER_AGENT, inAppBrowser, isIos } from "~server/device/device";
import type { StyleSheets } from "@storefront/critical-css/style-sheets";
import { hasStyles, STYLES_COOKIE } from "~server/documents/styles-cookie";
import { DEFAULT_LOCALE, LOCALE_COOKIE, LOCALES, storedLocale } from "~server/i18n/locale";
import { areScriptsOff, readScriptsChoice, savesData, SCRIPTS_COOKIE } from "~server/documents/scripts-choice";
import type { BuiltPage } from "./cacheable";

/** A variant, a small number, is a language and flags; a cached page is rendered from that number alone. */

const FLAG = { withoutScripts: 1, ios: 2, inApp: 4, returning: 8, savesData: 16 } as const;
const LANGUAGE = 32;

export function variantOf(page: BuiltPage, headers: IncomingHttpHeaders, styles?: StyleSheets): number {
  if (page.file) return 0;
  const { cookie } = headers;
  let variant = LANGUAGE * LOCALES.indexOf(storedLocale(cookie ?? null) ?? DEFAULT_LOCALE);
  const isSaving = savesData(headers["save-data"]);
  if (isSaving) variant |= FLAG.savesData;
  if (page.hydrates && areScriptsOff(readScriptsChoice(cookie), isSaving)) variant |= FLAG.withoutScripts;
  if (styles && cookie !== undefined && hasStyles(cookie, styles)) variant |= FLAG.returning;
  if (page.device) {
    const userAgent = headers["user-agent"] ?? null;
    if (page.device.includes("ios") && isIos(userAgent)) variant |= FLAG.ios;
    if (page.device.includes("inApp") && inAppBrowser(userAgent) !== null) variant |= FLAG.inApp;
  }
  return variant;
}

export function savesDataIn(variant: number): boolean {
  return (variant & FLAG.savesData) !== 0;
}

export function headersOf(variant: number, styles?: StyleSheets): Headers {
  const userAgent = SAMPLE_USER_AGENT[variant & FLAG.inApp ? "inApp" : "own"][variant & FLAG.ios ? "ios" : "other"];
  const headers = new Headers({ "User-Agent": userAgent });
  const cookies = [
    `${LOCALE_COOKIE}=${LOCALES[Math.floor(variant / LANGUAGE)] ?? DEFAULT_LOCALE}`,
    `${SCRIPTS_COOKIE}=${variant & FLAG.withoutScripts ? "off" : "on"}`,
    ...(styles && variant & FLAG.returning ? [`${STYLES_COOKIE}=${styles.version}`] : []),
  ];
  headers.set("Cookie", cookies.join("; "));
  if (variant & FLAG.savesData) headers.set("Save-Data", "on");
  return headers;
}

export function varyOf(page: BuiltPage): string {
  if (page.file) return "Accept-Encoding";
  return ["Cookie", "Save-Data", ...(page.device ? ["User-Agent"] : []), "Accept-Encoding"].join(", ");
}
