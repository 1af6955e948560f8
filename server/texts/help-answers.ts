export const help = {
  groups: {
    product: ["產品", "Products"],
    payment: ["付款", "Paying"],
    deposit: ["儲值", "Deposits"],
    orders: ["訂單與收益", "Orders and earnings"],
    identity: ["身分驗證", "Identity"],
    account: ["登入與安全", "Signing in and security"],
    trouble: ["發生問題時", "When something fails"],
  },
  entries: {
    fees: {
      question: ["有哪些費用？", "What fees are there?"],
      answer: [
        "購買時只付「數量 × 每 T 價格」。服務費不在付款時收取，費率見產品頁。費用可能依使用者協議調整。",
        "When you buy, you pay quantity × price and nothing more. The service fee isn’t charged at payment; its rate is on the product’s page. Fees may change under the user agreement.",
      ],
    },
    settlement: {
      question: ["T+n 是什麼意思？", "What does T+n mean?"],
      answer: [
        "產出何時入帳：T+0 當日、T+1 次日、T+2 兩日後。",
        "When output is credited: T+0 the same day, T+1 the next day, T+2 two days later.",
      ],
    },
    ratio: {
      question: ["預期收益率代表什麼？", "What is the expected ratio?"],
      answer: [
        "預估值，並非承諾。若註明期間與計算基礎，試算會並列 100%、50%、0% 三種情況。",
        "An estimate, not a promise. Where its period and meaning are stated, the estimator shows 100%, 50% and 0% of it.",
      ],
    },
    closed: {
      question: ["為什麼不能購買某項產品？", "Why can’t I buy a product?"],
      answer: [
        "產品仍在預售、已結束、已售完，或目前無法顯示價格或狀態。",
        "It’s in pre-sale, ended or sold out, or we can’t show its price or status right now.",
      ],
    },
    "to-pay": {
      question: ["付款前需要準備什麼？", "What do I need before I can pay?"],
      answer: [
        "足夠的餘額（以產品的付款幣種計）、已綁定的 Google 驗證器，以及當下的 6 位數驗證碼。",
        "Enough balance in the product’s coin, and a code from your linked Google Authenticator.",
      ],
    },
    "unknown-outcome": {
      question: ["付款結果不明怎麼辦？", "What if a payment’s result is unknown?"],
      answer: [
        [
          "請不要重複購買：您可能已經付款。重新開啟頁面時，我們會比對您的訂單並顯示結果；付款不會自動重送。十分鐘後才能再次購買同一項產品。",
          "Don’t buy again: you may have paid already. When you reopen the page, we check your orders and show the result if we can. We never resend a payment on our own. You can buy this product again after ten minutes.",
        ],
        ["請以「我的訂單」為準；仍有疑問請聯絡客服。", "Go by My orders. Still unsure? Contact support."],
      ],
    },
    charged: {
      question: ["付款被拒絕，有被扣款嗎？", "Was I charged for a refused payment?"],
      answer: [
        "沒有，可以再試一次。重複點按也只會扣款一次，金額就是頁面所顯示的金額。",
        "No. You can try again. Pressing twice pays once, and only the amount shown.",
      ],
    },
    undo: {
      question: ["付款後可以取消嗎？", "Can I cancel a payment?"],
      answer: [
        "不可以。輸入驗證碼前，請先核對產品、數量與金額。",
        "No. Check product, quantity and amount before you enter your code.",
      ],
    },
    memo: {
      question: ["Memo（標籤）是什麼？", "What is a memo (tag)?"],
      answer: [
        "有些幣種由許多客戶共用一個地址，Memo 用來辨認您的儲值。沒有填寫或填錯，將無法入帳，資產可能遺失。若幣種需要 Memo 但頁面沒有顯示，請先詢問客服再轉帳。",
        "Some coins use one address for many customers, and the memo says which deposit is yours. Without the right one, a deposit can’t be credited and may be lost. If a coin needs one and you don’t see it, ask support before you send.",
      ],
    },
    network: {
      question: ["該選哪個網路？", "Which network do I choose?"],
      answer: [
        "您轉出時使用的網路。使用其他網路或轉入其他幣種，都可能遺失。",
        "The one you send on. Deposits on another network, or of another coin, may be lost.",
      ],
    },
    "deposit-record": {
      question: ["在哪裡查看儲值？", "Where is my deposit?"],
      answer: [
        "在該幣種的儲值紀錄：未確認、已完成或異常。",
        "In the coin’s deposit history: unconfirmed, completed or exception.",
      ],
    },
    status: {
      question: ["訂單狀態代表什麼？", "What do order statuses mean?"],
      answer: [
        "已付款：已收到款項。待挖礦：尚未開始。挖礦中：進行中。已結束：週期結束。到期日是最早的日期：實際開始挖礦可能較晚。",
        "Paid: payment received. Pending Mining: mining hasn’t started. Mining: running. Ended: the cycle is over. The end date is the earliest: mining may start later.",
      ],
    },
    earnings: {
      question: ["在哪裡查看收益？", "Where are my earnings?"],
      answer: [
        "請使用 App。網頁版不顯示收益，也不能提領。",
        "In the app. This site doesn’t show earnings or withdrawals.",
      ],
    },
    review: {
      question: ["身分審核需要多久？", "How long does the identity review take?"],
      answer: [
        "最長一個工作天。「我的帳戶」會顯示未驗證、審核中或已驗證。未通過時可以重新送出。每份證件只能驗證一個帳號；通過後資料無法變更。",
        "Up to one working day. Account shows Not Verified, Under Certification or Verified. If it’s not approved, you can submit again. Each document can verify one account, and verified details can’t be changed.",
      ],
    },
    photos: {
      question: ["證件照片有什麼要求？", "Which photos do I need?"],
      answer: [
        "證件正面、背面、手持證件三張；JPG 或 PNG，每張最大 8\u00a0MB，四角完整、字跡清晰。",
        "Front, back, and you holding the document: JPG or PNG, up to 8\u00a0MB each, with all four corners and every word sharp.",
      ],
    },
    codes: {
      question: ["收不到驗證碼怎麼辦？", "What if no code arrives?"],
      answer: [
        "60\u00a0秒後可以再取得一次。驗證碼只能用在取得它的那個步驟。若驗證器的驗證碼無法通過，請將手機的日期與時間設為自動。",
        "Ask for another after 60\u00a0seconds. A code works only for the step it was sent for. If authenticator codes are refused, set your phone’s date and time to automatic.",
      ],
    },
    authenticator: {
      question: ["驗證器遺失了怎麼辦？", "What if I lose my authenticator?"],
      answer: [
        "在另一支手機的驗證器輸入您儲存的金鑰。沒有金鑰時請聯絡客服。我們絕不會要求您提供金鑰、驗證碼或密碼。",
        "Enter the key you saved into an authenticator on another phone. No key? Contact support. We never ask for your key, a code or your password.",
      ],
    },
    password: {
      question: ["忘記密碼怎麼辦？", "What if I forget my password?"],
      answer: ["請在 App 中重新設定。", "Set a new one in the app."],
    },
    limit: {
      question: ["為什麼已達次數上限？", "Why have I reached a limit?"],
      answer: [
        "嘗試太多次會暫停，以免有人猜測密碼或驗證碼。訊息會說明何時可再試。",
        "We pause after too many attempts, so that nobody can guess a password or code. The message says when you can try again.",
      ],
    },
    reference: {
      question: ["錯誤頁面上的查詢編號是什麼？", "What is the reference on an error page?"],
      answer: [
        "它代表這次操作；聯絡客服時請提供。",
        "It identifies your request. Give it to support when you contact them.",
      ],
    },
  },
} as const;
