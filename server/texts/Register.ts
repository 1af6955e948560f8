import type { ScreenTexts } from "./screen-texts";

export const Register = {
  title: ["註冊", "Register"],
  email: ["電子信箱", "Email address"],
  password: ["密碼", "Password"],
  passwordHint: ["8 至 20 個字元，須同時包含英文字母與數字", "8–20 letters and numbers, some of each"],
  confirm: ["再次輸入密碼", "Confirm password"],
  inviteCode: ["邀請碼（選填）", "Invitation code (optional)"],
  agree: ["我已年滿 18 歲，並同意", "I am 18 or older and\u00a0agree\u00a0to\u00a0the"],
  terms: ["使用者協議與隱私權政策", "user agreement and privacy policy"],
  submit: ["同意並註冊", "Agree to Register"],
  haveAccount: ["已經有帳號？", "Already have an account?"],
  signIn: ["登入", "Sign in"],
  termsTitle: ["使用者協議與隱私權政策", "User agreement and privacy policy"],
  termsBack: ["返回註冊", "Back to registration"],
  codeTitle: ["驗證電子信箱", "Confirm your email"],
  codeText: ["驗證碼寄送至 {{to}}。輸入最新的驗證碼，即完成註冊。", "Enter the latest code for {{to}}."],
  codeLabel: ["電子信箱驗證碼", "Email code"],
  codeSubmit: ["完成註冊", "Complete registration"],
  noUid: [
    "error {{uid}}：平台沒有回傳帳號編號。您的帳號可能已經建立，請先試著登入；若無法登入，請在此重新輸入驗證碼，或聯絡客服。",
    "error {{uid}}: the platform sent no account number. Your account may exist already: please try to sign in. If you cannot, enter the code here again, or contact support.",
  ],
  unknown: [
    "尚未收到結果。您的帳號可能已經建立，請先試著登入；若無法登入，請在此重新輸入驗證碼，或聯絡客服。",
    "We didn't get a clear result. Your account may exist already: try to sign in. If you can't, enter the code here again, or contact support.",
  ],
  checkUnanswered: ["帳號尚未建立。請再送出一次。", "No account has been opened yet. Please send the form again."],
  noToken: [
    "平台沒有回傳註冊所需的憑證，註冊尚未開始。請稍後再試一次。",
    "The platform did not start the registration. Please try again in a moment.",
  ],
  inviteLinkInvalid: [
    "連結中的邀請碼無效，因此未填入。請檢查連結，或不填邀請碼直接註冊。",
    "The invitation code in the link is not valid, so it was left out. Please check the link, or register without a code.",
  ],
  inviteCodeInvalid: [
    "邀請碼格式不正確，請檢查後再試，或留空。",
    "This is not a valid invitation code. Please check it, or leave the field empty.",
  ],
} as const satisfies ScreenTexts;
