import type { IncomingHttpHeaders } from "node:http";
import { SAMPLE_USER_AGENT, inAppBrowser, isIos } from "~server/device/device";
import type { StyleSheets } from "@storefront/critical-css/style-sheets";
import { hasStyles, STYLES_COOKIE } from "~server/documents/styles-cookie";
import { DEFAULT_LOCALE, LOCALE_COOKIE, storedLocale } from "~server/i18n/locale";
import { areScriptsOff, readScriptsChoice, savesData, SCRIPTS_COOKIE } from "~server/documents/scripts-choice";
import type { BuiltPage } from "./cacheable";

/**
 * What of a visitor's request may change a page that is kept: a few yes or no, so that a variant is a small number. The
 * page is rendered for a request that is made of that number alone, and so cannot depend on anything else (behaviour
 * 14.2).
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
 * The variant of a page that a request is answered with.
 *
 * @param page says what it depends on
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

/** Whether a variant is for visitors who save data: nothing is fetched in advance for them. */
export function savesDataIn(variant: number): boolean {
  return (variant & SAVES_DATA) !== 0;
}

/** The headers of a request of nobody in particular that is answered with this variant. */
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

/** The header names that an answer names in `Vary`: what its variant and its encoding are read from. */
export function varyOf(page: BuiltPage): string {
  if (page.file) return "Accept-Encoding";
  return ["Cookie", "Save-Data", ...(page.device ? ["User-Agent"] : []), "Accept-Encoding"].join(", ");
}
