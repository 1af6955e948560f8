import type { Both } from "../values";

/** The texts of computing power, in both languages. */

interface Network {
  name: Both;
  coin: string;
  centre: Both;
  /** The time between the order and the first income. */
  start: Both;
  release: Both;
}

const NETWORKS = {
  filecoin: {
    name: { el_GR: "Filecoin 主網", en_US: "Filecoin mainnet" },
    coin: "FIL",
    centre: { el_GR: "新加坡 Tier III+", en_US: "Singapore, Tier III+" },
    start: { el_GR: "封裝約 3–5 天", en_US: "Sealed in about 3–5 days" },
    release: {
      el_GR: "25% 立即釋放，75% 於 180 天線性釋放",
      en_US: "25% at once, 75% in equal parts over 180 days",
    },
  },
  chia: {
    name: { el_GR: "Chia 主網", en_US: "Chia mainnet" },
    coin: "XCH",
    centre: { el_GR: "台北、法蘭克福", en_US: "Taipei, Frankfurt" },
    start: { el_GR: "繪圖約 2 天", en_US: "Plotted in about 2 days" },
    release: { el_GR: "全數於結算日發放", en_US: "In full on the day of settlement" },
  },
  swarm: {
    name: { el_GR: "Swarm 網路", en_US: "Swarm network" },
    coin: "BZZ",
    centre: { el_GR: "新加坡、東京", en_US: "Singapore, Tokyo" },
    start: { el_GR: "節點同步約 1 天", en_US: "Nodes synchronised in about a day" },
    release: { el_GR: "支票兌現後發放", en_US: "Paid once cheques are cashed" },
  },
  arweave: {
    name: { el_GR: "Arweave 主網", en_US: "Arweave mainnet" },
    coin: "AR",
    centre: { el_GR: "新加坡 Tier III+", en_US: "Singapore, Tier III+" },
    start: { el_GR: "資料同步約 7 天", en_US: "Data synchronised in about 7 days" },
    release: { el_GR: "全數於結算日發放", en_US: "In full on the day of settlement" },
  },
} as const satisfies Record<string, Network>;

type NetworkName = keyof typeof NETWORKS;

/**
 * Returns a markdown introduction.
 *
 * @param lead the product's own first paragraph; none by default
 */
export function introductionOf(name: NetworkName, lead?: Both): Both {
  const { coin, name: network, start } = NETWORKS[name];
  return {
    el_GR: `## 產品介紹

${lead ? `${lead.el_GR}\n\n` : ""}本產品提供 **${network.el_GR}** 的企業級儲存算力，按 TB 計價，由專業資料中心託管。您無需採購設備，也不必自行維護。

### 您會得到

- 訂單確認後開始上線，${start.el_GR}
- 產出的 ${coin} 依結算方式入帳
- 7 × 24 小時監控，年均上線率 **99.9%**
- 已釋放的產出可隨時提領，每筆明細皆可查詢

### 費用

| 項目 | 說明 |
| --- | --- |
| 服務費 | 依頁面所示比例自產出扣除 |
| 質押幣 | 由我們墊付 |
| 電費與託管 | 已包含於價格 |

> 數位資產價格波動較大，過去的產出不代表未來產出，請依自身風險承受能力參與。
`,
    en_US: `## About this product

${lead ? `${lead.en_US}\n\n` : ""}Enterprise-grade storage power on **${network.en_US}**, priced per TB and hosted in professional data centres. There is no machine for you to buy or look after.

### What you get

- Work starts once the order is confirmed: ${start.en_US.charAt(0).toLowerCase()}${start.en_US.slice(1)}
- Its output in ${coin} is credited to your balance at each settlement
- Monitored around the clock, available **99.9%** of the year on average
- Withdraw released output at any time, with a record of every credit

### Costs

| Item | Note |
| --- | --- |
| Service fee | Taken from the output at the rate shown |
| Pledge | Advanced by us |
| Power and hosting | Included in the price |

> Prices of digital assets change a lot, and past output doesn’t promise future output. Only spend what you can afford to lose.
`,
  };
}

export function attributesOf(name: NetworkName) {
  const { name: network, centre, start, release } = NETWORKS[name];
  return {
    el_GR: [
      { attr: "網路", description: network.el_GR },
      { attr: "機房", description: centre.el_GR },
      { attr: "上線時間", description: start.el_GR },
      { attr: "釋放方式", description: release.el_GR },
    ],
    en_US: [
      { attr: "Network", description: network.en_US },
      { attr: "Data centre", description: centre.en_US },
      { attr: "Start", description: start.en_US },
      { attr: "Release", description: release.en_US },
    ],
  };
}

export function otherAttributesOf(name: NetworkName) {
  const { coin } = NETWORKS[name];
  return {
    el_GR: [
      { attr: "發放幣種", description: coin },
      { attr: "算力單位", description: "TB" },
    ],
    en_US: [
      { attr: "Paid out in", description: coin },
      { attr: "Unit", description: "TB" },
    ],
  };
}
