import type { ScreenTexts } from "./screen-texts";

export const Legal = {
  agreementEdition: ["版本 {{version}}，日期 {{time}}", "Version {{version}}, dated {{time}}"],
  versionEdition: ["版本 {{version}}", "Version {{version}}"],
  datedEdition: ["日期 {{time}}", "Dated {{time}}"],
  privacyEdition: [
    "版本 {{version}}，與 {{time}} 的使用者協議一併適用",
    "Version {{version}}, applies together with the user agreement dated {{time}}",
  ],
  documents: ["法律文件", "Legal documents"],
  contents: ["目錄", "Contents"],
  toContents: ["回到目錄", "Back to the contents"],
  ask: ["對內容有疑問？歡迎與我們聯絡", "Ask us about anything you read here"],
} as const satisfies ScreenTexts;
