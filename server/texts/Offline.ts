export const Offline = {
  title: ["離線可瀏覽的頁面", "Offline"],
  link: ["離線時可以看什麼", "What you can see offline"],
  heading: ["目前離線，這個頁面沒有離線版本", "You’re offline"],
  text: ["沒有送出任何資料。連線恢復後請重新載入。", "Nothing was sent. Reload once you’re connected."],
  pages: ["儲存在這台裝置的頁面", "Pages saved on this device"],
  none: [
    "離線時，已儲存的公開頁面會列在這裡。",
    "When you’re offline, public pages saved on this device are listed here.",
  ],
  private: [
    "只儲存公開頁面，不含帳戶、訂單與資產。每頁會標示儲存時間；價格與庫存可能已改變。",
    "Only public pages are saved, never your account, orders or assets. Each says when it was saved; prices and stock may have changed.",
  ],
  kept: [
    "目前離線。此頁儲存於 {{time}}，價格、庫存等內容可能已改變。",
    "You’re offline. This page was saved at {{time}}; prices, stock and the rest may have changed.",
  ],
} as const;
