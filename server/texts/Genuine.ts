import type { ScreenTexts } from "./screen-texts";

export const Genuine = {
  description: [
    "如何確認您看到的是本站，而不是假冒的網站：網址、防釣魚碼、驗證碼、儲值地址、聯絡方式與 App。",
    "How to tell this shop from a fake one: its address, your anti-phishing code, codes, deposit addresses, contacts and the app.",
  ],
  addressTitle: ["本站唯一的網址", "Our only address"],
  addressLead: [
    "請逐字比對瀏覽器網址列，從開頭到第一個斜線都必須相同。多一個字母、少一個點，或只是「看起來很像」，都是別的網站。把這個網址加入書籤，以後從書籤開啟。",
    "Compare it letter by letter with your browser’s address bar, from its beginning to the first slash after the name. One letter more, one dot less, or something that only looks alike is another site. Keep it as a bookmark, and open it from there.",
  ],
  signs: ["如何分辨", "How to tell"],
  address: ["看網址列，不要只看畫面。", "Look at the address, not at the page."],
  addressText: [
    "畫面可以完全仿造，網址不能。搜尋結果與廣告裡的連結也可能是假的。",
    "A page can be copied to the last detail; its address cannot. Links in search results and ads can be fake too.",
  ],
  word: ["看您的防釣魚碼。", "Look for your anti\u2011phishing code."],
  wordText: [
    "在「帳戶安全」設定之後，付款與儲值的頁面會顯示。沒有顯示，就先不要付款。",
    "Once you have set one under Account security, the pages that take payments and show where to deposit show it. If it is missing, do not pay.",
  ],
  codes: ["密碼與驗證碼只在本站或 App 輸入。", "Type passwords and codes only here or into the app."],
  codesText: [
    "不論對方自稱是誰，都不要用訊息、電話或表單把密碼、驗證碼或驗證器金鑰交給對方。",
    "Whoever they say they are, never give them a password, a code or the key of your authenticator, by message, phone or form.",
  ],
  deposits: ["儲值地址只看登入後的儲值頁。", "Take a deposit address only from the deposit page, signed in."],
  depositsText: [
    "別人傳給您的地址、截圖或 QR Code，都不要轉帳。",
    "Send nothing to an address, a picture or a QR code that somebody gives you.",
  ],
  contacts: ["先核對聯絡方式。", "Check who writes to you."],
  contactsText: [
    "本站公布的聯絡方式列在下方。主動找您、帳號名稱相似的「客服」可能是詐騙。",
    "Our contacts are below. A “support” that comes to you, under a name that looks alike, may be a fraud.",
  ],
  app: ["App 從本站的下載頁取得。", "Get the app from our download page."],
  appText: [
    "不要安裝別人傳來的檔案，也不要讓人遠端操作您的手機或電腦。",
    "Install no file that somebody sends you, and let nobody control your phone or computer.",
  ],
  toSecurity: ["設定防釣魚碼", "Set an anti-phishing code"],
  contactsTitle: ["本站公布的聯絡方式", "Our contacts"],
  after: ["如果已經在假網站輸入了資料", "If you have typed something into a fake site"],
  "after-password": [
    "立即在 App 中更改密碼。若也交出了驗證器金鑰，請聯絡客服。",
    "Change your password in the app at once. If you also gave away your authenticator’s key, contact support.",
  ],
  "after-everywhere": [
    "登入本站，在「帳戶安全」查看登入紀錄，並全部登出。",
    "Sign in here, look at the sign-ins under Account security, and sign out everywhere.",
  ],
  "after-keep": [
    "保留假網站的網址、對話與轉帳紀錄，然後告訴我們。",
    "Keep the fake site’s address, the messages and the records of transfers, and tell us.",
  ],
  report: ["回報假網站", "Report a fake site"],
} as const satisfies ScreenTexts;
