import type { LoaderFunctionArgs } from "@remix-run/node";
import { DEFAULT_LOCALE, LOCALES } from "~server/i18n/locale";
import { workerScript } from "./worker.server";

/** The worker may fetch from this site; the policy of a page that registers it must allow that as well. */
const POLICY = "default-src 'none'; connect-src 'self'";

/**
 * The service worker. It does not depend on cookies, so its address names the language. A browser checks for a new
 * version at each page.
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
