import type { StyleSheets } from "@storefront/critical-css/style-sheets";
import { setCookie, valuesInHeader } from "~server/session/cookies";

/** That a browser has the files of style; a newer build's are inside its first page again. */
const STYLES_AGE_MS = 365 * 24 * 60 * 60_000;

/** The cookie with the stylesheet that a browser has been offered. */
export const STYLES_COOKIE = "styles";

declare module "@remix-run/node" {
  interface AppLoadContext {
    /** Missing where another server runs the app: pages link to their style then. */
    styles?: StyleSheets | undefined;
  }
}

/** Whether a browser was offered this file before, by its Cookie header. */
export function hasStyles(cookies: string | null | undefined, { version }: Pick<StyleSheets, "version">): boolean {
  return valuesInHeader(cookies, STYLES_COOKIE)[0] === version;
}

/** The Set-Cookie value after which pages link to the file that they share. */
export function stylesCookie({ version }: Pick<StyleSheets, "version">): string {
  return setCookie(STYLES_COOKIE, version, STYLES_AGE_MS);
}
