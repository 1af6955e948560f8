export const Successpay = {
  title: ["付款結果", "Payment result"],
  paid: ["已付款 {{payment}}", "{{payment}} paid"],
  time: ["付款時間：{{time}}。", "Paid {{time}}."],
  number: ["訂單編號", "Order number"],
  numberLater: ["請見「我的訂單」", "Shown in My orders"],
  toOrders: ["我的訂單", "My orders"],
  toAssets: ["我的資產", "My assets"],
  unproven: ["請查看「我的訂單」", "Check My orders"],
  unprovenText: [
    "無法由此連結確認購買，請以「我的訂單」為準。",
    "We can’t confirm a purchase from this link. Check My orders for the result.",
  ],
} as const;
