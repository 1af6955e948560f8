import type { LoaderFunctionArgs } from "@remix-run/node";
import { DEFAULT_LOCALE, LOCALES, type Locale } from "~server/i18n/locale";
import { createHash } from "node:crypto";
import { LANGUAGES } from "~/i18n/locales";
import { getText } from "~server/texts/text";
import { addressPattern, ROWS } from "~server/pages";
import { env } from "~server/env";
import { REMOVAL } from "~server/former-worker";
import type { OfflineFacts } from "./worker";
import { escapeXml } from "~server/markup/xml";
import worker from "./worker.ts?script-text";

/** The worker may fetch from this site only. The policy of a page that registers it must allow that too. */
const POLICY = "default-src 'none'; connect-src 'self'";

/** Returns the service worker, which depends on no cookie; its address names the language. */
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

/** Matches the paths of public pages, spelt as links spell them, without a query. */
const PAGES = `^(?:${ROWS.flatMap(({ path, offline }) => (offline ? [addressPattern(path)] : [])).join("|")})$`;

function workerScript(locale: Locale): string {
  // This lets a browser remove a harmful worker when it opens its next page.
  if (!env().SERVICE_WORKER) return REMOVAL;
  // The text is escaped because the worker writes it into markup.
  const cachedNote = escapeXml(getText(locale)("Offline.kept", { time: "{time}" }));
  const words = { lang: LANGUAGES[locale].html, locale, cachedNote };
  const version = createHash("sha256")
    .update(PAGES + worker)
    .digest("base64url")
    .slice(0, 8);
  const facts: OfflineFacts = { version, pages: PAGES, ...words };
  return `const OFFLINE=${JSON.stringify(facts)};\n${worker}\n`;
}
