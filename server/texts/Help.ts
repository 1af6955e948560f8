export const Help = {
  title: ["常見問題", "Help"],
  description: [
    "買家常問的問題：費用、T+n、儲值 Memo、付款結果不明、身分審核。",
    "Answers to what buyers ask: fees, T+n, deposits with a memo, payments with an unknown result, the identity review.",
  ],
  search: ["搜尋常見問題", "Search the help"],
  found: ["含有「{{search}}」的答案：{{count}} 則", "Answers with “{{search}}”: {{count}}"],
  none: [
    "找不到與「{{search}}」相關的答案，以下為全部答案。",
    "No results for “{{search}}”. Here are all the answers.",
  ],
  all: ["顯示全部", "Show all"],
  notHere: ["找不到您的問題？", "Can’t find your question?"],
} as const;
