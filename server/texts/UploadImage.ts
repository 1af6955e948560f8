import type { ScreenTexts } from "./screen-texts";

export const UploadImage = {
  title: ["上傳證件照片", "Photos of your document"],
  unavailable: ["目前無法確認您的驗證狀態", "We can’t check your verification status"],
  lead: [
    "請在光線充足處拍攝，四個角落與文字都要清晰。JPG 或 PNG，每張最大 8\u00a0MB。",
    "Take photos in good light, with all four corners and every word sharp. JPG or PNG, up to 8\u00a0MB each.",
  ],
  firstPhoto: ["證件正面", "Front of the document"],
  firstPhotoHint: ["有您姓名與照片的一面。", "The side with your name and picture."],
  secondPhoto: ["證件背面", "Back of the document"],
  secondPhotoHint: ["護照請上傳簽名頁。", "For a passport, the page with your signature."],
  thirdPhoto: ["手持證件照", "You holding the document"],
  thirdPhotoHint: ["手持證件，臉部與證件內容都要清楚。", "Your face and the document must both be clear."],
  accepted: ["已收到", "Received"],
  take: ["拍照或選擇照片", "Take or choose"],
  replace: ["更換照片", "Replace"],
  thumbnail: ["{{slot}}的縮圖", "Thumbnail: {{slot}}"],
  preparing: ["正在縮小照片…", "Making the photo smaller…"],
  ready: ["照片已準備好（{{size}} KB）", "The photo is ready ({{size}} kB)"],
  converted: ["已轉換為 JPEG，照片已準備好（{{size}} KB）", "Converted to JPEG. The photo is ready ({{size}} kB)"],
  reduced: [
    "原檔超過 8 MB，已縮小，照片已準備好（{{size}} KB）",
    "It was larger than 8 MB, so we made it smaller. The photo is ready ({{size}} kB)",
  ],
  sending: ["正在上傳，請不要關閉這個頁面…", "Uploading. Keep this page open…"],
  submit: ["送出審核", "Submit for review"],
  whose: ["這些照片將與以下資料一併送出", "These photos go with"],
  whoseNumber: ["證件號碼 {{number}}", "ID number {{number}}"],
  change: ["修改", "Change"],
  unknown: [
    "您的資料可能已經送達。請查看「我的帳戶」：若顯示「審核中」即已送達，否則請重新送出。",
    "Your details may have arrived. Check Account: if it says Under Certification, they have. If not, send them again.",
  ],
  tooManyAtOnce: [
    "這個帳號或網路還有照片正在上傳，已達同時上傳的上限。請等它們完成後再試，最久 {{seconds}} 秒。",
    "Upload limit reached: other photos are still uploading. Try again in at most {{seconds}} seconds.",
  ],
  darkHint: [
    "這張照片看起來偏暗。若有字看不清，請在較亮處重拍。",
    "It looks dark. If any text is unclear, retake it in better light.",
  ],
  smallHint: [
    "這張照片偏小：短邊不到 {{pixels}} 像素。若有字看不清，請靠近重拍。",
    "It’s small: less than {{pixels}} pixels on its shorter side. If any text is unclear, retake it closer.",
  ],
  photoSize: ["照片超過 8 MB，請選擇較小的檔案。", "This photo is larger than 8 MB. Choose a smaller file."],
  photoType: ["請選擇完整的 JPG 或 PNG 照片。", "Choose a complete JPG or PNG photo."],
  photoUnreadable: [
    "無法使用這張照片。請先儲存到這台裝置，再重新選擇。",
    "We can’t use this photo. Save it on this device first, then choose it again.",
  ],
  photoMissing: ["這裡還沒有照片。", "No photo here yet."],
  photoEmpty: ["這個檔案是空的，請重新選擇。", "This file is empty. Choose another one."],
  photoPixels: [
    "照片的解析度過高，請調低後重新拍攝。",
    "This photo’s resolution is too high. Retake it at a lower one.",
  ],
  photoFailed: ["這張照片沒有上傳成功，請重新選擇。", "We couldn’t upload this photo. Choose it again."],
  interrupted: [
    "上傳時間過長，或是中途斷線。標示「已收到」的照片已儲存，其餘的請一次傳一張。",
    "The upload took too long or was interrupted. Photos marked “Received” are saved. Send the others one at a time.",
  ],
  kept: ["新的檔案未被接受，仍使用先前的照片。", "The new file wasn’t accepted. We still have the earlier photo."],
} as const satisfies ScreenTexts;
