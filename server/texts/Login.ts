export const Login = {
  title: ["登入", "Sign in"],
  account: ["帳號", "Account"],
  accountHint: ["電子信箱或手機號碼", "Your email address or phone number"],
  password: ["密碼", "Password"],
  forgot: ["忘記密碼？", "Forgot your password?"],
  submit: ["登入", "Sign in"],
  noAccount: ["還沒有帳號？", "No account yet?"],
  register: ["註冊", "Create an account"],
  googleTitle: ["驗證器驗證", "Google Authenticator"],
  googleText: [
    "輸入 Google 驗證器目前顯示的 6\u00a0位數驗證碼。",
    "Enter the 6\u2011digit code that Google Authenticator shows.",
  ],
  googleLabel: ["驗證器驗證碼", "Authenticator code"],
  smsTitle: ["簡訊驗證", "SMS verification"],
  smsText: [
    "驗證碼會以簡訊傳送至 {{to}}，請輸入最新的一組。",
    "Your code goes to {{to}} by text. Enter the latest one.",
  ],
  smsAccountText: [
    "驗證碼會以簡訊傳送至帳號 {{to}} 的手機號碼，請輸入最新的一組。",
    "Your code goes to the phone number of {{to}} by text. Enter the latest one.",
  ],
  smsLabel: ["簡訊驗證碼", "SMS code"],
  emailTitle: ["電子信箱驗證", "Email verification"],
  emailText: ["驗證碼會寄至 {{to}}，請輸入最新的一組。", "Your code goes to {{to}} by email. Enter the latest one."],
  emailAccountText: [
    "驗證碼會寄至帳號 {{to}} 的電子信箱，請輸入最新的一組。",
    "Your code goes to the email address of {{to}}. Enter the latest one.",
  ],
  emailLabel: ["電子信箱驗證碼", "Email code"],
  confirm: ["確認", "Confirm"],
  appOnlyTitle: ["請使用 App 登入", "Sign in with the app"],
  appOnlyText: ["網頁版不提供登入，請下載 App。", "You can’t sign in on the web. Get the app."],
  passwordsPaused: [
    "已達次數上限：這個帳號在您目前的網路輸入錯誤密碼的次數過多。限制將於 {{time}} 解除（約\u00a0{{minutes}}\u00a0分鐘後）；在此之前，正確的密碼也不會通過。",
    "Too many wrong passwords for this account from your network. Try again after {{time}} (in about {{minutes}}\u00a0min); until then even a correct password won’t work.",
  ],
  unknown: [
    "無法確認是否已登入。請輸入新的驗證碼；若仍無法登入，請重新開始。",
    "We can’t tell if you’re signed in. Enter a new code; if it doesn’t work, start over.",
  ],
} as const;
