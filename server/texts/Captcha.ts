export const Captcha = {
  label: ["安全驗證", "Security check"],
  title: ["此步驟需要安全驗證", "This step needs a security check"],
  ahead: [
    "您的瀏覽器未啟用 JavaScript，而表單最後的安全驗證需要它。請啟用後重新載入頁面，或改用 App。",
    "JavaScript is off in your browser, and the security check at the end of this form needs it. Turn it on and reload the page, or use the app.",
  ],
  text: [
    "安全驗證載入後，送出的按鈕會出現在這裡（需要 JavaScript）。",
    "The button appears here once the security check has loaded. It needs JavaScript.",
  ],
  otherwise: [
    "若一直沒有出現，請重新載入頁面、改用 App，或聯絡客服。",
    "If it doesn’t appear, reload the page, use the app or contact support.",
  ],
  unsupported: [
    "目前的安全驗證無法在網頁上完成，請使用 App。",
    "This security check isn’t available on the web. Use the app.",
  ],
  loading: ["安全驗證載入中…", "Loading the security check…"],
  solved: ["驗證完成", "Check completed"],
  network: ["網路錯誤，安全驗證無法載入。", "Network error: the security check couldn’t load."],
  typeError: [
    "類型錯誤：安全驗證無法啟動，請重新載入頁面。",
    "Type error: the security check couldn’t start. Reload the page.",
  ],
} as const;
