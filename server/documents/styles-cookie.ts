import type { StyleSheets } from "@storefront/critical-css/style-sheets";
import { setCookie, valuesInHeader } from "~server/session/cookies";

const STYLES_AGE_MS = 365 * 24 * 60 * 60_000;

export const STYLES_COOKIE = "styles";

declare module "@remix-run/node" {
  interface AppLoadContext {
    /** Undefined if another server runs the app. */
    styles?: StyleSheets | undefined;
  }
}

/** False if the browser has none, or those of another build. */
export function hasStyles(cookies: string | null | undefined, { version }: Pick<StyleSheets, "version">): boolean {
  return valuesInHeader(cookies, STYLES_COOKIE).includes(version);
}

/** Makes pages link to the shared style file from now on. */
export function stylesCookie({ version }: Pick<StyleSheets, "version">): string {
  return setCookie(STYLES_COOKIE, version, STYLES_AGE_MS);
}
