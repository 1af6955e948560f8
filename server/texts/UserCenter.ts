import type { ScreenTexts } from "./screen-texts";

export const UserCenter = {
  title: ["我的帳戶", "Account"],
  id: ["ID {{id}}", "ID {{id}}"],
  verified: ["已驗證", "Verified"],
  review: ["審核中", "Under Certification"],
  unverified: ["未驗證", "Not Verified"],
  rejected: ["未通過，請重新送出：{{reason}}", "Not approved. Submit it again: {{reason}}"],
  earnings: ["我的收益", "My earnings"],
  earningsTitle: ["在 App 中查看收益", "Earnings are in the app"],
  earningsText: [
    "網頁版不顯示收益。請下載 App 並登入同一個帳號查看。",
    "This site doesn’t show earnings. Get the app and sign in to the same account.",
  ],
  authenticator: ["Google 驗證器", "Google Authenticator"],
  bound: ["已綁定", "Linked"],
  unbound: ["未綁定", "Not linked"],
  logout: ["登出", "Sign out"],
  logoutTitle: ["確定要登出嗎？", "Sign out?"],
  logoutText: ["登出後需要重新輸入密碼與驗證碼。", "You’ll need your password and a code to sign in again."],
  unavailable: ["目前無法顯示您的帳戶", "We can’t show your account right now"],
  unavailableText: ["您仍是登入狀態。", "You’re still signed in."],
  money: ["資產", "Money"],
  security: ["安全", "Security"],
  more: ["更多", "More"],
} as const satisfies ScreenTexts;
