import type { ScreenTexts } from "./screen-texts";

export const Language = {
  title: ["語言", "Language"],
  cookiesTitle: ["需要 Cookie", "Cookies needed"],
  noPage: [
    "這個網址沒有內容，只用來接收您選擇的語言。切換按鈕在本頁最下方。",
    "There is nothing to read at this address: it only sets the language. The button for that is at the foot of this page.",
  ],
} as const satisfies ScreenTexts;
