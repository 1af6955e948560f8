import type { ScreenTexts } from "./screen-texts";

export const Download = {
  timeZone: ["時區", "Time zone"],
  title: ["下載", "Download"],
  text: [
    "下載全部紀錄；若中斷，CSV 最後一行會註明。",
    "All records. If it’s interrupted, the CSV’s last line says so.",
  ],
  csv: ["CSV（試算表用）", "CSV for spreadsheets"],
  keys: ["CSV（原始資料）", "CSV with raw data"],
  json: ["JSON", "JSON"],
  plan: ["產品", "Product"],
  coin: ["幣種", "Coin"],
  status: ["狀態", "Status"],
  days: ["天", "days"],
  incomplete: ["檔案不完整，請重新下載。", "this file is incomplete. Download it again."],
  own: ["已有兩個下載正在進行", "Two downloads are already running"],
  ownText: [
    "每個帳號可同時下載兩個檔案，請等其中一個完成。",
    "Each account can download two files at a time. Try again when one is done.",
  ],
  all: ["目前下載的人太多", "Too many downloads right now"],
  allText: ["這次沒有產生檔案。", "No file was made."],
  unreadText: ["沒有產生檔案。", "No file was made."],
  back: ["返回列表", "Back to the list"],
} as const satisfies ScreenTexts;
