export const Miner = {
  lead: [
    "礦機託管於我們的資料中心。請挑選機型，再與我們聯絡。",
    "Mining machines, hosted in our data centres. Choose a model and contact us.",
  ],
  empty: ["目前沒有可託管的礦機", "No miners to host right now"],
  emptyText: ["請稍後再來查看，或看看其他內容。", "Check back later, or see what else we offer."],
  availableFirst: ["銷售中的優先", "Available first"],
  asListed: ["預設排序", "As listed"],
  notWhole: ["共 {{count}} 款，目前可排序 {{shown}} 款。", "{{shown}} of {{count}} machines can be sorted right now."],
} as const;
