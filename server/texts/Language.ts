export const Language = {
  title: ["語言", "Language"],
  cookiesTitle: ["需要 Cookie（Cookies needed）", "Cookies needed"],
  noPage: [
    "這個網址只用來設定語言。切換按鈕在本頁最下方。",
    "This address only sets the language. The button for that is at the bottom of the page.",
  ],
} as const;
