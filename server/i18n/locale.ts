import type { Middleware } from "@storefront/http-server/exchange";
import { RemixI18Next } from "remix-i18next/server";
import { feedLanguage, LANGUAGES, LOCALES, type Locale } from "~/i18n/locales";
import { setCookie, valuesInHeader } from "~server/session/cookies";

/** The site shows times in UTC+8, and its days begin at that midnight (decision 0007). */

export const ZONE_MS = 8 * 60 * 60_000;
export const DAY_MS = 24 * 60 * 60_000;

export const LOCALE_AGE_MS = 365 * 24 * 60 * 60_000;

export { feedLanguage, LANGUAGES, LOCALES, type Locale };
export const [DEFAULT_LOCALE] = LOCALES;

/** The cookie that stores the language. */
export const LOCALE_COOKIE = "ulan";

const remixI18Next = new RemixI18Next({
  detection: {
    supportedLanguages: LOCALES.map((locale) => LANGUAGES[locale].tag),
    fallbackLanguage: LANGUAGES[DEFAULT_LOCALE].tag,
    order: ["custom"],
    // The cookie alone decides; Accept-Language is not consulted.
    findLocale: (request) => Promise.resolve(storedTag(request)),
  },
});

function storedTag(request: Request): string | null {
  const locale = storedLocale(request.headers.get("cookie"));
  return locale ? LANGUAGES[locale].tag : null;
}

/** The language in a Cookie header, if it is a supported one. */
export function storedLocale(cookies: string | null): Locale | undefined {
  const [stored] = valuesInHeader(cookies, LOCALE_COOKIE);
  return LOCALES.find((known) => known === stored);
}

/** The visitor's language: the cookie `ulan` alone (behaviour 3.27); anything else reads as the default. */
export async function readLocale(request: Request): Promise<Locale> {
  const tag = await remixI18Next.getLocale(request);
  return LOCALES.find((locale) => LANGUAGES[locale].tag === tag) ?? DEFAULT_LOCALE;
}

/** The Set-Cookie value that stores a language for one year, as plain text. */
export function localeCookie(locale: Locale): string {
  return setCookie(LOCALE_COOKIE, locale, LOCALE_AGE_MS);
}

/** The URL of a page with its language. */
const OFFLINE_ADDRESS = /^\/[^?]*\?offline=(\w{5})$/;

/**
 * A step that sets the language of a request for an offline page, `?offline=en_US` (behaviour 2.123). A service worker
 * sends no cookies, so that its cached pages are nobody's. A request with cookies has a language already.
 */
export const readOfflineLanguage: Middleware = (exchange, next) => {
  const { req } = exchange;
  // The address is read first: with very many headers, Node takes long to make an object of them.
  const [, requested] = OFFLINE_ADDRESS.exec(req.url ?? "") ?? [];
  if (requested === undefined || req.headers.cookie !== undefined) return next(exchange);
  const locale = LOCALES.find((known) => known === requested);
  if (locale) req.headers.cookie = `${LOCALE_COOKIE}=${locale}`;
  return next(exchange);
};
