export const RealNameSelect = {
  title: ["身分驗證", "Identity verification"],
  lead: ["請選擇簽發您身分證件的國家或地區。", "Choose the country or region that issued your identity document."],
  country: ["國家或地區", "Country or region"],
  unitedStates: ["美國", "United States"],
  change: ["更換國家或地區", "Change country or region"],
  rejected: ["上次的申請未通過", "Your last application wasn’t approved"],
  rejectedText: ["請檢查資料與照片，然後重新送出。", "Check your details and photos, then submit again."],
  rules: ["開始前請留意", "Before you start"],
  checkDocument: [
    "準備好證件：需要拍攝正面、背面，以及您手持證件的照片。",
    "Have your document ready: you’ll photograph its front, its back, and yourself holding it.",
  ],
  checkLight: [
    "在光線充足的地方拍攝，四個角都要入鏡，文字清楚、沒有反光。",
    "Take photos in good light, with all four corners in the picture, sharp text and no reflections.",
  ],
  checkKept: [
    "填寫的資料會加密儲存 1 天；中途離開時，重新登入同一個帳號即可繼續。登出即刪除。",
    "We save what you enter for a day, encrypted. If you leave, sign in to the same account to continue. Signing out deletes it.",
  ],
  ruleOnce: ["每份證件只能驗證一個帳號。", "Each document can verify one account only."],
  ruleChange: ["驗證通過後，資料無法再變更。", "Once you’re verified, you can’t change your details."],
  reviewHelp: ["審核說明", "About the review"],
  ruleReview: ["審核最長需一個工作天。", "Review takes up to one working day."],
} as const;
