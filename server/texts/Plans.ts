export const Plans = {
  gone: ["已不在清單上。", "It’s no longer listed."],
  lost: ["目前找不到這項產品。", "We can’t find this product right now."],
  planNumber: ["產品 {{id}}", "Product {{id}}"],
  remove: ["移除", "Remove"],
  toMarket: ["前往算力市場", "Browse computing power"],
  unavailable: ["目前無法顯示您選擇的產品", "We can’t show the products you chose right now"],
  unavailableText: ["您的選擇仍儲存在此瀏覽器中。", "Your selection is still saved in this browser."],
} as const;
