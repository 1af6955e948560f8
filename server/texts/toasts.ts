export const toasts = {
  welcome: ["登入成功", "You’re signed in"],
  registered: ["註冊成功，歡迎加入", "Account created"],
  codeSent: ["驗證碼已送出", "Code sent"],
  bound: ["Google 驗證器綁定成功", "Authenticator linked"],
  alreadyBound: ["您的帳戶已綁定 Google 驗證器", "Google Authenticator is already linked to your account"],
  loggedOut: ["您已登出", "You’re signed out"],
  loggedOutHere: [
    "您已在這台裝置上登出，但平台尚未確認；其他裝置可能仍為登入狀態。",
    "You’re signed out on this device, but the platform hasn’t confirmed it. Other devices may still be signed in.",
  ],
  realNameSubmitted: ["身分資料已送出", "Your details have been submitted"],
  realNameHinted: [
    "身分資料已送出。有照片偏暗或偏小：若審核未通過，請在較亮處靠近重拍。",
    "Your details have been submitted. A photo looks dark or small. If it’s not approved, retake it closer, in better light.",
  ],
  realNameVerified: [
    "您已通過身分驗證，資料無法再變更。",
    "Your identity is verified. You can’t change the details any more.",
  ],
  realNameReview: [
    "您的身分資料正在審核中，最長需一個工作天。",
    "We’re reviewing your identity. This takes up to one working day.",
  ],
  messageSent: ["訊息已送出。", "Your message has been sent."],
} as const;
