import type { ScreenTexts } from "./screen-texts";

export const Home = {
  demo: [
    "示範網站：產品、價格與餘額均為虛構，不涉及真實資金。",
    "Demo: products, prices and balances are made up. No real money.",
  ],
  headline: ["雲算力，價格條款一次看清", "Cloud computing power, with clear terms"],
  tagline: ["費率、週期、結算方式，下單前全部看得到。", "Price, fee and cycle up front."],
  buy: ["選購算力", "Buy computing power"],
  lead: [
    "儲存算力，按 TB 購買。可用餘額隨時可在 App 提領。",
    "Storage computing power, sold by the terabyte. Withdraw your available balance in the app at any time.",
  ],
  banners: ["最新活動", "What’s new"],
  pauseBanners: ["暫停輪播", "Pause the banners"],
  pauseNotices: ["暫停公告輪播", "Pause the notices"],
  products: ["精選算力", "Featured products"],
  productsMore: ["查看全部", "See all"],
  productsUnavailable: ["目前無法顯示產品。", "We can’t show the products right now."],
  productsEmpty: ["目前沒有上架的算力產品。", "No computing power is on offer right now."],
  process: ["如何參與", "How it works"],
  step1: ["註冊帳號", "Create account"],
  step2: ["綁定驗證器", "Link authenticator"],
  step3: ["儲值", "Deposit"],
  step4: ["選購算力", "Buy computing power"],
  step5: ["產出入帳", "Receive the output"],
  advantages: ["我們的優勢", "Why buy here"],
  overview: ["我的總覽", "Your overview"],
  latestOrder: ["最近一筆訂單", "Latest order"],
  balanceUnread: ["目前無法顯示您的餘額。", "We can’t show your balance right now."],
  ordersUnread: ["目前無法顯示您的訂單。", "We can’t show your orders right now."],
  orderTotalsUnread: ["目前無法顯示訂單合計。", "We can’t show your order totals right now."],
} as const satisfies ScreenTexts;
