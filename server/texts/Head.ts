export const Head = {
  notices: ["公告：新品上架、系統維護與活動消息，都在這裡。", "News: new products, maintenance and events."],
  notice: ["公告：{{title}}", "Notice: {{title}}"],
  login: [
    "登入後可查看資產與訂單、購買算力、儲值加密貨幣。",
    "Sign in to see your assets and orders, buy computing power and deposit crypto.",
  ],
  register: [
    "以電子信箱註冊雲算力帳號。須年滿 18 歲。",
    "Create an account with your email address. You must be 18 or older.",
  ],
} as const;
