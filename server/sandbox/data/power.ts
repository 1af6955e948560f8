import type { Product } from "../catalogue";

const INTRODUCE = {
  el_GR: `## 產品說明

本產品提供**企業級分散式儲存算力**，按 TB 計價，由專業資料中心託管，您無需自行採購與維護設備。

### 權益

- 算力於訂單確認後開始封裝，收益依結算週期發放至資產帳戶
- 7 × 24 小時監控，年均在線率 **99.9%**
- 收益可隨時提領，明細公開可查

### 費用

| 項目 | 說明 |
| --- | --- |
| 技術服務費 | 依頁面所示比例自產出扣除 |
| 質押幣 | 由平台統一墊付 |
| 電費與託管 | 已包含於價格 |

> 數位貨幣價格波動較大，歷史產出不代表未來收益，請依自身風險承受能力參與。
`,
  en_US: `## About this product

**Enterprise-grade distributed storage power**, priced per TB and hosted in professional data centres. There is no machine for you to buy or look after.

### What you get

- Sealing starts once the order is confirmed; income is paid to your assets after each settlement
- Watched around the clock, available **99.9%** of the year on average
- Withdraw at any time, with every line open to inspection

### Costs

| Item | Note |
| --- | --- |
| Technical service fee | Taken from the output at the rate shown |
| Pledge | Advanced by the platform |
| Power and hosting | Included in the price |

> Digital currency prices move a lot, and past output does not promise future income. Take part within your means.
`,
};

const ATTRIBUTES = {
  el_GR: [
    { attr: "網路", description: "Filecoin 主網" },
    { attr: "機房", description: "新加坡 Tier III+" },
    { attr: "封裝時間", description: "約 3–5 天" },
    { attr: "釋放方式", description: "25% 立即釋放，75% 於 180 天線性釋放" },
  ],
  en_US: [
    { attr: "Network", description: "Filecoin mainnet" },
    { attr: "Data centre", description: "Singapore, Tier III+" },
    { attr: "Sealing", description: "About 3–5 days" },
    { attr: "Release", description: "25% at once, 75% evenly over 180 days" },
  ],
};

const OTHER_ATTRIBUTES = {
  el_GR: [
    { attr: "最低持有", description: "1 TB" },
    { attr: "發放幣種", description: "FIL" },
  ],
  en_US: [
    { attr: "Least holding", description: "1 TB" },
    { attr: "Paid in", description: "FIL" },
  ],
};

/** A markdown text that tries to be more than text: it must reach nobody's browser as markup. */
const HOSTILE = {
  el_GR: `${INTRODUCE.el_GR}\n<script>document.title = "owned"</script>\n\n[了解更多](javascript:alert(1)) <img src=x onerror="alert(1)">\n`,
  en_US: `${INTRODUCE.en_US}\n<script>document.title = "owned"</script>\n\n[Read more](javascript:alert(1)) <img src=x onerror="alert(1)">\n`,
};

/**
 * Computing power, by the terabyte. Between them the products show every status, every shape of a per-locale attribute, and numbers both as text and as
 * JSON numbers.
 */
export const POWER: readonly Product[] = [
  {
    productId: 1001,
    title: { el_GR: "Filecoin 旗艦雲算力 540 天", en_US: "Filecoin Flagship Power, 540 days" },
    picture: "power-1",
    stock: "5000",
    fields: {
      productStatus: 1,
      miningCycle: 540,
      serviceRate: "20",
      incomeType: "1",
      minBuy: "1",
      maxBuy: 200,
      stepBuy: "1",
      profitRatio: "32.5",
      price: "15.5",
      paySymbol: "USDT",
      productMinerIntroduce: INTRODUCE,
      productMinerAttr: ATTRIBUTES,
      productMinerOtherAttr: OTHER_ATTRIBUTES,
    },
  },
  {
    productId: "1002",
    title: { el_GR: "Filecoin 輕量雲算力 360 天", en_US: "Filecoin Light Power, 360 days" },
    picture: "power-2",
    stock: "120.5",
    fields: {
      productStatus: "1",
      miningCycle: "360",
      serviceRate: 25,
      incomeType: 1,
      minBuy: 0.5,
      maxBuy: "50",
      stepBuy: 0.5,
      profitRatio: 24.8,
      price: 8.8,
      paySymbol: "USDT",
      productMinerIntroduce: JSON.stringify(INTRODUCE),
      productMinerAttr: JSON.stringify(ATTRIBUTES),
      productMinerOtherAttr: JSON.stringify(OTHER_ATTRIBUTES),
    },
  },
  {
    productId: 1003,
    title: { el_GR: "Filecoin 尊享雲算力 1080 天", en_US: "Filecoin Premier Power, 1080 days" },
    picture: "power-3",
    stock: "2000",
    fields: {
      productStatus: 0,
      miningCycle: 1080,
      serviceRate: "18",
      incomeType: 1,
      minBuy: 10,
      maxBuy: 500,
      stepBuy: 10,
      profitRatio: "58.2",
      price: "21",
      paySymbol: "USDT",
      productMinerIntroduce: INTRODUCE.en_US,
      productMinerAttr: ATTRIBUTES.en_US,
      productMinerOtherAttr: OTHER_ATTRIBUTES.en_US,
    },
  },
  {
    productId: "1004",
    title: { el_GR: "Chia 綠色儲存算力 720 天", en_US: "Chia Green Storage Power, 720 days" },
    picture: "power-4",
    stock: "800",
    statusText: { el_GR: "限時優惠", en_US: "Limited offer" },
    fields: {
      productStatus: 3,
      miningCycle: "720",
      serviceRate: "15.5",
      incomeType: "7",
      minBuy: "2",
      maxBuy: "80",
      stepBuy: "2",
      profitRatio: "28",
      price: "6.66",
      paySymbol: "USDT",
      productMinerIntroduce: HOSTILE,
      productMinerAttr: ATTRIBUTES,
      productMinerOtherAttr: [],
    },
  },
  {
    productId: 1005,
    title: { el_GR: "Filecoin 新手體驗包 180 天", en_US: "Filecoin Starter Pack, 180 days" },
    picture: "power-5",
    stock: "3",
    fields: {
      productStatus: 1,
      miningCycle: 180,
      serviceRate: 30,
      incomeType: 1,
      minBuy: 1,
      maxBuy: 100,
      stepBuy: 1,
      profitRatio: 12,
      price: "4.99",
      paySymbol: "USDT",
      productMinerIntroduce: INTRODUCE,
      productMinerAttr: JSON.stringify(ATTRIBUTES),
      productMinerOtherAttr: OTHER_ATTRIBUTES,
    },
  },
  {
    productId: "1006",
    title: { el_GR: "Filecoin 創世雲算力（第一期）", en_US: "Filecoin Genesis Power, first issue" },
    picture: "power-6",
    stock: "0",
    fields: {
      productStatus: "2",
      miningCycle: 540,
      serviceRate: "20",
      incomeType: 1,
      minBuy: 1,
      maxBuy: 300,
      stepBuy: 1,
      profitRatio: "41",
      price: "12",
      paySymbol: "USDT",
      productMinerIntroduce: INTRODUCE,
      productMinerAttr: ATTRIBUTES,
      productMinerOtherAttr: OTHER_ATTRIBUTES,
    },
  },
  {
    productId: 1007,
    title: { el_GR: "BZZ 節點算力 365 天", en_US: "BZZ Node Power, 365 days" },
    picture: "power-7",
    stock: "0",
    fields: {
      productStatus: 1,
      miningCycle: 365,
      serviceRate: 22,
      incomeType: "3",
      minBuy: "1",
      maxBuy: "60",
      stepBuy: "1",
      profitRatio: "19.75",
      price: 9.9,
      paySymbol: "USDT",
      productMinerIntroduce: JSON.stringify({ en_US: INTRODUCE.en_US }),
      productMinerAttr: { en_US: ATTRIBUTES.en_US },
      productMinerOtherAttr: "[]",
    },
  },
  {
    productId: "1008",
    title: { el_GR: "Arweave 永續儲存算力 900 天", en_US: "Arweave Permanent Storage Power, 900 days" },
    picture: "power-8",
    stock: "100000",
    fields: {
      productStatus: 1,
      miningCycle: 900,
      serviceRate: "12.5",
      incomeType: 1,
      minBuy: "0.01",
      maxBuy: "10000",
      stepBuy: "0.01",
      profitRatio: "45.05",
      price: "0.12345678",
      paySymbol: "USDT",
      productMinerIntroduce: INTRODUCE,
      productMinerAttr: ATTRIBUTES,
      productMinerOtherAttr: OTHER_ATTRIBUTES,
    },
  },
];
