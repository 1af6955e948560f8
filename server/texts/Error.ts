import type { ScreenTexts } from "./screen-texts";

export const Error = {
  elsewhere: ["或許您在找", "You may be looking for"],
  notFoundTitle: ["找不到這個頁面", "This page could not be found"],
  notFoundText: ["網址可能有誤，或頁面已經移動。", "The address may be wrong, or the page has moved."],
  brokenTitle: ["系統發生問題", "Something went wrong"],
  brokenText: ["我們已記錄這個問題。", "We've logged the problem."],
  build: ["版本：{{build}}", "Version {{build}}"],
  unavailableTitle: ["目前無法顯示這個頁面", "This page cannot be shown right now"],
  unavailableText: ["資料暫時無法取得。", "The data cannot be loaded right now."],
  limitTitle: ["已達次數上限", "A limit is reached"],
  limitText: [
    "已達次數上限：短時間內查詢過多。請於一分鐘後再試。",
    "You've reached a limit: too many look-ups. Try again in a minute.",
  ],
  sentUnclear: [
    "無法確定剛才送出的內容是否已經處理。再次送出前請先查看：若是購買，會出現在「我的訂單」。本站其他頁面仍可開啟。",
    "It is not certain whether what you sent was carried out. Please check before you send it again: a purchase would be in My orders. You can still open other pages.",
  ],
  forgedTitle: ["這次操作沒有執行", "Nothing was done"],
  methodTitle: ["無法處理這個要求", "This request cannot be handled"],
} as const satisfies ScreenTexts;
