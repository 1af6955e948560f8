import type { LoaderFunctionArgs } from "@remix-run/node";
import { DEFAULT_LOCALE, LOCALES } from "~server/i18n/locale";
import { workerScript } from "./worker.server";

/** May fetch from this site, where a page may not even run it without saying so. */
const POLICY = "default-src 'none'; connect-src 'self'";

/**
 * The service worker (behaviour 2.123). A page without cookies of its own asks for it, so its address names the
 * language; a browser asks again at each page, whatever it has.
 */
export function loader({ request }: LoaderFunctionArgs) {
  const lang = new URL(request.url).searchParams.get("lang");
  const locale = LOCALES.find((known) => known === lang) ?? DEFAULT_LOCALE;
  return new Response(workerScript(locale), {
    headers: {
      "Content-Type": "text/javascript; charset=utf-8",
      "Cache-Control": "no-cache",
      "Content-Security-Policy": POLICY,
    },
  });
}
