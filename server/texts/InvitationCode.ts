import type { ScreenTexts } from "./screen-texts";

export const InvitationCode = {
  title: ["邀請好友", "Invite friends"],
  lead: [
    "把邀請碼或連結分享給好友。好友開啟連結註冊時，邀請碼會自動填好。",
    "Share your code or link. When a friend signs up through the link, the code is already filled in.",
  ],
  code: ["邀請碼", "Invitation code"],
  link: ["邀請連結", "Invitation link"],
  qr: ["邀請連結的 QR Code", "QR code of the invitation link"],
  qrText: ["好友掃描後就會開啟註冊頁面。", "Scanning it opens the registration page."],
  share: ["分享連結", "Share the link"],
  mail: ["以電子郵件分享", "Send by email"],
  saveQr: ["QR Code 圖檔", "QR code as a picture"],
  save: ["儲存 QR Code", "Save the QR code"],
  missingText: [
    "目前無法顯示您的邀請碼，請稍後再試或聯絡客服。",
    "We can’t show your invitation code right now. Try again later, or contact support.",
  ],
  unavailable: ["目前無法顯示您的邀請碼", "We can’t show your invitation code right now"],
  poster: ["邀請海報", "Poster"],
  posterText: [
    "海報上有您的 QR Code 與邀請碼，可以直接分享或列印。",
    "It has your QR code and your invitation code, to share or print.",
  ],
  posterSave: ["儲存海報（PNG）", "Save the poster (PNG)"],
  posterDrawing: ["向量圖（SVG），適合大幅列印", "Vector version (SVG) for large prints"],
  posterAlt: ["邀請海報預覽", "Preview of the poster"],
  otherPoster: ["{{language}}海報（PNG）", "Poster in {{language}} (PNG)"],
  pixels: ["儲存為 {{side}}\u00a0×\u00a0{{side}} 像素", "Save as {{side}}\u00a0×\u00a0{{side}} pixels"],
  texts: ["可分享的文字", "Texts to share"],
  textsText: [
    "選取後複製，或自行修改。請不要向好友承諾收益。",
    "Copy one, or change it as you like. Don’t promise your friends any returns.",
  ],
  long: ["完整版", "Long text"],
  longOther: ["{{language}}版完整文字", "Long text in {{language}}"],
  short: ["精簡版", "Short text"],
  shortOther: ["{{language}}版簡短文字", "Short text in {{language}}"],
} as const satisfies ScreenTexts;
