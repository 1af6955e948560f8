import type { ScreenTexts } from "./screen-texts";

export const Power = {
  lead: [
    "儲存算力以 TB 計價，選擇適合您的週期與費率。",
    "Storage computing power, priced by the terabyte. Choose the cycle and rate that suit you.",
  ],
  empty: ["目前沒有上架的算力產品", "There is no computing power on offer"],
  emptyText: ["請稍後再來查看，或看看其他內容。", "Please look again later, or see what else there is."],
} as const satisfies ScreenTexts;
