export const Error = {
  elsewhere: ["或許您在找", "You may be looking for"],
  notFoundTitle: ["找不到這個頁面", "We can’t find this page"],
  notFoundText: ["網址可能有誤，或頁面已經移動。", "The address may be wrong, or the page has moved."],
  brokenTitle: ["系統發生問題", "Something went wrong"],
  brokenText: ["我們已記錄這個問題。", "We’ve logged the problem."],
  build: ["版本：{{build}}", "Version {{build}}"],
  unavailableTitle: ["目前無法顯示這個頁面", "We can’t show this page right now"],
  unavailableText: ["目前無法取得資料。", "We can’t get the data right now."],
  limitTitle: ["已達次數上限", "You’ve reached a limit"],
  limitText: [
    "已達次數上限：短時間內查詢過多。請於一分鐘後再試。",
    "You’ve reached a limit: too many look-ups. Try again in a minute.",
  ],
  sentUnclear: [
    "無法確定剛才送出的內容是否已處理。再次送出前請先確認：購買會出現在「我的訂單」。本站其他頁面仍可開啟。",
    "We don’t know if this went through. Check before you send it again: a purchase would be in My orders. You can still open other pages.",
  ],
  forgedTitle: ["這次操作沒有執行", "Nothing was done"],
  methodTitle: ["無法處理這個要求", "We can’t handle this request"],
} as const;
