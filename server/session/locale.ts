import { LOCALE_AGE_MS } from "~server/constants";
import { cookieValues, setCookie } from "~server/session/cookies";

/** The two locales, as the specification stores them and the platform spells them (`exchange-language`). */
export const LOCALES = ["el_GR", "en_US"] as const;
export type Locale = (typeof LOCALES)[number];
export const DEFAULT_LOCALE: Locale = "el_GR";

const COOKIE = "ulan";

/**
 * The visitor's language: the cookie `ulan` alone (rulings, "Where state lives"); anything else reads as the default.
 */
export function readLocale(request: Request): Locale {
  const stored = cookieValues(request, COOKIE)[0];
  return LOCALES.find((locale) => locale === stored) ?? DEFAULT_LOCALE;
}

/** The Set-Cookie value that stores a language for one year, as plain text. */
export function localeCookie(locale: Locale): string {
  return setCookie(COOKIE, locale, LOCALE_AGE_MS);
}
