export const Market = {
  search: ["搜尋產品", "Search products"],
  submit: ["搜尋", "Search"],
  filters: ["篩選", "Filters"],
  saved: ["我的收藏", "Saved"],
  tick: ["加入比較", "Compare"],
  save: ["收藏", "Save"],
  unsave: ["取消收藏", "Remove from saved"],
  compare: ["比較所選", "Compare selected"],
  chosen: ["{{count}} / {{most}}", "{{count}} of {{most}}"],
  planSaved: ["產品已收藏", "Product saved"],
  planUnsaved: ["已取消收藏產品", "Product no longer saved"],
  savedFull: ["收藏數量已達上限，請先移除一項。", "You can’t save more products. Remove one first."],
  compareFull: [
    "最多比較四項產品，其餘未加入。請先移除一項。",
    "You can compare up to four products. The others weren’t added: remove one first.",
  ],
} as const;
