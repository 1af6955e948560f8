import type { ScreenTexts } from "./screen-texts";

export const Index = {
  barLabel: ["網站導覽", "Site"],
  openAccount: ["我的帳戶", "Account"],
  listLoading: ["載入中…", "Loading…"],
  listMore: ["載入更多", "Load more"],
  listBefore: ["顯示前面的產品", "Show earlier products"],
  listEnd: ["沒有更多產品了", "No more products"],
  listShown: ["已顯示 {{shown}} 項，共 {{count}} 項", "Showing {{shown}} of {{count}}"],
  listUnavailable: ["目前無法顯示產品清單", "We can’t show the products right now"],
  listUnavailableText: ["這不代表沒有產品。", "This doesn’t mean there are none."],
  toNotices: ["查看公告", "Read the notices"],
  notices: ["公告", "Notices"],
  footerProducts: ["產品", "Products"],
  footerCompany: ["公司", "Company"],
  footerContact: ["聯絡", "Contact"],
  estimate: ["成本與產出試算", "Estimator"],
  risk: [
    "數位資產價格波動劇烈，預期收益並非保證。請在了解風險後再決定購買。",
    "Digital assets move sharply in price; expected returns aren’t guaranteed. Understand the risk before you buy.",
  ],
  age: ["僅供年滿 18 歲的成年人使用。", "Adults (18+) only."],
  registration: ["登記編號：{{number}}", "Registration number: {{number}}"],
} as const satisfies ScreenTexts;
