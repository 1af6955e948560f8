export const MinerProductDetail = {
  title: ["託管礦機", "Hosted miner"],
  description: [
    "{{title}}：產品規格、詳細規格與託管說明，歡迎與我們聯絡。",
    "{{title}}: specification, configuration and hosting. Contact us for details.",
  ],
  attributes: ["產品規格", "Specification"],
  configuration: ["詳細規格", "Configuration"],
  contactTitle: ["想託管這款礦機？", "Would you like us to host one?"],
  contactText: [
    "告訴我們需要的數量，並洽詢價格、交期與託管條件。",
    "Tell us how many you need, and ask about price, delivery and hosting terms.",
  ],
  presaleTitle: ["這款礦機尚未開賣", "This machine isn’t on sale yet"],
  presaleText: [
    "您可以先告訴我們需要的數量，並洽詢價格、交期與託管條件。",
    "Tell us how many you need, and ask about price, delivery and hosting terms.",
  ],
  endedTitle: ["這款礦機已停止銷售", "This machine is no longer on sale"],
  endedText: ["請看看其他機型；若有疑問，請與我們聯絡。", "See our other models. Questions? Contact us."],
  toMiners: ["查看其他機型", "See other models"],
  unavailable: ["目前無法顯示這款礦機", "We can’t show this machine right now"],
  notFound: ["找不到這款礦機", "We can’t find this machine"],
  notFoundText: ["它可能已下架。請看看其他機型。", "It may no longer be available. See our other models."],
} as const;
