import type { ScreenTexts } from "./screen-texts";

export const Successpay = {
  title: ["付款結果", "Payment result"],
  paid: ["付款成功", "Payment successful"],
  quantity: ["購買算力", "Computing power"],
  amount: ["付款金額", "Paid"],
  product: ["產品", "Product"],
  number: ["訂單編號", "Order number"],
  time: ["付款時間", "Paid at"],
  numberLater: ["請見「我的訂單」", "Shown in My orders"],
  nextTitle: ["接下來", "What happens next"],
  step0: ["完成付款", "Payment made"],
  step1: ["開始挖礦", "Mining starts"],
  step2: ["產出入帳", "Output is credited"],
  step3: ["在 App 提領", "Withdraw in the app"],
  next1: [
    "訂單等待開始挖礦，狀態顯示在「我的訂單」。",
    "Your order is waiting for mining to start. Follow it in My orders.",
  ],
  next2: [
    "開始挖礦後，產出依產品頁所示的結算方式入帳。",
    "Once mining starts, output is credited on the product’s terms.",
  ],
  toOrders: ["我的訂單", "My orders"],
  toAssets: ["我的資產", "My assets"],
  next3: ["餘額在 App 提領。", "See and withdraw your balance in the app."],
  print: ["列印收據", "Print the receipt"],
  unproven: ["請查看「我的訂單」", "Check My orders"],
  unprovenText: [
    "無法由此連結確認購買，請以「我的訂單」為準。",
    "We can’t confirm a purchase from this link. Check My orders for the result.",
  ],
} as const satisfies ScreenTexts;
