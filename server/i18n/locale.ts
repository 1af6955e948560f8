import type { Middleware } from "@storefront/http-server/exchange";
import { RemixI18Next } from "remix-i18next/server";
import { feedLanguage, LANGUAGES, LOCALES, type Locale } from "~/i18n/locales";
import { readCookie, setCookie } from "~server/session/cookies";

/** Times are shown in UTC+8, whose midnight begins a day (decision 0007). */

export const ZONE_MS = 8 * 60 * 60_000;
export const DAY_MS = 24 * 60 * 60_000;

export const LOCALE_AGE_MS = 365 * 24 * 60 * 60_000;

export { feedLanguage, LANGUAGES, LOCALES, type Locale };
export const [DEFAULT_LOCALE] = LOCALES;

export const LOCALE_COOKIE = "ulan";

const remixI18Next = new RemixI18Next({
  detection: {
    supportedLanguages: LOCALES.map((locale) => LANGUAGES[locale].tag),
    fallbackLanguage: LANGUAGES[DEFAULT_LOCALE].tag,
    order: ["custom"],
    findLocale: (request) => Promise.resolve(storedTag(request)),
  },
});

function storedTag(request: Request): string | null {
  const locale = storedLocale(request.headers.get("cookie"));
  return locale ? LANGUAGES[locale].tag : null;
}

export function storedLocale(cookies: string | null): Locale | undefined {
  return readCookie(cookies, LOCALE_COOKIE, (stored) => LOCALES.find((known) => known === stored));
}

/** Reads the language from the cookie; an unknown value means the default. */
export async function readLocale(request: Request): Promise<Locale> {
  const tag = await remixI18Next.getLocale(request);
  return LOCALES.find((locale) => LANGUAGES[locale].tag === tag) ?? DEFAULT_LOCALE;
}

export function localeCookie(locale: Locale): string {
  return setCookie(LOCALE_COOKIE, locale, LOCALE_AGE_MS);
}

const OFFLINE_ADDRESS = /^\/[^?]*\?offline=(\w{5})$/;

/** Sets the language from `?offline=en_US`, for pages that a service worker caches; it sends no cookies. */
export const readOfflineLanguage: Middleware = (exchange, next) => {
  const { req } = exchange;
  // The URL is checked first, because Node takes long to parse very many headers.
  const [, requested] = OFFLINE_ADDRESS.exec(req.url ?? "") ?? [];
  if (requested === undefined || req.headers.cookie !== undefined) return next(exchange);
  const locale = LOCALES.find((known) => known === requested);
  if (locale) req.headers.cookie = `${LOCALE_COOKIE}=${locale}`;
  return next(exchange);
};
