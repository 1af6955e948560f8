import type { ScreenTexts } from "./screen-texts";

export const Offline = {
  title: ["沒有連線時", "Without a connection"],
  link: ["沒有連線時，本站可以看什麼", "What this site shows without a connection"],
  heading: ["目前離線，這個頁面沒有離線版本", "You're offline"],
  text: [
    "連線恢復後，重新載入即可看到最新內容。沒有任何資料被送出。",
    "Load it again once you are connected. Nothing was sent.",
  ],
  pages: ["這台裝置存下的頁面", "Pages saved on this device"],
  none: [
    "離線時，瀏覽器存下的公開頁面會列在這裡。",
    "When you are offline, the public pages that your browser has saved are listed here.",
  ],
  private: [
    "只存公開頁面，不存帳戶、訂單與資產。存下的頁面會標示時間，價格與庫存可能已經改變。",
    "Only public pages are saved, never your account, orders or assets. A saved page shows its time: prices and stock may have changed.",
  ],
  kept: [
    "無法連線。這是 {{time}} 存下的頁面，價格、庫存等內容可能已經改變。",
    "You're offline. This page was saved at {{time}}; prices, stock and the rest may have changed.",
  ],
} as const satisfies ScreenTexts;
