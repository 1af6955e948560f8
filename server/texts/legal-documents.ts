export const legal = {
  agreement: {
    title: ["使用者協議", "User agreement"],
    description: [
      "本網站的使用者協議：我們提供的服務、帳號、交易、費用、風險、通知與爭議處理。",
      "The user agreement of this site: our services, your account, transactions, fees, risk, notices and disputes.",
    ],
    version: ["1.2", "1.2"],
    dated: ["2021-08-06 16:30:50", "2021-08-06 16:30:50"],
    lead: [
      "本協議由您與本網站的營運方（以下稱「我們」）訂立，說明您使用帳號與本網站時，雙方的權利與義務。「平台」是指本網站背後、存放您的帳號、餘額與訂單的系統。請在註冊前讀完全文；若不同意，請不要註冊或使用我們的服務。",
      "This agreement is between you and the provider of this site (“we”). It sets out your rights and duties and ours when you use your account and this site. “The platform” is the system behind this site that holds your account, balance and orders. Read all of it before you register. If you don’t agree, don’t register or use our services.",
    ],
    sections: {
      service: {
        heading: ["一、我們提供什麼", "1. What we provide"],
        paragraphs: [
          "我們銷售雲算力服務。我們自己不買賣數位貨幣。",
          "We sell cloud hashrate services. We don’t buy or sell digital currency ourselves.",
        ],
      },
      use: {
        heading: ["二、您可以做什麼", "2. What you can do here"],
        paragraphs: ["您可以依照我們公布的規則：", "Under the rules that we publish, you may:"],
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
          "當您按下「同意並註冊」並完成註冊，本協議即生效，對您與我們都有約束力。",
          "This agreement takes effect when you click “Agree to Register” and complete your registration. From then on it binds you and us.",
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
          "您必須年滿 18 歲，才能註冊及使用本網站。未滿 18 歲的人不得使用。",
          "You must be 18 or older to register and to use this site. No one under 18 may use it.",
        ],
      },
      trading: {
        heading: ["六、交易與平倉", "6. Transactions and liquidation"],
        paragraphs: [
          ["交易一經執行即不可撤銷。", "Once a transaction has been executed, it can’t be revoked."],
          [
            "平台可以依其規則將合約平倉，無論當時是盈是虧。",
            "The platform may liquidate contracts under its rules, regardless of profit or loss.",
          ],
        ],
      },
      fees: {
        heading: ["七、費用與優惠", "7. Fees and promotions"],
        paragraphs: [
          "我們可能調整儲值、提領與交易的費用，也可能結束免費優惠期。",
          "We may adjust the fees for deposits, withdrawals and transactions, and we may end a free promotion period.",
        ],
      },
      risk: {
        heading: ["八、風險提示", "8. Risk notice"],
        paragraphs: [
          "數位貨幣是高風險資產，價格可能在短時間內大幅漲跌。預期收益率只是估計，不是保證。請只投入您承受得起損失的金額，並在了解風險後自行決定。",
          "Digital currency is a high-risk asset. Its price can rise or fall sharply within a short time. An expected profit ratio is an estimate, not a promise. Put in only what you can afford to lose, and decide for yourself once you understand the risk.",
        ],
      },
      measures: {
        heading: ["九、我們可以採取的措施", "9. What we may do"],
        paragraphs: ["我們可以：", "We may:"],
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
          "我們會以網頁公告、站內信、電話、簡訊或信件通知您，或寄信到您的電子信箱。請確認您留下的聯絡方式可以找到您。",
          "We notify you by announcements on our pages, in-site mail, email, phone calls, SMS or letters. Make sure we can reach you by the contact details you gave us.",
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
            "If you continue to use this site after that, you accept the change. If you don’t accept it, stop using the site.",
          ],
        ],
      },
      disputes: {
        heading: ["十二、爭議與管轄法院", "12. Disputes and courts"],
        paragraphs: [
          [
            "發生爭議時，您與我們先協商解決；協商不成，再向我們所在地的法院起訴，這包括由中國法院管轄的情形。",
            "We first try to settle a dispute with you by negotiation. If that fails, it goes to a court where we are located, Chinese courts included.",
          ],
          [
            "隱私權政策以開曼群島法律為準據法。兩份文件各依自己的約定。",
            "The privacy policy is governed by the law of the Cayman Islands. Each document applies as written.",
          ],
        ],
      },
    },
  },
  privacy: {
    title: ["隱私權政策", "Privacy policy"],
    description: [
      "本網站的隱私權政策：我們蒐集哪些資料、用在哪裡、設置哪些 Cookie，以及您有哪些權利。",
      "The privacy policy of this site: what data we collect and why, which cookies we set and what rights you have.",
    ],
    version: ["1.6", "1.6"],
    lead: [
      "這份政策說明我們蒐集哪些資料、用在哪裡，以及您有哪些權利。「平台」是指本網站背後、存放您的帳號、餘額與訂單的系統。使用本網站，即表示您了解這些做法。",
      "This policy says what data we collect, what we use it for and what rights you have. “The platform” is the system behind this site that holds your account, balance and orders. By using this site you acknowledge this policy.",
    ],
    sections: {
      collected: {
        heading: ["一、我們蒐集的資料", "1. The data we collect"],
        paragraphs: ["我們蒐集：", "We collect:"],
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
        paragraphs: ["下列資料只在您使用該項功能時才會蒐集：", "We collect the following only if you use the feature:"],
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
            "登入、註冊、購買等與帳戶有關的操作：瀏覽器與裝置的特徵（螢幕解析度、時區、語言、作業系統、字型與外掛程式），隨這些操作與之後的查詢送交平台，用來辨識異常操作。一份暫存在您瀏覽器的分頁裡，關閉即刪除；另一份在登入期間暫存於伺服器的記憶體，登出或登入失效即刪除。",
            "signing in, registering, buying and other steps that concern your account: features of your browser and device (screen resolution, time zone, language, operating system, fonts and plug-ins). They go to the platform with these steps and with later requests, to spot misuse. One copy stays in your browser’s tab until you close it, another in our server’s memory until you sign out or your sign-in ends.",
          ],
          [
            "有 JavaScript 的頁面：每十次瀏覽約有一次會回報頁面顯示與回應的速度，以及版面是否跳動，內容只有三個數字、頁面與裝置類型，不含任何與您有關的資料，也只儲存統計數字。",
            "pages with scripts: about one visit in ten reports how fast the page appeared and responded and whether it jumped: three numbers, the page and the type of device. Nothing about you is sent, and we store statistics only.",
          ],
        ],
      },
      purpose: {
        heading: ["三、資料的用途", "3. What we use it for"],
        paragraphs: [
          "我們用這些資料建立與保護您的帳號、處理訂單與儲值、完成您申請的身分驗證、透過您留下的電子信箱、電話或社群帳號回覆您的問題、寄送推廣訊息，並讓網站安全運作。",
          "We use this data to open and protect your account, to handle your orders and deposits, to complete the identity verification you ask for, to answer your questions by email, phone or the social media account you leave, to send you promotional emails, and to keep the site working safely.",
        ],
      },
      cookies: {
        heading: ["四、Cookie", "4. Cookies"],
        paragraphs: [
          [
            "Cookie 是網站存放在您瀏覽器裡的一小段資料。本網站使用 Cookie 來提供服務，不追蹤您在其他網站的活動。",
            "A cookie is a small piece of data that a site keeps in your browser. This site uses cookies to work. They don’t follow you to other sites.",
          ],
          [
            "您可以在瀏覽器中刪除或封鎖 Cookie，但封鎖之後將無法登入。需要安全驗證時，提供驗證的第三方可能設置自己的 Cookie。",
            "You can delete or block cookies in your browser, but then you can’t sign in. When a security check is needed, the third party that provides it may set its own cookies.",
          ],
          [
            "本網站設置的 Cookie 如下（以 https 連線時，utoken、flow、flash 和 receipt 的名稱前會加上 __Host-，讓其他網站無法代為設置）：",
            "This site sets these cookies (over https, the names of utoken, flow, flash and receipt begin with __Host-, so that no other site can set them):",
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
              "Remembers that scripts failed in this browser, or that you asked for them, so that we send pages that work. Kept for up to 1 day.",
            ],
          },
          {
            name: ["flow", "flow"],
            text: [
              "記住進行到一半的步驟，例如登入、註冊、購買或身分驗證。內容經過加密，保存 15 分鐘。",
              "Remembers steps you haven’t finished, such as signing in, registering, buying or verifying your identity. Encrypted, kept for 15 minutes.",
            ],
          },
          {
            name: ["flash", "flash"],
            text: [
              "把「登入成功」這類訊息帶到下一頁顯示。顯示後即刪除，最長保存 5 分鐘。",
              "Carries a message such as “You’re signed in” to the next page. Deleted once shown, kept for up to 5 minutes.",
            ],
          },
          {
            name: ["assets", "assets"],
            text: [
              "記住您在資產頁面隱藏的內容。保存 1 年。",
              "Remembers what you hide on the assets page. Kept for 1 year.",
            ],
          },
          {
            name: ["steps", "steps"],
            text: [
              "記住哪個帳號（只存雜湊值）已完成新手步驟，不再顯示。保存 1 年。",
              "Remembers (as a hash) which account has completed its first steps, so that we stop showing them. Kept for 1 year.",
            ],
          },
          {
            name: ["read", "read"],
            text: [
              "記住您在這個瀏覽器看過哪些公告。保存 1 年。",
              "Remembers which notices you’ve read in this browser. Kept for 1 year.",
            ],
          },
          {
            name: ["saved", "saved"],
            text: [
              "記住您在這個瀏覽器收藏的產品。保存 1 年；清單清空時即刪除。",
              "Remembers which products you’ve saved in this browser. Kept for 1 year, deleted when none is left.",
            ],
          },
          {
            name: ["compare", "compare"],
            text: [
              "記住您選來比較的產品。保存 7 天；清單清空時即刪除。",
              "Remembers which products you’ve chosen to compare. Kept for 7 days, deleted when none is left.",
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
              "Remembers that this browser has our style files, so that we don’t send them again. Kept for 1 year.",
            ],
          },
          {
            name: ["seen", "seen"],
            text: [
              "電腦使用者第一次造訪時可能會轉往主網站；這個 Cookie 記住您已造訪過。關閉瀏覽器即刪除。",
              "A first visit from a computer may be redirected to the main site; this remembers that you’ve been here. Deleted when you close your browser.",
            ],
          },
        ],
      },
      kept: {
        heading: ["五、本網站儲存的資料", "5. Data this site stores"],
        paragraphs: [
          [
            "本網站為您的帳號儲存下列資料，不含密碼、驗證碼與 IP 位址，並以帳號的雜湊值代替帳號名稱；登入紀錄與防釣魚碼另外加密。",
            "For your account, this site stores the data below. It has no passwords, codes or IP addresses, and uses a hash instead of your account’s name. Sign-ins and your anti-phishing code are also encrypted.",
          ],
          [
            "您可以在「帳戶安全」查看並隨時刪除這些資料。",
            "You can see these data under “Account security” and delete them at any time.",
          ],
        ],
        points: [
          [
            "登入紀錄：登入的時間與裝置種類（例如 Android 手機），最多 20 筆，保留 30 天；",
            "sign-ins: the time and type of device (such as an Android phone), up to 20, for 30 days;",
          ],
          [
            "防釣魚碼：您自己設定的文字，保留 3 年，或直到您移除；",
            "your anti-phishing code, if you set one, for 3 years or until you remove it;",
          ],
          [
            "在本站購買的訂單編號與產品名稱，最多 200 筆，保留 3 年；",
            "order numbers and product names of what you bought here, up to 200, for 3 years;",
          ],
          [
            "按下「我已轉出」時：當時儲值紀錄的雜湊值，以及之後新儲值的數量與狀態，保留 24 小時；",
            "after “I have sent it”: hashes of your deposit history at that time, and the amount and status of new deposits, for 24 hours;",
          ],
          [
            "尚未送出的身分資料：姓名、國家或地區、證件類型與號碼，以及已上傳照片的檔名（不含照片），加密儲存；送出、登出或最後一次輸入 1 天後刪除；",
            "identity details you haven’t submitted: name, country or region, type and number of the document, and file names of uploaded photos (never a photo), encrypted, until you submit them, you sign out, or a day after your last entry;",
          ],
          [
            "防止重複付款的付款結果保留 1 天，登出紀錄 7 天，次數限制最長 1 小時，到期自動刪除；",
            "payment results that prevent paying twice, for 1 day; sign-out records, for 7 days; counts of attempts, for up to 1 hour, all deleted automatically;",
          ],
          [
            "您填寫但尚未送出的表單內容（不含密碼與驗證碼）：在您的瀏覽器分頁保留 30 分鐘；登入逾時時，在伺服器或 Cookie 保留 15 分鐘，方便您繼續填寫；",
            "what you type into a form before you send it, never passwords or codes: in your browser’s tab for 30 minutes, and, if your sign-in ends meanwhile, on our server or in a cookie for 15 minutes, so that you can continue;",
          ],
          [
            "您看過的公開頁面：由瀏覽器儲存，供離線瀏覽，不含帳戶、訂單與資產。",
            "public pages you’ve visited: saved by your browser for offline use, never your account, orders or assets.",
          ],
        ],
      },
      marketing: {
        heading: ["六、推廣訊息", "6. Promotional emails"],
        paragraphs: [
          "我們可能寄推廣訊息到您的電子信箱。您隨時可以退訂。",
          "We may send you promotional emails. You can unsubscribe from them at any time.",
        ],
      },
      age: {
        heading: ["七、未滿 18 歲者", "7. Under 18"],
        paragraphs: [
          "未滿 18 歲的人不得使用本網站。若您發現有未滿 18 歲的人提供資料給我們，請與我們聯絡。",
          "No one under 18 may use this site. If you find that someone under 18 has given us data, contact us.",
        ],
      },
      eea: {
        heading: ["八、歐洲經濟區居民的權利", "8. Rights of residents of the EEA"],
        paragraphs: [
          "若您居住在歐洲經濟區（EEA），您對自己的個人資料享有下列權利：",
          "If you live in the European Economic Area (EEA), you have the right to:",
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
          "數位貨幣具有高風險，價格波動劇烈，您可能損失投入的全部金額。請審慎評估自己的財務狀況與承受能力。",
          "Digital currency carries a high risk. Its price moves sharply, and you may lose everything you put in. Consider your finances and how much loss you can bear.",
        ],
      },
      law: {
        heading: ["十、準據法", "10. Governing law"],
        paragraphs: [
          "本政策以開曼群島法律為準據法。使用者協議另外提到由我們所在地的法院（包括中國法院）管轄；兩份文件各依自己的約定。",
          "This policy is governed by the law of the Cayman Islands. The user agreement also mentions courts where the provider is located, Chinese courts included; each document applies as written.",
        ],
      },
      contact: {
        heading: ["十一、與我們聯絡", "11. Contact"],
        paragraphs: [
          "對這份政策有疑問，或想行使您的權利，請到「聯絡我們」頁面留言，或寫信到本網站公布的客服電子信箱。",
          "If you have a question about this policy or want to use one of your rights, write to us on the “Contact us” page or to the support email address on this site.",
        ],
      },
    },
  },
} as const;
