export const Pagination = {
  label: ["頁次", "Pages"],
  page: ["第 {{page}} 頁，共 {{pages}} 頁", "Page {{page}} of {{pages}}"],
  older: ["較早的紀錄", "Earlier entries"],
  newer: ["較新的紀錄", "Later entries"],
  noMore: ["沒有更多紀錄", "No more entries"],
  beyond: ["沒有這一頁", "This page doesn’t exist"],
  beyondText: ["最後一頁是第 {{pages}} 頁。", "The last page is page {{pages}}."],
  toLast: ["前往最後一頁", "Last page"],
} as const;
