import type { ScreenTexts } from "./screen-texts";

export const Compare = {
  title: ["產品比較", "Compare products"],
  empty: ["尚無可比較的產品", "Nothing to compare yet"],
  emptyText: [
    "請在算力市場勾選最多四項產品，再按「{{button}}」。",
    "Tick up to four products under Computing power, then press “{{button}}”.",
  ],
  one: ["請在算力市場再勾選一項產品。", "Tick one more product under Computing power to compare."],
  tooMany: [
    "最多比較四項產品，此網址中的其餘產品已略過。",
    "We compare up to four products. The others in this link were left out.",
  ],
  ignored: ["已忽略連結中不是產品的部分。", "Part of this link wasn’t a product and was ignored."],
  caption: ["產品並列", "Products side by side"],
  view: ["查看", "View"],
  same: ["相同", "the same"],
  unknown: ["部分未知", "partly unknown"],
  lowest: ["（最低）", "(lowest)"],
  notNow: ["目前無法購買", "Not available now"],
  price: ["每 T 價格", "Price per T"],
  daily: ["每 T 每天成本", "Cost per T per day"],
  ratio: ["{{ratio}}（預估），{{period}}", "{{ratio}} (estimate), {{period}}"],
  status: ["狀態", "Status"],
  minimum: ["最低購買數量", "Minimum purchase"],
  maximum: ["單次購買上限", "Maximum per purchase"],
  amountT: ["{{value}} T", "{{value}} T"],
  coins: ["付款幣種不同，因此不標示最低價。", "These are paid in different coins, so none is marked lowest."],
  soldOutAside: [
    "「最低」不含已售完或已結束銷售的產品。",
    "“Lowest” leaves out products that are sold out or no longer on sale.",
  ],
  derived: ["日均成本為價格除以週期天數。", "Cost per day is the price divided by the days of the cycle."],
  address: ["此比較的連結", "Link to this comparison"],
  fromAddress: ["此比較來自分享的連結。", "This comparison comes from a shared link."],
  own: ["查看我選的產品", "Show my selection"],
} as const satisfies ScreenTexts;
