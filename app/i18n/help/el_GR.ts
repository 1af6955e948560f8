import type { HelpTexts } from "./shape";

/** The help in Traditional Chinese. Only the server reads it (`help.server.ts`). It says what docs/behaviour says. */
export const help_el_GR: HelpTexts = {
  groups: {
    product: "產品",
    payment: "付款",
    deposit: "儲值",
    orders: "訂單與收益",
    identity: "身分驗證",
    account: "登入與安全",
    trouble: "發生問題時",
  },
  entries: {
    fees: {
      question: "有哪些費用？",
      answer: [
        "付款金額為數量乘以每 T 價格，不另收其他費用。服務費不會加在付款金額上，費率列在產品頁。依使用者協議，費用可能調整。",
      ],
    },
    settlement: {
      question: "T+n 是什麼意思？",
      answer: ["產出何時入帳：T+0 當日、T+1 次日、T+2 兩日後。"],
    },
    ratio: {
      question: "預期收益率代表什麼？",
      answer: ["預估值，並非承諾。若註明期間與計算基礎，試算會並列 100%、50%、0% 三種情況。"],
    },
    closed: {
      question: "為什麼不能購買某項產品？",
      answer: ["產品仍在預售、已結束、庫存不足，或暫時讀不到價格或狀態。"],
    },
    "to-pay": {
      question: "付款需要準備什麼？",
      answer: ["足夠的餘額（以產品的付款幣種計）、已綁定的 Google 驗證器，以及當下的 6 位數驗證碼。"],
    },
    "unknown-outcome": {
      question: "付款結果不明怎麼辦？",
      answer: [
        "請不要重複購買：您可能已經付款。重新開啟頁面時會比對訂單，能確認時即顯示結果；系統不會自動重新送出。十分鐘後才能再次購買同一項產品。",
        "請以「我的訂單」為準；仍有疑問請聯絡客服。",
      ],
    },
    charged: {
      question: "付款被拒絕，有被扣款嗎？",
      answer: ["沒有，可以再試一次。重複點按也只會扣款一次，金額就是頁面所顯示的金額。"],
    },
    undo: {
      question: "付款後可以取消嗎？",
      answer: ["不可以。輸入驗證碼前，請先核對產品、數量與金額。"],
    },
    memo: {
      question: "Memo（標籤）是什麼？",
      answer: [
        "有些幣種由許多客戶共用一個地址，Memo 用來辨認哪一筆是您的。沒有附上或內容錯誤，將無法入帳，甚至可能遺失。若幣種需要但沒有顯示，請先詢問客服再轉帳。",
      ],
    },
    network: {
      question: "該選哪個網路？",
      answer: ["您轉出時使用的網路。經由其他網路，或轉入其他幣種，都可能遺失。"],
    },
    "deposit-record": {
      question: "在哪裡查看儲值？",
      answer: ["在該幣種的儲值紀錄：未確認、已完成或異常。"],
    },
    status: {
      question: "訂單狀態代表什麼？",
      answer: [
        "已付款、待挖礦、挖礦中、已結束，都是平台的說明。到期日從下單起算，是最早的日期：實際開始挖礦可能較晚。",
      ],
    },
    earnings: {
      question: "在哪裡查看收益？",
      answer: ["請使用 App。網頁版不提供收益與提領。"],
    },
    review: {
      question: "身分審核需要多久？",
      answer: [
        "最長一個工作天。帳戶中心會顯示未驗證、審核中或已驗證。未通過時可以重新送出。每份證件只能驗證一個帳號；通過後資料無法變更。",
      ],
    },
    photos: {
      question: "證件照片有什麼要求？",
      answer: ["證件正面、背面、手持證件三張；JPG 或 PNG，每張最大 8\u00a0MB，四角完整、字跡清晰。"],
    },
    codes: {
      question: "收不到驗證碼怎麼辦？",
      answer: [
        "60\u00a0秒後可以再取得一次。驗證碼只能用在取得它的那個步驟。若驗證器的驗證碼無法通過，請將手機的日期與時間設為自動。",
      ],
    },
    authenticator: {
      question: "驗證器遺失了怎麼辦？",
      answer: ["在另一支手機的驗證器輸入抄下的金鑰。沒有金鑰時請聯絡客服。我們絕不會要求您提供金鑰、驗證碼或密碼。"],
    },
    password: {
      question: "忘記密碼了怎麼辦？",
      answer: ["請在 App 中重新設定。"],
    },
    limit: {
      question: "為什麼已達次數上限？",
      answer: ["嘗試太多次會暫停，以免有人猜測密碼或驗證碼。訊息會說明何時解除。"],
    },
    reference: {
      question: "錯誤頁面上的查詢編號是什麼？",
      answer: ["它代表您的這次操作；聯絡客服時請提供。"],
    },
  },
};
