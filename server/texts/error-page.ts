import type { ErrorStatus } from "@storefront/http-server/error-response";
import { Error } from "./Error";
import { errors } from "./errors";
import type { InEachLanguage } from "./screen-texts";

/** Texts of the error pages that need no app. */

const moved = ["這個頁面改用另一個網址。", "This page has another address."] as const;

export const reasons = {
  301: moved,
  308: moved,
  400: ["這個網址或請求的格式不正確。", "This address or request isn’t valid."],
  403: [
    "這個表單不是從本站送出的。請回到本站的頁面再試一次。",
    "This form wasn’t sent from our site. Go back to our page and try again.",
  ],
  404: ["找不到這個頁面或檔案。", "We can’t find this page or file."],
  405: ["不支援這種請求方式。", "This method isn’t supported."],
  408: ["傳送時間過長，請再試一次。", "This took too long to send. Try again."],
  411: ["請求沒有註明內容長度。", "The request doesn’t state its length."],
  413: errors.tooLarge,
  414: [
    "這個網址太長。如果您是從其他 App 分享文字，請縮短後再分享，或貼到聯絡表單。",
    "This address is too long. If you shared a text from another app, shorten it and share it again, or paste it into the contact form.",
  ],
  415: ["不支援這種資料格式。", "This type of data isn’t supported."],
  417: ["不支援這個請求要求的條件。", "We can’t do what this request expects."],
  421: ["這個網址不屬於本站。", "This address isn’t part of our site."],
  429: Error.limitText,
  431: [
    "這個請求的標頭太多或太長。請清除本站的 Cookie，再試一次。",
    "This request’s headers are too long. Clear this site’s cookies and try again.",
  ],
  500: ["系統發生問題。", "Something went wrong."],
  503: ["目前無法處理這個要求。", "We can’t handle this request right now."],
} as const satisfies Record<ErrorStatus, InEachLanguage>;

export const cookiesNeeded = [
  "這個表單需要 Cookie，但您的瀏覽器沒有送出，所以沒有執行這次操作。請在瀏覽器設定的隱私權或網站設定中允許本站的 Cookie，重新開啟這個頁面，再送出一次。",
  "This form needs cookies, and your browser sent none, so we didn’t do this. Allow cookies for this site in your browser’s settings, under privacy or site settings. Then open this page again and send the form once more.",
] as const;
export const openAgain = ["重新開啟這個頁面", "Open this page again"] as const;

/**
 * Texts for a read, for a form that was not processed (503), and for a form that may have been. After a 503, an earlier
 * post of the same form may still be in progress.
 */
export const consequences = {
  read: ["您的訂單與餘額不受影響。", "Your orders and balance are not affected."],
  unsent: [
    "這次送出的內容沒有處理，也沒有扣款。如果先前已送出過，請先查看：購買會出現在「我的訂單」。",
    "This time, nothing was done and nothing was charged. If you sent it before, check first: a purchase would be in My orders.",
  ],
  unclear: [
    "無法確定剛才送出的內容是否已處理。再次送出前請先查看：購買會出現在「我的訂單」。",
    "We don’t know if this went through. Check before you send it again: a purchase would be in My orders.",
  ],
} as const;
