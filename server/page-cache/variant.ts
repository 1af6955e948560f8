import type { IncomingHttpHeaders } from "node:http";
import { SAMPLE_USER_AGENT, inAppBrowser, isIos } from "~server/device/device";
import type { StyleSheets } from "@storefront/critical-css/style-sheets";
import { hasStyles, STYLES_COOKIE } from "~server/documents/styles-cookie";
import { DEFAULT_LOCALE, LOCALE_COOKIE, storedLocale } from "~server/i18n/locale";
import { areScriptsOff, readScriptsChoice, savesData, SCRIPTS_COOKIE } from "~server/documents/scripts-choice";
import type { BuiltPage } from "./cacheable";

/**
 * What in a request may change a cached page: a few flags, so that a variant is a small number. The page is rendered
 * for a request made from that number alone, and so cannot depend on anything else (behaviour 14.2).
 */

const OTHER_LANGUAGE = 1;
const WITHOUT_SCRIPTS = 2;
const IOS = 4;
const IN_APP = 8;
const RETURNING = 16;
const SAVES_DATA = 32;

/** The language that is not the default one. */
const OTHER = "en_US";

/**
 * The variant of a page for a request.
 *
 * @param page declares what it depends on
 * @param headers of the request
 */
export function variantOf(page: BuiltPage, headers: IncomingHttpHeaders, styles?: StyleSheets): number {
  if (page.file) return 0;
  const { cookie } = headers;
  let variant = 0;
  if (cookie !== undefined && storedLocale(cookie) === OTHER) variant |= OTHER_LANGUAGE;
  const isSaving = savesData(headers["save-data"]);
  if (isSaving) variant |= SAVES_DATA;
  if (page.hydrates && areScriptsOff(readScriptsChoice(cookie), isSaving)) variant |= WITHOUT_SCRIPTS;
  if (styles && cookie !== undefined && hasStyles(cookie, styles)) variant |= RETURNING;
  if (page.device) {
    const userAgent = headers["user-agent"] ?? null;
    if (page.device.includes("ios") && isIos(userAgent)) variant |= IOS;
    if (page.device.includes("inApp") && inAppBrowser(userAgent) !== null) variant |= IN_APP;
  }
  return variant;
}

/** Whether a variant is for visitors who save data: nothing is prefetched for them. */
export function savesDataIn(variant: number): boolean {
  return (variant & SAVES_DATA) !== 0;
}

/** The headers of an anonymous request for this variant. */
export function headersOf(variant: number, styles?: StyleSheets): Headers {
  const userAgent = SAMPLE_USER_AGENT[variant & IN_APP ? "inApp" : "own"][variant & IOS ? "ios" : "other"];
  const headers = new Headers({ "User-Agent": userAgent });
  const cookies = [
    `${LOCALE_COOKIE}=${variant & OTHER_LANGUAGE ? OTHER : DEFAULT_LOCALE}`,
    `${SCRIPTS_COOKIE}=${variant & WITHOUT_SCRIPTS ? "off" : "on"}`,
    ...(styles && variant & RETURNING ? [`${STYLES_COOKIE}=${styles.version}`] : []),
  ];
  headers.set("Cookie", cookies.join("; "));
  if (variant & SAVES_DATA) headers.set("Save-Data", "on");
  return headers;
}

/** The header names for `Vary`: the variant and the encoding depend on them. */
export function varyOf(page: BuiltPage): string {
  if (page.file) return "Accept-Encoding";
  return ["Cookie", "Save-Data", ...(page.device ? ["User-Agent"] : []), "Accept-Encoding"].join(", ");
}
