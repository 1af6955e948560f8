import type { ScreenTexts } from "./screen-texts";

export const toasts = {
  welcome: ["登入成功", "You are signed in"],
  registered: ["註冊成功，歡迎加入", "You are registered. Welcome!"],
  codeSent: ["驗證碼已送出", "The code has been sent"],
  bound: ["Google 驗證器綁定成功", "Google Authenticator is linked"],
  alreadyBound: ["您的帳戶已綁定 Google 驗證器", "Your account already has Google Authenticator linked"],
  loggedOut: ["您已登出", "You are signed out"],
  loggedOutHere: [
    "您已在這台裝置上登出，但平台尚未確認；其他裝置可能仍為登入狀態。",
    "You are signed out on this device, but the platform has not confirmed it: other devices may still be signed in.",
  ],
  realNameSubmitted: ["身分資料已送出", "Your identity details have been submitted"],
  realNameHinted: [
    "身分資料已送出。有照片偏暗或偏小：若審核未通過，請在較亮處靠近重拍。",
    "Your identity details have been submitted. A photo is dark or small: should the review turn it down, take it again in more light and from closer.",
  ],
  realNameVerified: [
    "您已通過身分驗證，資料無法再變更。",
    "Your identity is verified. The details can no longer be changed.",
  ],
  realNameReview: [
    "您的身分資料正在審核中，最長需一個工作天。",
    "Your identity is being reviewed. That takes up to one working day.",
  ],
  messageSent: ["訊息已送出。", "Your message has been sent."],
} as const satisfies ScreenTexts;
