export const Scripts = {
  off: ["您看到的是精簡版，所有功能皆可使用。", "You’re on a lighter version of this page. Everything works."],
  on: ["載入完整版", "Load the full version"],
} as const;
