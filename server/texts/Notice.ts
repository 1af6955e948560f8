import type { ScreenTexts } from "./screen-texts";

export const Notice = {
  title: ["公告", "Notices"],
  search: ["搜尋公告", "Search notices"],
  searchButton: ["搜尋", "Search"],
  count: ["共 {{count}} 則", "{{count}} in all"],
  partial: ["第 {{first}} 至 {{last}} 則，共 {{count}} 則", "{{first}} to {{last}} of {{count}}"],
  unread: ["未讀", "Unread"],
  all: ["全部公告", "All notices"],
  empty: ["目前沒有公告", "No notices yet"],
  emptyText: ["請稍後再來查看。", "Please look again later."],
  none: ["找不到符合的公告", "No notices found"],
  noneText: ["請換一個關鍵字試試。", "Please try another word."],
  unavailable: ["暫時無法取得公告", "Notices cannot be loaded right now"],
  unavailableText: ["這不代表沒有公告。", "That does not mean there are no notices."],
  notFound: ["找不到這則公告", "This notice could not be found"],
  notFoundText: ["它可能已經撤下，或連結有誤。", "It may have been withdrawn, or the link is wrong."],
  olderText: [
    "較新的公告中沒有這一則。它可能在較早的公告中，或已經撤下。",
    "It is not among the newer notices. It may be among older ones, or have been withdrawn.",
  ],
  lookFurther: ["在較早的公告中尋找", "Look among older notices"],
  noContent: ["這則公告沒有內文。", "This notice has no text."],
  cut: ["內容過長，其餘部分未顯示。", "This text is too long to show in full. The rest has been left out."],
  noDay: ["未註明日期", "Without a date"],
  feed: ["訂閱公告（RSS／Atom）", "Subscribe to notices (RSS/Atom)"],
} as const satisfies ScreenTexts;
