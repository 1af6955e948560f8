import type { ScreenTexts } from "./screen-texts";

export const Captcha = {
  label: ["安全驗證", "Security check"],
  title: ["此步驟需要安全驗證", "This step needs a security check"],
  ahead: [
    "您的瀏覽器未啟用 JavaScript，而這份表單最後的安全驗證需要它。請啟用 JavaScript 後重新載入頁面，或改用 App。",
    "JavaScript is off in your browser, and the security check at the end of this form needs it. Please turn JavaScript on and load the page again, or use the app.",
  ],
  text: [
    "安全驗證載入後，這裡會出現送出的按鈕；驗證需要 JavaScript。",
    "The button appears here once the security check has loaded, which only works with JavaScript.",
  ],
  otherwise: [
    "若一直沒有出現，請重新載入頁面、改用 App，或聯絡客服。",
    "If it does not come, load the page again, use the app, or contact support.",
  ],
  unsupported: [
    "平台目前要求的安全驗證無法在網頁上完成，請使用 App。",
    "The security check the platform asks for cannot be done on the web. Please use the app.",
  ],
  loading: ["安全驗證載入中…", "Loading the security check…"],
  solved: ["驗證完成", "Check completed"],
  network: ["網路錯誤，安全驗證無法載入。", "Network error: the security check could not be loaded."],
  typeError: [
    "平台傳回的驗證資料類型錯誤，安全驗證無法啟動。",
    "Type error: the security check could not be started with what the platform sent.",
  ],
} as const satisfies ScreenTexts;
