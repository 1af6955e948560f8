import type { ScreenTexts } from "./screen-texts";

export const Register = {
  title: ["註冊", "Registration"],
  email: ["電子信箱", "Email address"],
  password: ["密碼", "Password"],
  passwordHint: ["8 至 20 個字元，須同時包含英文字母與數字", "8–20 characters: letters and numbers"],
  confirm: ["再次輸入密碼", "Confirm password"],
  inviteCode: ["邀請碼（選填）", "Invitation code (optional)"],
  agree: ["我已年滿 18 歲，並同意", "I am 18 or older and\u00a0agree\u00a0to\u00a0the"],
  terms: ["使用者協議與隱私權政策", "user agreement and privacy policy"],
  submit: ["同意並註冊", "Agree to Register"],
  tickFirst: ["請先勾選上方的同意方框。", "Tick the box above first."],
  haveAccount: ["已經有帳號？", "Have an account?"],
  signIn: ["登入", "Sign in"],
  termsTitle: ["使用者協議與隱私權政策", "User agreement and privacy policy"],
  termsBack: ["返回註冊", "Back to registration"],
  codeTitle: ["驗證電子信箱", "Confirm your email"],
  codeText: ["驗證碼會寄至 {{to}}，請輸入最新的一組。", "Your code goes to {{to}} by email. Enter the latest one."],
  codeLabel: ["電子信箱驗證碼", "Email code"],
  codeSubmit: ["完成註冊", "Complete registration"],
  noUid: [
    "error {{uid}}：沒有收到帳號編號。您的帳號可能已建立，請先試著登入；若無法登入，請重新輸入驗證碼，或聯絡客服。",
    "error {{uid}}: we got no account number. Your account may exist already: try to sign in. If you can’t, enter the code again, or contact support.",
  ],
  unknown: [
    "尚未收到結果。您的帳號可能已建立，請先試著登入；若無法登入，請重新輸入驗證碼，或聯絡客服。",
    "We didn’t get a clear result. Your account may exist already: try to sign in. If you can’t, enter the code again, or contact support.",
  ],
  checkUnanswered: ["帳號尚未建立，請再送出一次。", "Your account hasn’t been created yet. Send the form again."],
  noToken: ["目前無法開始註冊，請稍後再試。", "We couldn’t start your registration. Try again in a moment."],
  inviteLinkInvalid: [
    "連結中的邀請碼無效，因此未填入。請檢查連結，或不填邀請碼直接註冊。",
    "The invitation code in the link isn’t valid, so we left it out. Check the link, or continue without a code.",
  ],
  inviteCodeInvalid: [
    "邀請碼格式不正確，請檢查後再試，或留空。",
    "This isn’t a valid invitation code. Check it, or leave the field empty.",
  ],
} as const satisfies ScreenTexts;
