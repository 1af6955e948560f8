import type { ScreenTexts } from "./screen-texts";

export const RealNameInfo = {
  title: ["填寫身分資料", "Your details"],
  unavailable: ["目前無法接收您的資料", "We can’t take your details right now"],
  lead: [
    "請依照證件上的內容填寫。我們用這些資料驗證您的身分。",
    "Enter everything exactly as on your document. We use your details to verify your identity.",
  ],
  change: ["更換", "Change"],
  userName: ["姓名", "Full name"],
  familyName: ["姓", "Family name"],
  name: ["名", "Given name"],
  nameHint: ["請與證件上的寫法一致。", "As spelled on your document."],
  blank: ["請填寫這一欄。", "Fill this in."],
  certificateType: ["證件類型", "Type of document"],
  type1: ["身分證", "Identity card"],
  type2: ["護照", "Passport"],
  type3: ["其他法定證件", "Other legal document"],
  type4: ["駕照", "Driving licence"],
  certificateNumber: ["證件號碼", "ID number"],
  taken: ["若這是您本人的證件，請聯絡客服。", "If this document is your own, contact support."],
  proposalTitle: ["連結中的資料", "Details in the link"],
  proposalLead: [
    "連結中的資料與您填寫的不同，尚未套用。",
    "The details in the link differ from yours. Nothing has changed.",
  ],
  proposalLeadNew: [
    "連結中有這項申請的資料，尚未採用。",
    "The link has details for this application. We haven’t used them.",
  ],
  proposalWarning: [
    "請確認是您本人的資料才採用。若是他人的資料，您的帳號將以他人的身分驗證。",
    "Use them only if they’re your own. Someone else’s details would verify your account in their name.",
  ],
  proposalOwn: ["您填寫的資料", "Your details"],
  proposalLink: ["連結中的資料", "Details in the link"],
  proposalPhotos: [
    "已收到的照片屬於您填寫的資料；改用其他資料時須重新上傳。",
    "Your photos belong to your details. With other details, you’d have to upload them again.",
  ],
  proposalKeep: ["保留我填寫的資料", "Keep my details"],
  proposalKeepNone: ["不採用", "Don’t use them"],
  proposalTake: ["改用連結中的資料", "Use the details in the link"],
} as const satisfies ScreenTexts;
