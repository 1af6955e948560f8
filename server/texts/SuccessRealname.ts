export const SuccessRealname = {
  title: ["已送出", "Submitted"],
  doneTitle: ["審核最長需一個工作天", "Review takes up to one working day"],
  doneText: ["結果會顯示在「我的帳戶」。", "You’ll see the result under Account."],
  nextTitle: ["接下來", "What happens next"],
  sent: ["已送出資料與照片", "Details and photos sent"],
  reviewed: ["審核", "Review"],
  reviewedText: ["最長需一個工作天", "Up to one working day"],
  result: ["審核結果", "Result"],
  finish: ["完成", "Finish"],
} as const;
