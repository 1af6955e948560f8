import type { ErrorDetails, ErrorStatus } from "@storefront/http-server/error-response";
import { requestId } from "@storefront/observability/request-id";
import { BUILD_NAME } from "~server/build-info";
import { storedLocale, type Locale } from "~server/i18n/locale";
import { Error } from "~server/texts/Error";
import { errors } from "~server/texts/errors";
import type { InEachLanguage } from "~server/texts/screen-texts";

/** Error pages without app, style or script, in both languages if the visitor's is unknown. They repeat only the id. */

const MOVED: InEachLanguage = ["這個頁面的網址是另一種寫法。", "The address of this page is written in another way."];

const TEXTS = {
  301: MOVED,
  308: MOVED,
  400: ["這個網址或請求的格式不正確。", "This address or request is malformed."],
  403: [
    "這個表單不是從本站送出的。請回到本站的頁面再試一次。",
    "This form was not sent from this site. Please go back to a page of this site and try again.",
  ],
  404: ["找不到這個頁面或檔案。", "There is no such page or file."],
  405: ["不支援這種請求方式。", "This method is not supported."],
  408: ["等候資料的時間過長，請再試一次。", "It took too long to receive the data. Please try again."],
  411: ["請求沒有註明內容長度。", "The request does not state its length."],
  413: [
    "內容過大，請縮短文字或選擇較小的檔案，再送出一次。",
    "What you sent is too large. Please shorten the text or choose smaller files, and send it again.",
  ],
  414: [
    "這個網址太長。如果您是從其他應用程式分享文字，請縮短文字後再分享，或開啟聯絡表單並貼上。",
    "This address is too long. If you shared a text from another app, please shorten it and share it again, or open the contact form and paste it there.",
  ],
  415: ["不支援這種資料格式。", "This type of data is not supported."],
  417: ["無法滿足這個請求的前提條件。", "What this request expects cannot be met."],
  421: ["這個網址不屬於本站。", "This address does not belong to this site."],
  429: Error.limitText,
  431: [
    "這個請求的標頭太多或太長。清除本站的 Cookie 後再試一次。",
    "The headers of this request are too many or too long. Please clear this site's cookies and try again.",
  ],
  500: ["伺服器發生錯誤。", "Something went wrong on the server."],
  503: ["本站目前無法處理這個要求。", "This site cannot answer this request right now."],
} as const satisfies Record<ErrorStatus, InEachLanguage>;

const COOKIES_NEEDED: InEachLanguage = [
  "這個表單需要 Cookie，但您的瀏覽器沒有送出，所以沒有執行這次操作。請在瀏覽器設定的隱私權或網站設定中允許本站的 Cookie，重新開啟這個頁面，再送出一次。",
  "This form needs cookies, and your browser sent none, so we didn’t do this. Allow cookies for this site in your browser's settings, under privacy or site settings. Then open this page again and send the form once more.",
];
const OPEN_AGAIN: InEachLanguage = ["重新開啟這個頁面", "Open this page again"];
const TRY_AGAIN: InEachLanguage = ["再試一次", "Try again"];

/** For a read, for a form that was not processed (503), and for one that may have been. */
const MEANWHILE = {
  read: [
    "您的訂單與餘額由平台保存，不受影響。",
    "Your orders and your balance are kept by the platform and are not affected.",
  ],
  unsent: [
    "這次送出的內容沒有處理，也沒有扣款。如果先前已送出過，請先查看：購買會出現在「我的訂單」。",
    "What you sent this time was not carried out, and nothing was charged for it. If you had sent it before, check first: a purchase would be in My orders.",
  ],
  unclear: [
    "無法確定剛才送出的內容是否已經處理。再次送出前請先查看：若是購買，會出現在「我的訂單」。",
    "It is not certain whether what you sent was carried out. Please check before you send it again: a purchase would be in My orders.",
  ],
} as const;

/** Makes a small error page in both languages; visitors can quote its `requestId`. */
export function errorPage(
  status: ErrorStatus,
  requestId: string,
  details: ErrorDetails = {},
): { headers: Record<string, string>; body: Buffer } {
  return pageOf(page(status, requestId, TEXTS[status], meanwhile(status, details)));
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
  const why = status === 403 ? (cookies === null ? COOKIES_NEEDED : errors.forged) : TEXTS[status];
  const locale = storedLocale(cookies);
  const more = meanwhile(status, { method: "POST" }, locale) + linkToPage(OPEN_AGAIN, locale);
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
  const when: InEachLanguage = [`請於 ${retryAfter} 秒後再試。`, `Please try again in ${retryAfter} seconds.`];
  const works = MEANWHILE[isRead ? "read" : status === 503 ? "unsent" : "unclear"];
  return paragraphs(works, locale) + paragraphs(when, locale) + (isRead ? linkToPage(TRY_AGAIN, locale) : "");
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
