import type { ScreenTexts } from "./screen-texts";

export const Plans = {
  gone: ["已不在清單上。", "It is no longer on the list."],
  lost: ["目前找不到這項產品。", "We can't find this product right now."],
  planNumber: ["產品 {{id}}", "Product {{id}}"],
  remove: ["移除", "Remove"],
  toMarket: ["前往算力市場", "Browse computing power"],
  unavailable: ["目前無法顯示您選擇的產品", "The products that you chose cannot be shown at the moment"],
  unavailableText: [
    "尚未讀取到清單。您的選擇仍保存在此瀏覽器中。",
    "The list could not be read yet. Your selection is saved in this browser.",
  ],
} as const satisfies ScreenTexts;
