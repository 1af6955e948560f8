import type { ScreenTexts } from "./screen-texts";

export const Notice = {
  title: ["公告", "Notices"],
  search: ["搜尋公告", "Search notices"],
  searchButton: ["搜尋", "Search"],
  count: ["共 {{count}} 則", "{{count}} in all"],
  partial: ["第 {{first}} 至 {{last}} 則，共 {{count}} 則", "{{first}} to {{last}} of {{count}}"],
  heading: ["標題", "Title"],
  published: ["發布時間", "Published"],
  unread: ["未讀", "Unread"],
  all: ["全部公告", "All notices"],
  empty: ["目前沒有公告", "No notices yet"],
  emptyText: ["請稍後再來查看。", "Check back later."],
  none: ["找不到符合的公告", "No notices found"],
  noneText: ["請換一個關鍵字試試。", "Try another word."],
  unavailable: ["目前無法顯示公告", "We can’t show notices right now"],
  unavailableText: ["這不代表沒有公告。", "This doesn’t mean there are none."],
  notFound: ["找不到這則公告", "We can’t find this notice"],
  notFoundText: ["公告可能已移除，或連結有誤。", "It may no longer be available, or the link is wrong."],
  olderText: [
    "較新的公告中沒有這一則。可能在較早的公告中，或已移除。",
    "It isn’t among the newer notices. It may be among older ones, or no longer available.",
  ],
  lookFurther: ["搜尋較早的公告", "Search older notices"],
  noContent: ["這則公告沒有內文。", "This notice has no text."],
  cut: ["內容過長，其餘部分未顯示。", "This text is too long to show in full."],
  feed: ["訂閱公告（RSS／Atom）", "Subscribe to notices (RSS/Atom)"],
} as const satisfies ScreenTexts;
