export const Power = {
  lead: [
    "儲存算力以 TB 計價，選擇適合您的週期與費率。",
    "Storage computing power by the terabyte. Choose a cycle and fee that suit you.",
  ],
  empty: ["目前沒有上架的算力產品", "No computing power on offer"],
  emptyText: ["請稍後再來查看，或看看其他內容。", "Check back later, or see what else we offer."],
} as const;
