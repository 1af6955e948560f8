export const Estimate = {
  title: ["成本與產出試算", "Estimator"],
  lead: [
    "試算購買成本，以及達到預期的 100%、50% 或 0% 時，合計可取回多少。結果皆為預估。",
    "See what a purchase costs, and what would come back at 100%, 50% and 0% of what’s expected. All results are estimates.",
  ],
  leadCosts: ["試算購買的總成本與日均成本。", "See what a purchase costs, in total and per day."],
  product: ["產品", "Product"],
  quantityHint: [
    "1\u00a0T＝1\u00a0TB 儲存算力；留空則以最低購買數量試算。",
    "1\u00a0T = 1\u00a0TB of storage power. Leave it empty to use the minimum purchase.",
  ],
  ratio: ["假設實際達到預期的", "Share of what’s expected"],
  full: ["100%", "100%"],
  half: ["50%", "50%"],
  none: ["0%", "0%"],
  submit: ["開始試算", "Calculate"],
  noSuchProduct: ["找不到連結中的產品，請在下方選擇。", "We can’t find that product. Choose one below."],
  noSuchCase: ["找不到連結中的情況，改以 100% 試算。", "We don’t have the case in this link, so 100% is selected."],
  resultTitle: ["{{title}}，{{quantity}} T", "{{quantity}} T of {{title}}"],
  price: ["每 T 價格", "Price per T"],
  cost: ["成本", "Cost"],
  notStated: ["未註明", "not stated"],
  chosen: ["達到預期的 {{share}} 時", "At {{share}} of what’s expected"],
  output: ["產出", "Output"],
  fee: ["服務費", "Service fee"],
  "back-output": ["扣除服務費後", "After the fee"],
  "back-return": ["合計取回（含付款）", "Total back, including your payment"],
  noFee: [
    "未註明服務費率，無法試算扣除服務費後的金額。",
    "No service fee is listed, so we can’t show what’s left after it.",
  ],
  feeBeyond: [
    "註明的服務費率為 {{fee}}，超過全部產出，因此無法顯示扣除後的金額。",
    "The listed service fee is {{fee}}, more than the whole output, so we can’t show what’s left after it.",
  ],
  noPrice: ["未註明價格，因此無法試算。", "No price is listed, so there’s nothing to estimate."],
  noRatio: ["沒有可用的預期收益率，因此只顯示成本。", "No usable expected ratio, so we show costs only."],
  noSense: [
    "未註明預期收益率的計算基礎，因此只顯示成本。",
    "It isn’t stated what the expected ratio refers to, so we show costs only.",
  ],
  noCycle: [
    "預期收益率以年計算，但週期未以整日註明，因此只顯示成本。",
    "The expected ratio is per year and the cycle isn’t given in days, so we show costs only.",
  ],
  cases: ["三種情況並列", "Three cases side by side"],
  "caption-output": [
    "金額單位為 {{symbol}}，以整個週期計算。長條末端的空心部分為服務費，虛線為成本。",
    "Amounts in {{symbol}}, for the whole cycle. The outlined end of a bar is the service fee, the dashed line the cost.",
  ],
  "caption-return": [
    "金額單位為 {{symbol}}，以整個週期計算。虛線為成本。",
    "Amounts in {{symbol}}, for the whole cycle. The dashed line is the cost.",
  ],
  "chartText-output": [
    "預估。成本 {{cost}}；產出達到預期為 {{full}}，一半為 {{half}}，沒有產出為 {{none}}。",
    "Estimate. Cost {{cost}}; output in full {{full}}, half of it {{half}}, nothing {{none}}.",
  ],
  "chartText-return": [
    "預估。成本 {{cost}}；達到預期時合計取回 {{full}}，一半為 {{half}}，完全沒有為 {{none}}。",
    "Estimate. Cost {{cost}}; total back in full {{full}}, half of it {{half}}, nothing {{none}}.",
  ],
  mark: ["預估", "Estimate"],
  "how-return-cycle": [
    "合計取回＝成本 ×（1＋預期報酬率）。已\u2060扣\u2060除\u2060服\u2060務\u2060費。",
    "Total back = cost × (1 + expected return). The service fee is already off.",
  ],
  "how-return-year": [
    "合計取回＝成本 ×（1＋每年的預期報酬率 × 週期天數 ÷ 365）。已\u2060扣\u2060除\u2060服\u2060務\u2060費。",
    "Total back = cost × (1 + expected return per year × days of the cycle ÷ 365). The service fee is already off.",
  ],
  "how-output-cycle": ["產出＝成本 × 整個週期的預期收益率。", "Output = cost × expected ratio of the whole cycle."],
  "how-output-year": [
    "產出＝成本 × 每年的預期收益率 × 週期天數 ÷ 365。",
    "Output = cost × expected ratio per year × days of the cycle ÷ 365.",
  ],
  "how-fee": ["服務費＝產出 × 服務費率。", "Service fee = output × service fee rate."],
  rounding: ["各項金額分別計算，小數第八位之後無條件捨去。", "Each amount is rounded down to eight decimals."],
  link: ["這次試算的連結", "Link to this estimate"],
  toProduct: ["查看產品", "See the product"],
  notKnown: ["試算未涵蓋的因素", "What an estimate can’t know"],
  "notKnown-network": [
    "挖礦難度：網路的難度或獎勵改變時，產出也會隨之改變。",
    "Mining difficulty: when the network’s difficulty or rewards change, so does the output.",
  ],
  "notKnown-price": [
    "幣價：產出是數位資產，這裡假設價格不變，以 {{symbol}} 計算。",
    "The coin’s price: output is a digital asset, counted in {{symbol}} here as if prices didn’t change.",
  ],
  "notKnown-price-coin": [
    "幣價：產出是數位資產，這裡假設價格不變，以付款幣種計算。",
    "The coin’s price: output is a digital asset, counted here in the coin you pay in, as if prices didn’t change.",
  ],
  "notKnown-start": [
    "何時開始挖礦、是否中斷：這裡以完整的週期計算。",
    "When mining starts, and interruptions: we count the whole cycle.",
  ],
} as const;
