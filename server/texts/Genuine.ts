export const Genuine = {
  description: [
    "如何確認您看到的是本站，而不是假冒的網站：網址、防釣魚碼、驗證碼、儲值地址、聯絡方式與 App。",
    "How to tell this shop from a fake one: its address, your anti-phishing code, codes, deposit addresses, contacts and the app.",
  ],
  addressTitle: ["本站唯一的網址", "Our only address"],
  addressLead: [
    "請逐字比對瀏覽器網址列，直到第一個斜線都必須相同。多一個字母或少一個點，就是別的網站。請將此網址加入書籤，以後從書籤開啟。",
    "Compare it letter by letter with your browser’s address bar, up to the first slash after the name. One letter more or one dot less is another site. Bookmark it, and open it from there.",
  ],
  signs: ["如何分辨", "How to tell"],
  address: ["看網址列，不要只看畫面。", "Look at the address, not at the page."],
  addressText: [
    "畫面可以仿造，網址不能。搜尋結果與廣告裡的連結也可能是假的。",
    "Anyone can copy a page, but not its address. Links in search results and ads can be fake too.",
  ],
  word: ["看您的防釣魚碼。", "Look for your anti\u2011phishing code."],
  wordText: [
    "在「帳戶安全」設定之後，付款與儲值頁面會顯示。沒有顯示時，請不要付款。",
    "Once you’ve set one under Account security, payment and deposit pages show it. If it’s missing, don’t pay.",
  ],
  codes: ["密碼與驗證碼只在本站或 App 輸入。", "Enter passwords and codes only here or in the app."],
  codesText: [
    "不論對方自稱是誰，都不要透露密碼、驗證碼或驗證器金鑰。",
    "Whoever they say they are, never give anyone a password, a code or your authenticator’s key.",
  ],
  deposits: ["儲值地址只看登入後的儲值頁。", "Take deposit addresses only from the deposit page, signed in."],
  depositsText: [
    "不要轉帳到別人給您的地址或 QR Code。",
    "Never send funds to an address or QR code someone gives you.",
  ],
  contacts: ["先核對聯絡方式。", "Check who writes to you."],
  contactsText: [
    "我們的聯絡方式列在下方。主動以客服名義聯絡您的人，可能是詐騙。",
    "Our contacts are below. Anyone who contacts you first as support may be a scammer.",
  ],
  app: ["App 從本站的下載頁取得。", "Get the app from our download page."],
  appText: [
    "不要安裝別人傳來的檔案，也不要讓人操控您的裝置。",
    "Don’t install files people send you, or let anyone control your device.",
  ],
  toSecurity: ["設定防釣魚碼", "Set an anti-phishing code"],
  contactsTitle: ["本站公布的聯絡方式", "Our contacts"],
  after: ["如果已在假網站輸入資料", "If you’ve entered something on a fake site"],
  "after-password": [
    "立即在 App 中更改密碼。若也交出了驗證器金鑰，請聯絡客服。",
    "Change your password in the app right away. If you also gave away your authenticator’s key, contact support.",
  ],
  "after-everywhere": [
    "登入本站，在「帳戶安全」查看登入紀錄，並全部登出。",
    "Sign in here, check the sign-ins under Account security, and sign out everywhere.",
  ],
  "after-keep": [
    "儲存假網站的網址、對話與轉帳紀錄，然後告訴我們。",
    "Save the fake site’s address, messages and transfer records, and tell us.",
  ],
  report: ["回報假網站", "Report a fake site"],
} as const;
