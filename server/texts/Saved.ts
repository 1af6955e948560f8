export const Saved = {
  title: ["已收藏的產品", "Saved products"],
  kept: [
    "已收藏 {{count}} 項（最多 {{most}} 項），僅在此瀏覽器儲存一年。價格截至 {{time}}。",
    "{{count}} saved (at most {{most}}), in this browser only, for a year. Prices as of {{time}}.",
  ],
  empty: ["還沒有收藏的產品", "No saved products yet"],
  emptyText: [
    "在算力市場的產品下方按「收藏」，就會列在這裡。",
    "Press “Save” below a product under Computing power to list it here.",
  ],
} as const;
