import type { ScreenTexts } from "./screen-texts";

export const Order = {
  title: ["訂單", "Order"],
  computingPower: ["算力", "Computing power"],
  unavailable: ["暫時無法取得這筆訂單", "This order cannot be loaded right now"],
  older: ["最近 800 筆中找不到這筆訂單。", "Not found in your latest 800 orders."],
  lookFurther: ["在更早的訂單中尋找", "Look among the older ones"],
  timeline: ["時間軸", "Timeline"],
  ordered: ["下單", "Ordered"],
  now: ["目前", "Now"],
  began: ["開始挖礦", "Start of mining"],
  beganText: ["尚無開始時間", "Start time not available"],
  ends: ["預計最早到期", "Ends at the earliest"],
  derived: [
    "推算值：下單時間加上週期天數。若實際開始挖礦的時間較晚，到期日也會較晚。",
    "Our estimate: the time of the order plus the days of its cycle. If mining starts later, it ends later too.",
  ],
  notKnown: ["不明", "Not known"],
  buyAgain: ["再次購買這項產品", "Buy this product again"],
  toMarket: ["查看銷售中的產品", "See what is on sale"],
  calendar: ["將到期日加入行事曆", "Add the end to your calendar"],
  calendarTitle: ["週期可能到期：{{plan}}", "Cycle may end: {{plan}}"],
  calendarText: [
    "訂單 {{order}}。最早的到期日：下單時間加上週期天數。若實際開始挖礦的時間較晚，到期日也會較晚。",
    "Order {{order}}. The earliest end: the time of the order plus the days of its cycle. If mining starts later, it ends later too.",
  ],
  ask: ["詢問這筆訂單", "Ask about this order"],
  print: ["使用瀏覽器的「列印」即可儲存收據。", "Your browser's menu prints this page as a receipt."],
} as const satisfies ScreenTexts;
