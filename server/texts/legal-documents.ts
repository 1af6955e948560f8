export const legal = {
  agreement: {
    title: ["使用者協議", "User agreement"],
    description: [
      "本網站的使用者協議：我們提供的服務、帳號、交易、費用、風險、通知與爭議處理。",
      "The user agreement of this site: our services, your account, transactions, fees, risk, notices and disputes.",
    ],
    version: ["1.1", "1.1"],
    dated: ["2021-08-06 16:30:50", "2021-08-06 16:30:50"],
    lead: [
      "本協議由您與本平台的營運方（以下稱「我們」）訂立，說明您使用帳號與本網站時，雙方的權利與義務。請在註冊前讀完全文；若您不同意其中任何內容，請不要註冊或使用我們的服務。",
      "This agreement is between you and the provider of this platform (“we”). It says what you and we may do and must do when you use your account and this site. Please read all of it before you register. If you do not agree with any part of it, please do not register or use our services.",
    ],
    sections: {
      service: {
        heading: ["一、我們提供什麼", "1. What we provide"],
        paragraphs: [
          [
            "我們銷售雲算力服務。我們自己不買賣數位貨幣。",
            "We sell cloud hashrate services. We do not buy or sell digital currency ourselves.",
          ],
          [
            "產品的價格、購買數量限制、週期、服務費率與結算方式，以您購買當時產品頁面所示為準。",
            "Prices, purchase limits, cycles, service rates and settlement terms are those shown on the product’s page when you buy.",
          ],
        ],
      },
      use: {
        heading: ["二、您可以做什麼", "2. What you can do here"],
        paragraphs: [["您可以依照我們公布的規則：", "Under the rules that we publish, you may:"]],
        points: [
          ["瀏覽即時價格與相關資訊；", "browse real-time prices and information;"],
          ["購買算力服務；", "buy hashrate services;"],
          ["查看您的會員帳戶資訊；", "check the information of your member account;"],
          ["參加本網站的活動。", "join the activities of this site."],
        ],
      },
      effect: {
        heading: ["三、協議何時生效", "3. When this agreement takes effect"],
        paragraphs: [
          [
            "當您按下「同意並註冊」並完成註冊，本協議即生效，對您與我們都有約束力。",
            "This agreement takes effect when you click “Agree to Register” and complete your registration. From then on it binds you and us.",
          ],
        ],
      },
      account: {
        heading: ["四、帳號與註冊資料", "4. Your account and your details"],
        paragraphs: [
          ["每個人只能註冊一個帳號。", "Each person may register only one account."],
          [
            "您的註冊資料必須合法、真實、正確、完整，並隨時保持最新。",
            "The details you register with must be legal, authentic, accurate and complete, and you must keep them up to date.",
          ],
        ],
      },
      age: {
        heading: ["五、年齡限制", "5. Age"],
        paragraphs: [
          [
            "您必須年滿 18 歲，才能註冊及使用本網站。未滿 18 歲的人不得使用。",
            "You must be 18 or older to register and to use this site. Nobody under 18 may use it.",
          ],
        ],
      },
      trading: {
        heading: ["六、交易與平倉", "6. Transactions and liquidation"],
        paragraphs: [
          [
            "交易一經執行即不可撤銷。付款前，請仔細核對產品、數量與金額。",
            "Once a transaction has been executed, it cannot be revoked. Please check the product, the quantity and the amount before you pay.",
          ],
          [
            "我們可以依照平台規則將合約平倉，無論當時是盈是虧。",
            "We may liquidate contracts under the rules of the platform, regardless of profit or loss.",
          ],
        ],
      },
      fees: {
        heading: ["七、費用與優惠", "7. Fees and promotions"],
        paragraphs: [
          [
            "我們可能調整儲值、提領與交易的費用，也可能結束免費優惠期。",
            "We may adjust the fees for top-ups, withdrawals and transactions, and we may end a free promotion period.",
          ],
        ],
      },
      risk: {
        heading: ["八、風險提示", "8. Risk notice"],
        paragraphs: [
          [
            "數位貨幣是高風險資產，價格可能在短時間內大幅漲跌。預期收益率只是估計，不是保證。請只投入您承受得起損失的金額，並在充分了解風險之後自行決定。",
            "Digital currency is a high-risk asset. Its price can rise or fall sharply within a short time. An expected profit ratio is an estimate, not a promise. Please put in only what you can afford to lose, and decide for yourself once you understand the risk.",
          ],
        ],
      },
      measures: {
        heading: ["九、我們可以採取的措施", "9. What we may do"],
        paragraphs: [
          [
            "為了維持網站秩序、保護所有使用者，我們可以：",
            "To keep this site in order and to protect everybody who uses it, we may:",
          ],
        ],
        points: [
          ["限制、暫停或註銷帳號；", "restrict, suspend or cancel accounts;"],
          ["不另行通知，直接刪除不符合規定的內容；", "delete content that breaks the rules, without notice;"],
          ["終止全部或部分服務；", "end all or part of our services;"],
          ["依我們自己的判斷調解爭議。", "mediate disputes by our own judgment."],
        ],
      },
      notices: {
        heading: ["十、我們如何通知您", "10. How we notify you"],
        paragraphs: [
          [
            "我們會以網頁公告、站內信、電話、簡訊或信件通知您，或寄信到您的電子信箱。請確認您留下的聯絡方式可以找到您。",
            "We notify you by announcements on our pages, in-site mail, email, phone calls, SMS or letters. Please make sure that we can reach you by the contact details you gave us.",
          ],
        ],
      },
      changes: {
        heading: ["十一、協議的修改", "11. Changes to this agreement"],
        paragraphs: [
          [
            "我們可以修改本協議，並刊登在公告中心（本網站的「公告」頁面）。",
            "We may change these terms by posting the change in the Announcement Center (the “Notices” page of this site).",
          ],
          [
            "修改公布之後，您繼續使用本網站，就表示接受修改後的內容；若您不接受，請停止使用。",
            "If you continue to use this site after that, you accept the change. If you do not accept it, please stop using the site.",
          ],
        ],
      },
      disputes: {
        heading: ["十二、爭議與管轄法院", "12. Disputes and courts"],
        paragraphs: [
          [
            "發生爭議時，您與我們先協商解決；協商不成，再向我們所在地的法院起訴，這包括由中國法院管轄的情形。",
            "You and we first try to settle a dispute by negotiation. If that fails, it goes to a court where the provider is located, which includes the jurisdiction of Chinese courts.",
          ],
          [
            "隱私權政策則以開曼群島法律為準據法。兩份文件各依自己的約定；您居住地的法律給您的強制性保障，不受影響。",
            "The privacy policy is governed by the law of the Cayman Islands. Each of the two documents applies as it is written. Nothing in them takes away rights that the law where you live gives you whatever a contract says.",
          ],
        ],
      },
    },
  },
  privacy: {
    title: ["隱私權政策", "Privacy policy"],
    description: [
      "本網站的隱私權政策：我們蒐集哪些資料、用在哪裡、設置哪些 Cookie，以及您有哪些權利。",
      "The privacy policy of this site: what data we collect, what for, which cookies we set, and what rights you have.",
    ],
    version: ["1.5", "1.5"],
    lead: [
      "這份政策說明我們蒐集哪些資料、用在哪裡，以及您有哪些權利。使用本網站，即表示您了解這些做法。",
      "This policy says what data we collect, what we use it for, and what rights you have. By using this site you acknowledge it.",
    ],
    sections: {
      collected: {
        heading: ["一、我們蒐集的資料", "1. The data we collect"],
        paragraphs: [["我們蒐集：", "We collect:"]],
        points: [
          ["電子信箱；", "your email address;"],
          ["電話號碼；", "your phone number;"],
          ["密碼；", "your password;"],
          ["加密的錢包地址；", "your encrypted wallet address;"],
          [
            "連線紀錄：IP 位址、瀏覽器、瀏覽的頁面，以及瀏覽的時間。",
            "log data: IP address, browser, pages visited, and the times of your visits.",
          ],
        ],
      },
      further: {
        heading: ["二、使用特定功能時的資料", "2. Data that some features need"],
        paragraphs: [
          ["下列資料只在您使用該項功能時才會蒐集：", "We collect the following only if you use the feature:"],
        ],
        points: [
          [
            "身分驗證：姓名、國家或地區、證件類型與號碼，以及證件正面、背面與手持證件的照片；",
            "identity verification: your name, country or region, the kind and number of your document, and photos of its front, its back and you holding it;",
          ],
          [
            "聯絡我們：姓名、電話、電子信箱、社群帳號與您的問題；",
            "contacting us: your name, phone number, email address, social account and question;",
          ],
          [
            "登入、註冊、購買等與帳戶有關的操作：瀏覽器與裝置的特徵（螢幕解析度、時區、語言、作業系統、字型與外掛程式），隨這些操作以及您之後開啟頁面時向平台查詢的要求送出，用來辨識異常操作；並暫存在您瀏覽器的分頁裡，關閉分頁即刪除；登入期間另暫存於伺服器的記憶體，登出或登入失效後即刪除。",
            "signing in, registering, buying and other steps that concern your account: features of your browser and device (screen resolution, time zone, language, operating system, fonts and plug-ins), which are sent with these steps, and with what your later pages ask of the platform, and help to spot misuse. A copy stays in your browser’s tab and is deleted when you close it; another is in our server’s memory while you are signed in, and is deleted when you sign out or your sign-in ends.",
          ],
          [
            "有 JavaScript 的頁面：每十次瀏覽約有一次會回報頁面顯示與回應的速度，以及版面是否跳動，內容只有三個數字、頁面與裝置類型，不含任何與您有關的資料，也只保存統計數字。",
            "pages with scripts: one page in ten reports how quickly it appeared and answered, and whether it jumped: three numbers, which page, and the kind of device. Nothing about you goes with it, and only counts are kept.",
          ],
        ],
      },
      purpose: {
        heading: ["三、資料的用途", "3. What we use it for"],
        paragraphs: [
          [
            "我們用這些資料建立與保護您的帳號、處理訂單與儲值、完成您申請的身分驗證、透過您留下的電子信箱、電話或社群帳號回覆您的問題、寄送推廣訊息，並讓網站安全運作。",
            "We use this data to open and protect your account, to handle your orders and deposits, to complete the identity verification you ask for, to answer your questions by email, phone or the social media account you leave, to send you promotional emails, and to keep the site working safely.",
          ],
        ],
      },
      cookies: {
        heading: ["四、Cookie", "4. Cookies"],
        paragraphs: [
          [
            "Cookie 是網站存放在您瀏覽器裡的一小段資料。本網站使用 Cookie 來提供服務，不用於廣告，也不追蹤您在其他網站的活動。",
            "A cookie is a small piece of data that a site keeps in your browser. This site uses cookies to do its work, never for advertising, and does not follow you to other sites.",
          ],
          [
            "您可以在瀏覽器中刪除或封鎖 Cookie，但封鎖之後將無法登入。平台要求安全驗證時，提供驗證的第三方可能另外設置自己的 Cookie。",
            "You can delete or block cookies in your browser, but without them you cannot sign in. When the platform asks for a security check, the third party that provides the check may set cookies of its own.",
          ],
          [
            "本網站設置的 Cookie 如下（以 https 連線時，utoken、flow、flash 和 receipt 的名稱前會加上 __Host-，讓其他網站無法代為設置）：",
            "These are the cookies that this site sets (over https the names of utoken, flow, flash and receipt begin with __Host-, so that no other site can set them):",
          ],
        ],
        terms: [
          {
            name: ["utoken", "utoken"],
            text: [
              "讓您保持登入。內容經過加密，保存 7 天，登出時刪除。",
              "Keeps you signed in. Encrypted, kept for 7 days, deleted when you sign out.",
            ],
          },
          {
            name: ["ulan", "ulan"],
            text: ["記住您選擇的語言。保存 1 年。", "Remembers your language. Kept for 1 year."],
          },
          {
            name: ["scripts", "scripts"],
            text: [
              "記住 JavaScript 在這個瀏覽器無法正常執行，或您要求載入 JavaScript，讓頁面以可用的方式呈現。最長保存 1 天。",
              "Remembers that scripts failed in this browser, or that you asked for them, so that pages come as they work here. Kept for 1 day at most.",
            ],
          },
          {
            name: ["flow", "flow"],
            text: [
              "記住進行到一半的步驟，例如登入、註冊、購買或身分驗證。內容經過加密，保存 15 分鐘。",
              "Remembers steps you have not finished, such as signing in, registering, buying or verifying your identity. Encrypted, kept for 15 minutes.",
            ],
          },
          {
            name: ["flash", "flash"],
            text: [
              "把「登入成功」這類訊息帶到下一頁顯示。顯示後即刪除，最長保存 5 分鐘。",
              "Carries a message such as “You are signed in” to the next page. Deleted once shown, kept for 5 minutes at most.",
            ],
          },
          {
            name: ["assets", "assets"],
            text: [
              "記住您在資產頁面隱藏的內容。保存 1 年。",
              "Remembers what you hide on the page of your assets. Kept for 1 year.",
            ],
          },
          {
            name: ["steps", "steps"],
            text: [
              "記住哪個帳號（只存摘要）已完成新手步驟，不再顯示。保存 1 年。",
              "Remembers (as a digest) which account has done its first steps, so that they are shown no more. Kept for 1 year.",
            ],
          },
          {
            name: ["read", "read"],
            text: [
              "記住您在這個瀏覽器看過哪些公告。保存 1 年。",
              "Remembers which notices you have read in this browser. Kept for 1 year.",
            ],
          },
          {
            name: ["saved", "saved"],
            text: [
              "記住您在這個瀏覽器收藏的產品。保存 1 年；清單清空時即刪除。",
              "Remembers which products you have saved in this browser. Kept for 1 year, deleted when none is left.",
            ],
          },
          {
            name: ["compare", "compare"],
            text: [
              "記住您選來比較的產品。保存 7 天；清單清空時即刪除。",
              "Remembers which products you have chosen to compare. Kept for 7 days, deleted when none is left.",
            ],
          },
          {
            name: ["receipt", "receipt"],
            text: [
              "購買後，用來核對並顯示付款結果。保存 1 小時。",
              "After a purchase, lets us check and show its result. Kept for 1 hour.",
            ],
          },
          {
            name: ["styles", "styles"],
            text: [
              "記住這個瀏覽器已有頁面外觀的檔案，不必再傳送一次。保存 1 年。",
              "Remembers that this browser has the files with the look of the pages, so that they need not be sent again. Kept for 1 year.",
            ],
          },
          {
            name: ["seen", "seen"],
            text: [
              "電腦使用者第一次造訪時可能會轉往主網站；這個 Cookie 記住您已造訪過。關閉瀏覽器即刪除。",
              "A first visit from a computer may be sent to the main site; this remembers that you have been here. Deleted when you close your browser.",
            ],
          },
        ],
      },
      kept: {
        heading: ["五、本網站保存的帳號紀錄", "5. What this site keeps of your account"],
        paragraphs: [
          [
            "除了平台保存的資料之外，本網站自己為您的帳號保存下列紀錄。紀錄不含密碼、驗證碼與 IP 位址，並以帳號的摘要存放；登入紀錄與防釣魚碼另外加密。",
            "Besides what the platform keeps, this site itself keeps the following of your account: without passwords, codes and IP addresses, under a fingerprint of your account rather than its name. Sign-ins and your anti-phishing code are encrypted as well.",
          ],
          [
            "您可以在「帳戶安全」查看這些紀錄，隨時全部刪除。",
            "You can see these records under “Account security”, and delete all of them at any time.",
          ],
        ],
        points: [
          [
            "登入紀錄：登入的時間與裝置種類（例如 Android 手機），最多 20 筆，保留 30 天；",
            "sign-ins: when, and from what kind of device (such as an Android phone), at most 20, for 30 days;",
          ],
          [
            "防釣魚碼：您自己設定的文字，保留 3 年，或直到您移除；",
            "your anti-phishing code, if you set one, for 3 years or until you remove it;",
          ],
          [
            "在本站下單的訂單編號與產品名稱，最多 200 筆，保留 3 年；",
            "the numbers and product names of what you ordered here, at most 200, for 3 years;",
          ],
          [
            "按下「我已轉出」時：當時儲值紀錄的摘要，以及之後新儲值的數量與狀態，保留 24 小時；",
            "when you say that you have sent a deposit: fingerprints of what your deposit record held then, and amount and status of what came after, for 24 hours;",
          ],
          [
            "尚未送出的身分驗證資料：姓名、國家或地區、證件類型與號碼，以及平台為已收到的照片取的名稱（不含照片本身），加密保存，最後一次輸入後 1 天、送出後或登出時刪除；",
            "details of your identity that were not sent yet: name, country or region, kind and number of the document, and the names that the platform gave to photos it received (never a photo), encrypted; until they are sent, you sign out, or a day has passed since the last entry;",
          ],
          [
            "防止重複付款的付款結果保留 1 天，登出的標記保留 7 天，次數限制最長保留 1 小時，時間到即自行刪除。",
            "what keeps a payment from being made twice, for 1 day; marks of a sign-out, for 7 days; counts of tries, for 1 hour at most. They are deleted automatically.",
          ],
        ],
      },
      marketing: {
        heading: ["六、推廣訊息", "6. Promotional emails"],
        paragraphs: [
          [
            "我們可能寄推廣訊息到您的電子信箱。您隨時可以退訂。",
            "We may send you promotional emails. You can unsubscribe from them at any time.",
          ],
        ],
      },
      age: {
        heading: ["七、未滿 18 歲者", "7. Under 18"],
        paragraphs: [
          [
            "未滿 18 歲的人不得使用本網站。若您發現有未滿 18 歲的人提供資料給我們，請與我們聯絡。",
            "Nobody under 18 may use this site. If you find that somebody under 18 has given us data, please contact us.",
          ],
        ],
      },
      eea: {
        heading: ["八、歐洲經濟區居民的權利", "8. Rights of residents of the EEA"],
        paragraphs: [
          [
            "若您居住在歐洲經濟區（EEA），您對自己的個人資料享有下列權利：",
            "If you live in the European Economic Area (EEA), you have the right to:",
          ],
        ],
        points: [
          ["查詢我們持有的資料，並取得副本；", "ask what data we hold about you, and get a copy of it;"],
          ["更正不正確的資料；", "have wrong data corrected;"],
          ["要求刪除資料；", "have your data deleted;"],
          ["限制或反對我們處理資料；", "restrict our processing of your data, or object to it;"],
          ["以可攜的格式取得資料；", "get your data in a portable format;"],
          ["隨時撤回您的同意；", "withdraw your consent at any time;"],
          ["向您居住地的資料保護主管機關申訴。", "complain to the data protection authority where you live."],
        ],
      },
      risk: {
        heading: ["九、風險提示", "9. Risk notice"],
        paragraphs: [
          [
            "數位貨幣具有高風險，價格波動劇烈，您可能損失投入的全部金額。請審慎評估自己的財務狀況與承受能力。",
            "Digital currency carries a high risk. Its price moves sharply, and you may lose everything you put in. Please consider your finances and how much loss you can bear.",
          ],
        ],
      },
      law: {
        heading: ["十、準據法", "10. Governing law"],
        paragraphs: [
          [
            "本政策以開曼群島法律為準據法。使用者協議另外提到由我們所在地的法院（包括中國法院）管轄；兩份文件各依自己的約定。",
            "This policy is governed by the law of the Cayman Islands. The user agreement also mentions courts where the provider is located, Chinese courts included; each document applies as it is written.",
          ],
        ],
      },
      contact: {
        heading: ["十一、與我們聯絡", "11. Contact"],
        paragraphs: [
          [
            "對這份政策有疑問，或想行使您的權利，請到「聯絡我們」頁面留言，或寫信到本網站公布的客服電子信箱。",
            "If you have a question about this policy, or want to use one of your rights, please write to us on the “Contact us” page or to the support email address published on this site.",
          ],
        ],
      },
    },
  },
} as const;
