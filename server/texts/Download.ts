import type { ScreenTexts } from "./screen-texts";

export const Download = {
  timeZone: ["時區", "Time zone"],
  title: ["下載", "Download"],
  text: ["下載全部紀錄；若中斷，CSV 最後一行會註明。", "All records. An interrupted CSV says so in its last line."],
  csv: ["CSV（試算表用）", "CSV for spreadsheets"],
  keys: ["CSV（原始資料）", "CSV with raw data"],
  json: ["JSON", "JSON"],
  plan: ["產品", "Product"],
  coin: ["幣種", "Coin"],
  status: ["狀態", "Status"],
  days: ["天", "days"],
  incomplete: [
    "檔案不完整，在結束之前中斷，請重新下載。",
    "this file broke off before its end. Please download it again.",
  ],
  own: ["已有兩個下載正在進行", "Two downloads are under way"],
  ownText: [
    "每個帳號同時可下載兩個檔案，請待其中一個結束後再試。",
    "An account can download two files at a time. Please try again when one of them has ended.",
  ],
  all: ["目前下載的人太多", "Too many downloads are under way"],
  allText: ["這次沒有產生檔案。", "No file was made this time."],
  unreadText: ["因此沒有產生檔案。", "So there is no file."],
  back: ["返回列表", "Back to the list"],
} as const satisfies ScreenTexts;
