import type { ScreenTexts } from "./screen-texts";

export const Purchase = {
  unknownTitle: ["正在確認付款結果", "Checking your payment"],
  unknownText: [
    "付款已送出，尚不知是否成功；看到結果前請不要再次購買。",
    "We sent it but don’t know yet if it went through. Don’t buy again until you see the result.",
  ],
  otherAmount: [
    "訂單顯示為 {{order}}，與您確認的 {{confirmed}} 不同。若您沒有另外下單，請聯絡客服。",
    "Your order shows {{order}}, not the {{confirmed}} you confirmed. If you didn’t place another order, contact support.",
  ],
  againOpen: ["先前的付款尚無結果", "An earlier payment is still open"],
  againOpenText: [
    "這筆付款已送出，但仍不知是否成功。若再次付款，可能會付兩次。請先確認「我的訂單」或聯絡客服。",
    "We sent this payment and still don’t know if it went through. If you pay again, you may pay twice. Check My orders or contact support first.",
  ],
  againFound: ["先前的購買已完成", "Your earlier purchase went through"],
  againFoundText: [
    "您已購買此產品。確定要再買一筆時，才按下方按鈕。",
    "You already bought this product. Buy again only if you want a second purchase.",
  ],
  againButton: ["再買 {{quantity}} T", "Buy {{quantity}} T again"],
  unknownMade: ["購買已完成", "Your purchase went through"],
  unknownMadeText: ["這筆購買已在您的訂單中。", "It’s in your orders."],
  unknownNotYet: [
    "您的訂單還不能確認這筆購買。可能仍在處理，請稍後再查看。",
    "Your orders don’t confirm it yet. It may still be in progress. Check again in a moment.",
  ],
  unknownUnread: [
    "目前無法顯示您的訂單，請稍後再查看。",
    "We can’t show your orders right now. Check again in a moment.",
  ],
  unknownUntil: [
    "{{time}} 前暫停購買；之後再買前，請先確認「我的訂單」。",
    "Buying is paused until {{time}}. Check My orders before you buy again.",
  ],
  doneTitle: ["這筆購買已完成", "Purchase complete"],
  buyMore: ["再買一筆", "Buy more"],
  forgottenOrders: ["您以每\u00a0T {{price}} 購買的最新訂單", "Your newest orders at {{price}} per\u00a0T"],
  forgottenNone: [
    "您的訂單中沒有此價格的訂單；剛送出的可能仍在處理。",
    "None of your orders has this price. A very recent one may still be on its way.",
  ],
  checkAgain: ["再次查看", "Check again"],
  toReceipt: ["查看收據", "See the receipt"],
  helpFees: ["費用與 T+n 說明", "About fees and T+n"],
  helpUnknown: ["結果不明是什麼意思", "What an unknown result means"],
  estimateLink: ["依數量試算", "Estimate for a quantity"],
  estimateText: ["{{ratio}}：{{percent}}（{{period}}）。", "{{ratio}}: {{percent}} ({{period}})."],
  estimateIs: ["代表什麼", "What it is"],
  estimateIs1: ["算力可能產出的預估。", "An estimate of what the computing power may produce."],
  estimateIs2_return: [
    "預估在付款金額之外可取回的部分，已扣除服務費。",
    "What may come back on top of what you pay, after the service fee.",
  ],
  estimateIs2_output: [
    "預估產出占付款金額的比例，尚未扣除服務費。",
    "What may be mined, as a share of what you pay, before the service fee.",
  ],
  estimateIs3: ["用來比較本站各項產品的數字。", "A figure to compare our products by."],
  estimateIsNot: ["不代表什麼", "What it is not"],
  estimateIsNot1: ["承諾、利息，或保證收回付款。", "A promise, interest, or a guarantee of your money back."],
  estimateIsNot2: ["每日的數字：產出會變動。", "A daily figure: output changes."],
  estimateIsNot3: [
    "以您的貨幣計算的金額：幣價可能下跌。",
    "An amount in your own currency: the coin’s price can fall.",
  ],
  choose: ["選擇 {{quantity}} T", "Choose {{quantity}} T"],
  chooseMost: ["最多：選擇 {{quantity}} T", "Max: choose {{quantity}} T"],
  most: ["最多", "Max"],
  blockedLink: ["查看結果", "See the result"],
  confirmCost: ["{{quantity}} T，每 T {{price}}", "{{quantity}} T at {{price}} per T"],
  ended: ["此產品已停止銷售。", "This product is no longer on sale."],
  presale: ["此產品尚未開賣。", "This product isn’t on sale yet."],
  amount: ["{{quantity}}\u00a0T，共 {{payment}}", "{{quantity}}\u00a0T for {{payment}}"],
  sent: ["{{what}}\n送出時間：{{time}}", "{{what}}, sent {{time}}"],
  paid: ["{{what}}\n付款時間：{{time}}", "{{what}}, paid {{time}}"],
  doubt: [
    "尚無法確認您在 {{time}} 購買的「{{what}}」是否已付款。",
    "We can’t tell yet if your purchase of {{what}} at {{time}} went through.",
  ],
  otherDone: ["另一筆購買已完成", "Another purchase is done"],
  notTheDone: [
    "這是另一筆購買，與約 {{time}} 付款的那筆無關。",
    "This is separate from the one you paid for at about {{time}}.",
  ],
  blocked: [
    "「{{what}}」的付款結果尚未確認。{{time}} 前暫停購買；之後再買前，請先確認「我的訂單」。",
    "We don’t know yet if your purchase of {{what}} went through. Buying is paused until {{time}}. Check My orders before you buy again.",
  ],
  termsChanged: [
    "確認之後有以下變動，付款前請再看一次：",
    "This has changed since you confirmed. Check it before you pay:",
  ],
  change: ["{{name}}：{{before}} → {{now}}", "{{name}}: {{before}} → {{now}}"],
  toOrder: ["查看這筆訂單", "View this order"],
  toMarket: ["查看銷售中的產品", "See what’s on sale"],
} as const satisfies ScreenTexts;
