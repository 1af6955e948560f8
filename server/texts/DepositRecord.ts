import type { ScreenTexts } from "./screen-texts";

export const DepositRecord = {
  title: ["儲值紀錄", "Deposit history"],
  count: ["共 {{count}} 筆", "{{count}} in all"],
  amount: ["數量", "Amount"],
  time: ["時間", "Time"],
  txid: ["交易編號", "Transaction"],
  unconfirmed: ["未確認", "Unconfirmed"],
  completed: ["已完成", "Completed"],
  exception: ["異常", "Exception"],
  attention: ["這筆儲值異常，請聯絡客服。", "There’s a problem with this deposit. Contact support."],
  unknown: ["狀態 {{value}}", "Status {{value}}"],
  empty: ["這個幣種還沒有儲值紀錄", "No deposits of this coin yet"],
  emptyText: ["儲值 {{coin}} 後，紀錄會出現在這裡。", "Your {{coin}} deposits will appear here."],
  toRecharge: ["儲值 {{coin}}", "Deposit {{coin}}"],
  unavailable: ["目前無法顯示您的儲值", "We can’t show your deposits right now"],
  unavailableText: ["這不代表您沒有儲值。", "This doesn’t mean you have none."],
  unknownCoin: ["找不到這個幣種。", "We don’t have this coin."],
} as const satisfies ScreenTexts;
