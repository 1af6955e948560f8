import type { ScreenTexts } from "./screen-texts";

export const Compare = {
  title: ["產品比較", "Compare products"],
  empty: ["尚無可比較的產品", "There is nothing to compare yet"],
  emptyText: [
    "請在算力市場勾選最多四項產品，再按「{{button}}」。",
    "Tick up to four products under Computing power, then press “{{button}}”.",
  ],
  one: [
    "單一產品無法比較，請在算力市場再勾選一項。",
    "One product alone cannot be compared. Tick another one under Computing power.",
  ],
  tooMany: [
    "最多比較四項產品，此網址中的其餘產品已略過。",
    "At most four products are compared. The others in this link were left out.",
  ],
  ignored: ["此網址有部分內容不是產品編號，已略過。", "Part of this link wasn't a product and was ignored."],
  caption: ["產品並列，並標示差異", "Products side by side, with what differs"],
  view: ["查看", "View"],
  differs: ["不同", "differs"],
  same: ["相同", "the same"],
  unknown: ["部分未知", "not all known"],
  lowest: ["（最低）", "(lowest)"],
  notNow: ["目前無法購買", "Cannot be bought now"],
  price: ["每 T 價格", "Price per T"],
  daily: ["每 T 每天成本", "Cost per T per day"],
  ratio: ["預期收益率（預估），{{period}}", "Expected ratio (estimate), {{period}}"],
  status: ["狀態", "Status"],
  minimum: ["最低購買數量", "Minimum purchase"],
  maximum: ["單次購買上限", "Maximum per purchase"],
  amountT: ["{{value}} T", "{{value}} T"],
  coins: ["付款幣種不同，無法比較高低。", "Paid in different coins, so no price is called the lowest."],
  soldOutAside: [
    "「最低」不含已售完或已結束銷售的產品。",
    "“Lowest” leaves out what is sold out or no longer on sale.",
  ],
  derived: ["日均成本為價格除以週期天數。", "Cost per day is the price divided by the days of the cycle."],
  address: ["此比較的連結", "Link to this comparison"],
  fromAddress: ["此比較來自分享的連結。", "This comparison comes from a shared link."],
  own: ["查看我選的產品", "Show the products I chose"],
} as const satisfies ScreenTexts;
