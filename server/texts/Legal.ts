export const Legal = {
  agreementEdition: ["版本 {{version}}，日期 {{time}}", "Version {{version}}, dated {{time}}"],
  versionEdition: ["版本 {{version}}", "Version {{version}}"],
  datedEdition: ["日期 {{time}}", "Dated {{time}}"],
  documents: ["法律文件", "Legal documents"],
  contents: ["目錄", "Contents"],
  toContents: ["回到目錄", "Back to the contents"],
  ask: ["對內容有疑問？歡迎與我們聯絡", "Questions about this text? Contact us"],
} as const;
