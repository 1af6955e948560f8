import type { ScreenTexts } from "./screen-texts";

export const GoogleBind = {
  account: ["帳號", "Account"],
  thenPurchase: ["完成綁定後，您會回到剛才的購買頁面。", "Then we’ll take you back to your purchase."],
  title: ["綁定 Google 驗證器", "Link Google Authenticator"],
  triesPaused: [
    "已達次數上限：密碼或驗證碼錯誤的次數過多。限制將於 {{time}} 解除（約\u00a0{{minutes}}\u00a0分鐘後）；在此之前，正確的密碼與驗證碼也不會通過。",
    "Limit reached: too many wrong passwords or codes. Try again after {{time}} (in about {{minutes}}\u00a0min); until then even correct ones won’t work.",
  ],
  pageTitle: ["{{title}}（{{step}}/3）", "{{title}} ({{step}}/3)"],
  stepTitle: ["{{step}}. {{title}}", "{{step}}. {{title}}"],
  appTitle: [
    "安裝 Google Authenticator，每筆付款都需要它的驗證碼",
    "Install Google Authenticator: every payment needs its code",
  ],
  begin: ["顯示金鑰", "Show the key"],
  beginText: [
    "我們會提供一組金鑰，驗證器用它產生驗證碼。",
    "We’ll give you a key that your authenticator makes codes from.",
  ],
  appText: [
    "請先在手機上安裝。其他支援時間型驗證碼（TOTP）的驗證器也可以使用。",
    "Install it on your phone first. Any other authenticator with time-based codes (TOTP) works as well.",
  ],
  appNote: ["登入時也可能需要它的驗證碼。", "Signing in may need its code too."],
  appStore: ["前往 App Store", "App Store"],
  playStore: ["前往 Google Play", "Google Play"],
  keyTitle: ["將金鑰加入驗證器", "Add the key"],
  open: ["用驗證器開啟", "Open in authenticator"],
  copyKey: ["複製金鑰", "Copy key"],
  scan: ["用另一支手機掃描 QR Code", "Scan QR code instead"],
  scanHere: ["請用手機上的驗證器掃描", "Scan this with the authenticator on your phone"],
  qr: ["金鑰的 QR Code", "QR code of the key"],
  key: ["金鑰", "Key"],
  keyHint: [
    "手動輸入時，金鑰類型請選「以時間為準」。",
    "If you type the key in, choose “Time\u00a0based” as its type.",
  ],
  keyWarning: [
    "請將金鑰寫在紙上或存入密碼管理工具。手機遺失時，只有金鑰能找回驗證碼。請勿截圖，也不要告訴任何人，包括客服。",
    "Save it on paper or in a password manager. Without it, a lost phone means lost codes. Never screenshot or share it, even with us.",
  ],
  written: ["我已儲存金鑰", "I’ve saved the key"],
  renew: ["更換金鑰", "Replace key"],
  codeTitle: ["確認綁定", "Confirm"],
  codeAgain: [
    "請重新輸入登入密碼，以及驗證器現在顯示的新驗證碼。",
    "Enter your login password again, and the new code that the authenticator shows.",
  ],
  password: ["登入密碼", "Login password"],
  code: ["驗證器驗證碼", "Authenticator code"],
  clock: [
    "驗證碼依手機的時間產生。若一再出現錯誤，請將日期與時間設為自動，再輸入最新的驗證碼。",
    "Codes depend on your phone’s clock. If they keep failing, set date and time to automatic and enter the newest code.",
  ],
  submit: ["完成綁定", "Finish linking"],
  backToKey: ["返回查看金鑰", "Back to key"],
  unavailable: ["目前無法確認驗證器是否已綁定", "We can’t tell right now if an authenticator is linked"],
  unknown: [
    "Google 驗證器可能已經綁定。請查看「我的帳戶」；若尚未綁定，請再次輸入密碼與新的驗證碼。",
    "Google Authenticator may be linked already. Check Account. If it isn’t, enter your password and a new code.",
  ],
  keyNotWritten: ["請先儲存金鑰，並勾選確認。", "Save the key first, then tick the box."],
} as const satisfies ScreenTexts;
