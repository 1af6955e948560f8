import type { ScreenTexts } from "./screen-texts";

export const RealNameSelect = {
  title: ["身分驗證", "Identity verification"],
  lead: ["請選擇簽發您身分證件的國家或地區。", "Choose the country or region that issued your identity document."],
  country: ["國家或地區", "Country or region"],
  unitedStates: ["美國", "United States"],
  change: ["更換國家或地區", "Change country or region"],
  rejected: ["上次的申請未通過", "Your last application was not approved"],
  rejectedText: ["請檢查資料與照片，然後重新送出。", "Please check your details and photos, then submit them again."],
  rules: ["開始前請留意", "Before you start"],
  checkDocument: [
    "準備好證件：需要拍攝正面、背面，以及您手持證件的照片。",
    "Have your document at hand: you photograph its front, its back, and yourself holding it.",
  ],
  checkLight: [
    "在光線充足的地方拍攝，四個角都要入鏡，文字清楚、沒有反光。",
    "Take the photos in good light, with all four corners in the picture and the text sharp and without reflections.",
  ],
  checkKept: [
    "填寫的資料會加密保存 1 天；中途離開或登入逾時，同一個帳號重新登入後可以繼續。登出即刪除。",
    "What you enter is kept for a day, encrypted: if you leave or your session ends, sign in to the same account and go on. Signing out deletes it.",
  ],
  ruleOnce: ["每份證件只能驗證一個帳號。", "A document can be used to verify one account only."],
  ruleChange: ["驗證通過後，資料無法再變更。", "Once verified, your details cannot be changed."],
  reviewHelp: ["審核說明", "About the review"],
  ruleReview: ["審核最長需一個工作天。", "Review takes up to one working day."],
} as const satisfies ScreenTexts;
