import type { ScreenTexts } from "./screen-texts";

export const RealNameInfo = {
  title: ["填寫身分資料", "Your details"],
  unavailable: ["目前無法接收您的資料", "Your details cannot be taken right now"],
  lead: [
    "請依照證件上的內容填寫。您的資料只會送交平台審核。",
    "Please enter everything exactly as it appears on your document. Your details are sent only to the platform for review.",
  ],
  change: ["更換", "Change"],
  userName: ["姓名", "Full name"],
  familyName: ["姓", "Family name"],
  name: ["名", "Given name"],
  nameHint: ["請與證件上的寫法一致。", "As it is spelled on your document."],
  blank: ["請填寫這一欄。", "Please fill this in."],
  certificateType: ["證件類型", "Type of document"],
  type1: ["身分證", "Identity card"],
  type2: ["護照", "Passport"],
  type3: ["其他法定證件", "Other legal document"],
  type4: ["駕照", "Driving licence"],
  certificateNumber: ["證件號碼", "ID number"],
  taken: ["若這是您本人的證件，請聯絡客服。", "If this document is your own, please contact support."],
  proposalTitle: ["連結帶來的資料", "Details from a link"],
  proposalLead: [
    "連結中的資料與您填寫的不同，尚未套用。",
    "The link you opened carries other details than those you have entered. Nothing has been changed.",
  ],
  proposalLeadNew: [
    "您開啟的連結帶有這項申請的資料，目前尚未採用。",
    "The link you opened carries details for this application. They have not been used.",
  ],
  proposalWarning: [
    "請確認是您本人的資料才採用。若是他人的資料，您的帳號將以他人的身分驗證。",
    "Use them only if they are your own. Someone else's details would verify your account in their name.",
  ],
  proposalOwn: ["您填寫的資料", "What you have entered"],
  proposalLink: ["連結帶來的資料", "What the link carries"],
  proposalPhotos: [
    "已收到的照片屬於您填寫的資料；改用其他資料時須重新上傳。",
    "The photos already received go with what you have entered. For other details they must be sent again.",
  ],
  proposalKeep: ["保留我填寫的資料", "Keep what I have entered"],
  proposalKeepNone: ["不採用", "Don't use them"],
  proposalTake: ["改用連結的資料", "Use the link's details"],
} as const satisfies ScreenTexts;
