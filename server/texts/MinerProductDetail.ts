import type { ScreenTexts } from "./screen-texts";

export const MinerProductDetail = {
  title: ["託管礦機", "Hosted miner"],
  description: [
    "{{title}}：規格、配置參數與託管說明，歡迎與我們聯絡取得方案。",
    "{{title}}: specification, configuration and hosting. Get in touch for a plan.",
  ],
  attributes: ["產品規格", "Specification"],
  configuration: ["配置參數", "Configuration"],
  contactTitle: ["想託管這款礦機？", "Would you like us to host one?"],
  contactText: [
    "告訴我們需要的數量，並洽詢價格、交期與託管條件。",
    "Tell us how many you need, and ask about price, delivery and hosting terms.",
  ],
  presaleTitle: ["這款礦機尚未開賣", "This machine is not on sale yet"],
  presaleText: [
    "您可以先告訴我們需要的數量，並洽詢價格、交期與託管條件。",
    "You can tell us now how many you need, and ask about price, delivery and hosting terms.",
  ],
  endedTitle: ["這款礦機已停止銷售", "The sale of this machine has ended"],
  endedText: [
    "歡迎看看其他可託管的機型；若有疑問，請與我們聯絡。",
    "Have a look at the other models. For any question, please contact us.",
  ],
  toMiners: ["查看其他機型", "See the other models"],
  unavailable: ["暫時無法取得這款礦機", "This machine cannot be loaded right now"],
  notFound: ["找不到這款礦機", "This machine could not be found"],
  notFoundText: ["它可能已下架，歡迎看看其他機型。", "It may have been withdrawn. Have a look at the other models."],
} as const satisfies ScreenTexts;
