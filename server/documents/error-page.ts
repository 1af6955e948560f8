import type { ErrorDetails, ErrorStatus } from "@storefront/http-server/error-response";
import { requestId } from "@storefront/observability/request-id";
import { BUILD_NAME } from "~server/build-info";
import { storedLocale, type Locale } from "~server/i18n/locale";
import { consequences, cookiesNeeded, openAgain, reasons } from "~server/texts/error-page";
import { common } from "~server/texts/common";
import { errors } from "~server/texts/errors";
import type { InEachLanguage } from "~server/texts/screen-texts";

/** Error pages without app, style or script, in both languages if the visitor's is unknown. They repeat only the id. */

/** Makes a small error page in both languages; visitors can quote its `requestId`. */
export function errorPage(
  status: ErrorStatus,
  requestId: string,
  details: ErrorDetails = {},
): { headers: Record<string, string>; body: Buffer } {
  return pageOf(page(status, requestId, reasons[status], meanwhile(status, details)));
}

function pageOf(markup: string): { headers: Record<string, string>; body: Buffer } {
  const body = Buffer.from(markup);
  return {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Length": String(body.byteLength),
      // A proxy that compressed the page would make the length wrong.
      "Cache-Control": "no-store, no-transform",
    },
    body,
  };
}

export function crashPage(method?: string): Response {
  const { headers, body } = errorPage(500, requestId() ?? "", { method });
  return new Response(new Uint8Array(body), { status: 500, headers });
}

/** Refuses a form that is unreadable or has no valid token. If no cookie came, it says that cookies are needed. */
export function formRefusedPage(status: 400 | 403 | 408 | 413 | 415 | 503, cookies: string | null): Response {
  const why = status === 403 ? (cookies === null ? cookiesNeeded : errors.forged) : reasons[status];
  const locale = storedLocale(cookies);
  const more = meanwhile(status, { method: "POST" }, locale) + linkToPage(openAgain, locale);
  const { headers, body } = pageOf(page(status, requestId() ?? "", why, more, locale));
  if (status === 503) headers["Retry-After"] = "60";
  return new Response(new Uint8Array(body), { status, headers });
}

/** Leads to a form for pasting a text that was too long to share. */
const CONTACT_FORM = `<p><a href="/LeavingMessage">聯絡表單 <span lang="en">Contact form</span></a></p>`;

/** Helps operators who receive a screenshot. */
const BUILD_FOOT = `<p><small>版本 <span lang="en">Version</span> ${BUILD_NAME}</small></p>`;

const paragraphs = ([zh, en]: InEachLanguage, locale?: Locale) =>
  (locale === "en_US" ? "" : `<p>${zh}</p>`) + (locale === "el_GR" ? "" : `<p lang="en">${en}</p>`);

const words = ([zh, en]: InEachLanguage, locale?: Locale) =>
  locale === "el_GR" ? zh : locale === "en_US" ? `<span lang="en">${en}</span>` : `${zh} <span lang="en">${en}</span>`;

/** An empty `href` leads to the current page without repeating anything from the request. */
const linkToPage = (text: InEachLanguage, locale?: Locale) => `<p><a href="">${words(text, locale)}</a></p>`;

/** Says what still works after a 5xx, and when to try again. */
function meanwhile(status: ErrorStatus, { method = "GET", retryAfter = "60" }: ErrorDetails, locale?: Locale): string {
  if (status < 500) return "";
  const isRead = method === "GET" || method === "HEAD";
  const when: InEachLanguage = [`請於 ${retryAfter} 秒後再試。`, `Try again in ${retryAfter} seconds.`];
  const works = consequences[isRead ? "read" : status === 503 ? "unsent" : "unclear"];
  return paragraphs(works, locale) + paragraphs(when, locale) + (isRead ? linkToPage(common.retry, locale) : "");
}

function page(status: ErrorStatus, requestId: string, why: InEachLanguage, more: string, locale?: Locale): string {
  return (
    `<!DOCTYPE html><html lang="${locale === "en_US" ? "en" : "zh-Hant"}"><head><meta charset="utf-8"><title>${status}</title>` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">` +
    `<meta name="format-detection" content="telephone=no"><meta name="robots" content="noindex"></head><body><h1>${status}</h1>` +
    paragraphs(why, locale) +
    more +
    (status === 414 ? CONTACT_FORM : "") +
    paragraphs([`查詢編號：${requestId}`, `Reference: ${requestId}`], locale) +
    `<p><a href="/">${words(["首頁", "Home"], locale)}</a></p>` +
    `${status < 500 ? "" : BUILD_FOOT}</body></html>`
  );
}
