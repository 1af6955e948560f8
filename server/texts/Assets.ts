import type { ScreenTexts } from "./screen-texts";

export const Assets = {
  title: ["我的資產", "My assets"],
  total: ["資產總額", "Total balance"],
  available: ["可用", "Available"],
  frozen: ["凍結", "Frozen"],
  empty: ["沒有可顯示的幣種", "No coins to show"],
  emptyText: ["目前沒有任何幣種。", "No coins are listed right now."],
  unavailable: ["目前無法顯示您的資產", "We can’t show your assets right now"],
  unavailableText: ["這不代表您的餘額為零。", "This doesn’t mean your balance is zero."],
  withdraw: ["在 App 提領", "Withdraw in app"],
  showAmounts: ["顯示金額", "Show amounts"],
  hideAmounts: ["隱藏金額", "Hide amounts"],
  hidden: ["已隱藏", "hidden"],
  held: [
    "{{held}} 種幣有餘額，其中 {{frozen}} 種有凍結金額",
    "Coins with a balance: {{held}}, with frozen funds: {{frozen}}",
  ],
  zeros: ["零餘額幣種：{{count}}", "Zero balances: {{count}}"],
  nothing: ["帳戶中還沒有資產", "No assets yet"],
  beginDeposit: ["儲值", "Deposit a coin"],
  beginDepositText: [
    "選擇幣種與網路，再轉入頁面顯示的地址。",
    "Choose a coin and a network, then send to the address shown.",
  ],
  beginChoose: ["挑選算力", "Choose computing power"],
  beginChooseText: ["選擇產品與數量。", "Choose a product and quantity."],
  beginPay: ["以餘額付款", "Pay from your balance"],
  beginPayText: ["輸入驗證器的 6\u00a0位數驗證碼即可完成。", "Confirm with the 6-digit code from your authenticator."],
} as const satisfies ScreenTexts;
