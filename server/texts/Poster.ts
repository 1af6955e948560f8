export const Poster = {
  title: ["邀請您註冊", "You are invited"],
  lead: ["掃描 QR Code，開啟註冊頁面", "Scan the code to open the registration page"],
  code: ["邀請碼", "Invitation code"],
  risk: ["雲算力有風險，產出與幣價都可能下跌。", "Cloud computing power carries risk: output and prices can fall."],
  decide: ["請先了解內容，再自行決定。須年滿 18 歲。", "Read about it first and decide for yourself. 18 or older."],
  message: [
    "在{{site}}可以購買雲算力。想了解的話，可以從這個連結註冊，邀請碼會自動填好：{{link}}\n雲算力有風險，產出與幣價都可能下跌，請先了解再自行決定。",
    "{{site}} sells cloud computing power. Curious? This link opens registration with the code filled in: {{link}}\nCloud computing power carries risk: output and prices can fall. Read about it first and decide for yourself.",
  ],
  short: [
    "{{site}}的註冊連結，邀請碼 {{code}}：{{link}}",
    "Registration on {{site}}, invitation code {{code}}: {{link}}",
  ],
} as const;
