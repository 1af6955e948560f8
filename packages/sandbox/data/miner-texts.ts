import type { Both } from "../values";

/** A machine as its maker describes it. */
export interface Model {
  id: number;
  name: string;
  family: "air" | "hydro" | "quiet" | "storage";
  algorithm: string;
  coin: string;
  hashrate: string;
  power: string;
  efficiency: string;
  noise: string;
  weight: string;
  size: string;
  price: string | number;
  status: string | number;
  /** The upstream's own text for the status. */
  statusText?: Both;
  picture: string;
}

/** The texts of the machines, in both languages. */

interface Family {
  cooling: Both;
  condition: Both;
  centre: Both;
  supply: string;
  climate: string;
  network: Both;
  /** The purpose, a text that follows the machine's name. */
  purpose: Both;
}

const NEW = { el_GR: "全新", en_US: "New" };
const ETHERNET = { el_GR: "RJ45 乙太網路，10/100 Mbps", en_US: "RJ45 Ethernet, 10/100 Mbps" };

const FAMILIES: Record<Model["family"], Family> = {
  air: {
    cooling: { el_GR: "風冷", en_US: "Air" },
    condition: NEW,
    centre: { el_GR: "挪威、哈薩克", en_US: "Norway, Kazakhstan" },
    supply: "200–240 V AC, 50/60 Hz",
    climate: "0–40 °C, 10–90% RH",
    network: ETHERNET,
    purpose: {
      el_GR: "是成熟可靠的風冷機型，維護簡單，適合長期穩定運行",
      en_US: "is a proven air-cooled machine: easy to maintain and made to run for years",
    },
  },
  hydro: {
    cooling: { el_GR: "水冷", en_US: "Water" },
    condition: NEW,
    centre: { el_GR: "挪威（水冷專區）", en_US: "Norway, water-cooled hall" },
    supply: "380–415 V AC, 50/60 Hz",
    climate: "5–45 °C, 10–90% RH",
    network: ETHERNET,
    purpose: {
      el_GR: "以水冷散熱，噪音低、溫度穩定，同樣的電力可得到更高的算力",
      en_US: "is cooled by water: quiet, steady in temperature, and with more hashrate from the same power",
    },
  },
  quiet: {
    cooling: { el_GR: "靜音風冷", en_US: "Quiet air" },
    condition: NEW,
    centre: { el_GR: "新加坡", en_US: "Singapore" },
    supply: "100–240 V AC, 50/60 Hz",
    climate: "0–35 °C, 10–85% RH",
    network: { el_GR: "乙太網路與 Wi-Fi", en_US: "Ethernet and Wi-Fi" },
    purpose: {
      el_GR: "功耗低、聲音小，適合初次參與、想從一台開始的客戶",
      en_US: "draws little power and makes little noise, which suits those who would like to start with one machine",
    },
  },
  storage: {
    cooling: { el_GR: "機架風冷", en_US: "Rack air" },
    condition: NEW,
    centre: { el_GR: "新加坡 Tier III+", en_US: "Singapore, Tier III+" },
    supply: "200–240 V AC, 1+1",
    climate: "10–35 °C, 8–80% RH",
    network: { el_GR: "雙埠 10 GbE", en_US: "Dual-port 10 GbE" },
    purpose: {
      el_GR: "是為分散式儲存網路打造的企業級伺服器，採用雙電源與可熱抽換硬碟",
      en_US:
        "is an enterprise server built for distributed storage networks, with two supplies and drives that swap while it runs",
    },
  },
};

/** Returns a markdown introduction. */
export function introductionOf(model: Model): Both {
  const { purpose } = FAMILIES[model.family];
  return {
    el_GR: `## ${model.name} 託管

**${model.name}** ${purpose.el_GR}。採用 ${model.algorithm} 演算法，產出 ${model.coin}。機器由我們的工程師上架、監控與維修，您隨時可以查看運行狀態。

### 託管包含

- 專業資料中心的機位、電力與網路
- 7 × 24 小時監控，異常由值班工程師處理
- 每月用電與產出明細，帳目清楚

### 如何開始

1. 與我們聯絡，確認機型、數量與機房
2. 簽署託管合約並付款
3. 機器到倉後 **7 個工作天內**上架運行

### 費用說明

| 項目 | 說明 |
| --- | --- |
| 電費 | 依實際用電，按月結算 |
| 維護 | 日常巡檢免費；零件依保固條款 |
| 服務費 | 自產出扣除，比例載於合約 |

> 挖礦產出受幣價與全網難度影響，過去的產出不代表未來產出。
`,
    en_US: `## Hosting ${model.name}

**${model.name}** ${purpose.en_US}. It runs ${model.algorithm} and mines ${model.coin}. Our engineers install, watch and repair it, and you can see how it is doing at any time.

### Hosting includes

- A place, power and network in a professional data centre
- Monitoring around the clock, with engineers on duty
- A monthly statement of power used and coins mined

### How to start

1. Get in touch and settle on model, number and data centre
2. Sign the hosting contract and pay
3. Running **within 7 working days** of arrival at the data centre

### Costs

| Item | Note |
| --- | --- |
| Electricity | By what is used, settled monthly |
| Maintenance | Routine checks are free; parts under warranty |
| Service fee | Taken from the output at the rate in the contract |

> Output depends on coin prices and network difficulty. Past output doesn’t promise future output.
`,
  };
}

/** Returns the attributes that a buyer compares. */
export function attributesOf(model: Model) {
  const { cooling, condition, centre } = FAMILIES[model.family];
  return {
    el_GR: [
      { attr: "演算法", description: model.algorithm },
      { attr: "可挖幣種", description: model.coin },
      { attr: "散熱方式", description: cooling.el_GR },
      { attr: "機器狀態", description: condition.el_GR },
      { attr: "託管機房", description: centre.el_GR },
      { attr: "上架時間", description: "7 個工作天內" },
    ],
    en_US: [
      { attr: "Algorithm", description: model.algorithm },
      { attr: "Coins", description: model.coin },
      { attr: "Cooling", description: cooling.en_US },
      { attr: "Condition", description: condition.en_US },
      { attr: "Data centre", description: centre.en_US },
      { attr: "Running within", description: "7 working days" },
    ],
  };
}

/** Returns the data sheet, which repeats the attributes of the list as real data sheets do. */
export function configurationOf(model: Model) {
  const { supply, climate, network } = FAMILIES[model.family];
  return {
    el_GR: [
      { attr: "額定算力", description: model.hashrate },
      { attr: "誤差範圍", description: "±5%" },
      { attr: "電源輸入", description: supply },
      { attr: "網路介面", description: network.el_GR },
      { attr: "噪音", description: model.noise },
      { attr: "尺寸", description: model.size },
      { attr: "淨重", description: model.weight },
      { attr: "運行環境", description: climate },
      { attr: "原廠保固", description: "365 天" },
    ],
    en_US: [
      { attr: "Hashrate", description: model.hashrate },
      { attr: "Tolerance", description: "±5%" },
      { attr: "Power input", description: supply },
      { attr: "Network", description: network.en_US },
      { attr: "Noise", description: model.noise },
      { attr: "Size", description: model.size },
      { attr: "Net weight", description: model.weight },
      { attr: "Operating range", description: climate },
      { attr: "Maker’s warranty", description: "365 days" },
    ],
  };
}
