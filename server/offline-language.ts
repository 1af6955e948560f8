import type { IncomingMessage } from "node:http";
import type { Middleware } from "@storefront/http-server/exchange";
import { LOCALE_COOKIE, LOCALES } from "~server/i18n/locale";

const ASKED = /^\/[^?]*\?offline=(\w{5})$/;

/**
 * Gives a request that asks for a page to be kept, `?offline=en_US`, the language that it names (behaviour 2.123).
 * A browser's worker asks without cookies, so that what it keeps is nobody's; who has cookies has a language.
 *
 * @param req its headers are changed in place
 */
export function takeOfflineLanguage(req: Pick<IncomingMessage, "url" | "headers">): void {
  if (req.headers.cookie !== undefined) return;
  const [, asked] = ASKED.exec(req.url ?? "") ?? [];
  const locale = LOCALES.find((known) => known === asked);
  if (locale) req.headers.cookie = `${LOCALE_COOKIE}=${locale}`;
}

/** A step that does it (`takeOfflineLanguage`). */
export const readOfflineLanguage: Middleware = (exchange, next) => {
  takeOfflineLanguage(exchange.req);
  return next(exchange);
};
