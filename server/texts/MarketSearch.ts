import type { ScreenTexts } from "./screen-texts";

export const MarketSearch = {
  status: ["狀態", "Status"],
  all: ["全部", "All"],
  sort: ["排序方式", "Sort by"],
  sort_none: ["預設排序", "As listed"],
  sort_available: ["可購買的優先", "Available first"],
  sort_price: ["每 T 價格，由低至高", "Price per T, lowest first"],
  sort_daily: ["每 T 每天成本，由低至高", "Cost per T per day, lowest first"],
  sort_cycle: ["週期，由短至長", "Cycle, shortest first"],
  show: ["顯示結果", "Show results"],
  bars: [
    "橫條比較同幣種產品的每 T 每天成本。",
    "Bars compare the cost per T per day among products paid in the same coin.",
  ],
  found: ["找到 {{count}} 項產品。", "Products found: {{count}}."],
  shown: ["第 {{from}}–{{to}} 項，共 {{count}} 項", "{{from}}–{{to}} of {{count}}"],
  none: ["沒有符合的產品", "No product matches"],
  noneText: ["請減少關鍵字，或將篩選條件改回「全部」。", "Try another search or clear the filters."],
  usual: ["查看全部產品", "All products"],
  asOf: ["更新時間：{{time}}", "Updated {{time}}"],
  cut: ["搜尋文字過長，僅以前 {{max}} 個字元搜尋。", "Your search is too long. We used its first {{max}} characters."],
  ignored: ["已忽略：{{names}}", "Ignored: {{names}}"],
  notWhole: [
    "共 {{count}} 項，目前可搜尋 {{shown}} 項。",
    "{{shown}} of {{count}} products can be searched right now.",
  ],
  coins: [
    "不同幣種的金額無法比較，因此分開列出。",
    "Amounts in different coins can’t be compared, so each coin has its own list.",
  ],
  paidIn: ["以 {{coin}} 付款", "Paid in {{coin}}"],
  noCoin: ["未註明付款幣種", "Coin not stated"],
  notYet: ["目前無法搜尋，以下為全部產品。", "Search isn’t available right now; here are all products."],
  next: ["下一頁產品", "Next products"],
  previous: ["上一頁產品", "Previous products"],
} as const satisfies ScreenTexts;
