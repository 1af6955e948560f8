import type { ScreenTexts } from "./screen-texts";

export const Miner = {
  lead: [
    "礦機託管於我們的資料中心。挑選機型後與我們聯絡，即可洽詢託管方案。",
    "Mining machines, hosted in our data centres. Choose a model and contact us for a hosting plan.",
  ],
  empty: ["目前沒有可託管的礦機", "There are no machines to host at the moment"],
  emptyText: ["請稍後再來查看，或看看其他內容。", "Please look again later, or see what else there is."],
  availableFirst: ["銷售中的優先", "Available first"],
  asListed: ["預設排序", "As listed"],
  notWhole: ["共 {{count}} 款，目前可排序 {{shown}} 款。", "{{count}} machines in all. {{shown}} can be sorted now."],
} as const satisfies ScreenTexts;
