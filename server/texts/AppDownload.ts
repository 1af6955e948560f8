import type { ScreenTexts } from "./screen-texts";

export const AppDownload = {
  description: [
    "下載 App：在手機上查看收益、提領資產與重設密碼。",
    "Get the app: earnings, withdrawals and password reset on your phone.",
  ],
  lead: ["查看收益、提領資產、重設密碼，都在 App 裡完成。", "Earnings, withdrawals and password reset are in the app."],
  testFlightText: [
    "TestFlight 是 Apple 的測試版安裝工具，請先在 App Store 安裝 TestFlight。",
    "TestFlight is Apple’s tool for test versions. Install it from the App Store first.",
  ],
  source: ["下載來源：{{host}}", "Downloads from {{host}}"],
  forIos: ["使用 iPhone 或 iPad？", "On an iPhone or iPad?"],
  forOthers: ["使用其他裝置？", "On another device?"],
  scanTitle: ["用手機開啟這個頁面", "Open this page on your phone"],
  scanText: [
    "用相機掃描後，就能在手機上下載。",
    "Scan the QR code with your phone’s camera, then download the app there.",
  ],
  qr: ["這個頁面網址的 QR Code", "QR code of this page’s address"],
  unavailable: ["目前無法顯示下載連結", "We can’t show the download links right now"],
  missingIos: ["目前沒有提供 iPhone 與 iPad 版本", "There’s no version for iPhone and iPad right now"],
  missing: ["目前沒有提供下載", "There’s no download right now"],
  missingText: ["這個裝置目前沒有下載連結。", "There’s no download for this device yet."],
  stayed: ["若下載沒有開始，請改用瀏覽器開啟這個頁面。", "If nothing downloads, open this page in your browser."],
  features: ["這些功能在 App 裡", "What you can do in the app"],
  earningsText: ["查看您的算力收益。", "See what your computing power has earned."],
  withdraw: ["提領", "Withdraw"],
  withdrawText: ["提領您的可用餘額。", "Withdraw your available balance."],
  password: ["重設密碼", "Reset your password"],
  passwordText: ["忘記密碼時，在 App 裡重新設定。", "Forgotten your password? Set a new one in the app."],
  security: ["安全驗證", "Security checks"],
  securityText: [
    "部分安全驗證無法在網頁上完成，可改用 App。",
    "Some security checks aren’t available on the web. Use the app instead.",
  ],
  account: ["登入", "Sign in"],
  accountText: [
    "網頁版不提供登入，請使用 App。您仍可在這裡註冊。",
    "You can’t sign in on the web. Use the app. You can still create an account here.",
  ],
  maskTitle: ["請在瀏覽器中開啟", "Open this page in your browser"],
  maskText: [
    "您正在其他 App 裡瀏覽，這裡可能無法下載。",
    "You’re browsing inside another app. Downloads may not work here.",
  ],
  maskMenu: [
    "點一下畫面角落的選單（⋯\u00a0或\u00a0⋮），通常在右上角。",
    "Tap the menu (⋯\u00a0or\u00a0⋮) in a corner of the screen, usually at the top right.",
  ],
  maskOpen: ["選擇「在瀏覽器中開啟」或「在 Safari 中開啟」。", "Choose “Open in browser” or “Open in Safari”."],
  maskCopy: ["或複製網址，貼到瀏覽器", "Or copy the address into your browser"],
  maskCopyText: ["長按網址，全選後複製。", "Press and hold the address to select and copy it."],
  stay: ["留在這裡，繼續瀏覽", "Stay here and continue"],
} as const satisfies ScreenTexts;
