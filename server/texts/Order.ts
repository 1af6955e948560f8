export const Order = {
  title: ["訂單明細", "Order"],
  computingPower: ["算力", "Computing power"],
  unavailable: ["目前無法顯示這筆訂單", "We can’t show this order right now"],
  older: ["最近 800 筆中找不到這筆訂單。", "It isn’t in your latest 800 orders."],
  lookFurther: ["搜尋更早的訂單", "Search older orders"],
  paid: ["您已付款", "You paid"],
  began: ["開始時間未知", "Start time unknown"],
  sinceOrder: [
    "開始時間未知；下單後第\u00a0{{day}}\u00a0天\u2060／共\u00a0{{of}}\u00a0天",
    "Start time unknown; day {{day}} of {{of}} since your order",
  ],
  buyAgain: ["再次購買這項產品", "Buy this product again"],
  toMarket: ["查看銷售中的產品", "See what’s on sale"],
  calendar: ["將到期日加入行事曆", "Add the end date to your calendar"],
  calendarTitle: ["週期可能到期：{{plan}}", "Cycle may end: {{plan}}"],
  calendarText: [
    "訂單 {{order}}。最早的到期日：下單時間加上週期天數。若較晚開始挖礦，到期日也會較晚。",
    "Order {{order}}. The earliest end: the time of your order plus the days of its cycle. If mining starts later, it ends later.",
  ],
  ask: ["詢問這筆訂單", "Ask about this order"],
  print: ["使用「列印」即可儲存收據。", "Use Print to save a receipt."],
} as const;
