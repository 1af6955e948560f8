import type { Product } from "../catalogue";
import type { Both } from "../platform";

/** What `attrKvKey` asks for (kv key `miner-attr-h5`): which attributes the list shows, and their names. */
export const MINER_ATTRIBUTES: readonly { key: "hashrate" | "power" | "efficiency"; name: Both }[] = [
  { key: "hashrate", name: { el_GR: "額定算力", en_US: "Hashrate" } },
  { key: "power", name: { el_GR: "額定功耗", en_US: "Power draw" } },
  { key: "efficiency", name: { el_GR: "能效比", en_US: "Efficiency" } },
];

interface Model {
  id: number;
  name: string;
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
  picture: string;
}

const MODELS: readonly Model[] = [
  {
    id: 2001,
    name: "Meridian S21 Pro",
    algorithm: "SHA-256",
    coin: "BTC",
    hashrate: "234 TH/s",
    power: "3510 W",
    efficiency: "15 J/TH",
    noise: "76 dB",
    weight: "16.0 kg",
    size: "400 × 195 × 290 mm",
    price: "4680",
    status: 1,
    picture: "miner-1",
  },
  {
    id: 2002,
    name: "Meridian S21 XP Hyd",
    algorithm: "SHA-256",
    coin: "BTC",
    hashrate: "473 TH/s",
    power: "5676 W",
    efficiency: "12 J/TH",
    noise: "50 dB",
    weight: "16.2 kg",
    size: "410 × 170 × 209 mm",
    price: 11200,
    status: 0,
    picture: "miner-2",
  },
  {
    id: 2003,
    name: "Borealis M60S",
    algorithm: "SHA-256",
    coin: "BTC",
    hashrate: "186 TH/s",
    power: "3441 W",
    efficiency: "18.5 J/TH",
    noise: "75 dB",
    weight: "13.5 kg",
    size: "430 × 155 × 226 mm",
    price: "2980",
    status: "1",
    picture: "miner-3",
  },
  {
    id: 2004,
    name: "Borealis M63S",
    algorithm: "SHA-256",
    coin: "BTC",
    hashrate: "390 TH/s",
    power: "7215 W",
    efficiency: "18.5 J/TH",
    noise: "50 dB",
    weight: "28.0 kg",
    size: "483 × 663 × 86 mm",
    price: 7400,
    status: 1,
    picture: "miner-4",
  },
  {
    id: 2005,
    name: "Halcyon A1566",
    algorithm: "SHA-256",
    coin: "BTC",
    hashrate: "185 TH/s",
    power: "3420 W",
    efficiency: "18.5 J/TH",
    noise: "75 dB",
    weight: "14.9 kg",
    size: "301 × 192 × 292 mm",
    price: "2790.5",
    status: 3,
    picture: "miner-5",
  },
  {
    id: 2006,
    name: "Meridian L9",
    algorithm: "Scrypt",
    coin: "LTC / DOGE",
    hashrate: "16 GH/s",
    power: "3360 W",
    efficiency: "0.21 J/MH",
    noise: "75 dB",
    weight: "13.5 kg",
    size: "400 × 195 × 290 mm",
    price: "8850",
    status: 1,
    picture: "miner-6",
  },
  {
    id: 2007,
    name: "Kestrel DG1+",
    algorithm: "Scrypt",
    coin: "LTC / DOGE",
    hashrate: "14 GH/s",
    power: "3920 W",
    efficiency: "0.28 J/MH",
    noise: "75 dB",
    weight: "16.4 kg",
    size: "369 × 196 × 287 mm",
    price: "6100",
    status: "2",
    picture: "miner-1",
  },
  {
    id: 2008,
    name: "Meridian KS5 Pro",
    algorithm: "kHeavyHash",
    coin: "KAS",
    hashrate: "21 TH/s",
    power: "3150 W",
    efficiency: "150 J/TH",
    noise: "75 dB",
    weight: "15.6 kg",
    size: "430 × 195 × 290 mm",
    price: 3250,
    status: 1,
    picture: "miner-2",
  },
  {
    id: 2009,
    name: "Coldstream KS7",
    algorithm: "kHeavyHash",
    coin: "KAS",
    hashrate: "30 TH/s",
    power: "3500 W",
    efficiency: "117 J/TH",
    noise: "75 dB",
    weight: "16.7 kg",
    size: "370 × 195 × 290 mm",
    price: "4150",
    status: 1,
    picture: "miner-3",
  },
  {
    id: 2010,
    name: "Osmanthus X16-Q",
    algorithm: "Etchash",
    coin: "ETC",
    hashrate: "1845 MH/s",
    power: "620 W",
    efficiency: "0.33 J/MH",
    noise: "40 dB",
    weight: "10.0 kg",
    size: "360 × 482 × 134 mm",
    price: "3890",
    status: "0",
    picture: "miner-4",
  },
  {
    id: 2011,
    name: "Amberlight AL-BOX",
    algorithm: "Blake3",
    coin: "ALPH",
    hashrate: "360 GH/s",
    power: "180 W",
    efficiency: "0.5 J/GH",
    noise: "35 dB",
    weight: "2.0 kg",
    size: "178 × 150 × 84 mm",
    price: 899,
    status: 1,
    picture: "miner-5",
  },
  {
    id: 2012,
    name: "Meridian Z15 Pro",
    algorithm: "Equihash",
    coin: "ZEC",
    hashrate: "840 kSol/s",
    power: "2780 W",
    efficiency: "3.31 J/kSol",
    noise: "75 dB",
    weight: "16.4 kg",
    size: "428 × 195 × 290 mm",
    price: "3300",
    status: 1,
    picture: "miner-6",
  },
  {
    id: 2013,
    name: "Storage Server F4 96T",
    algorithm: "Proof of Replication",
    coin: "FIL",
    hashrate: "96 TiB",
    power: "680 W",
    efficiency: "7.1 W/TiB",
    noise: "60 dB",
    weight: "38.0 kg",
    size: "4U, 700 mm",
    price: "5200",
    status: 2,
    picture: "miner-4",
  },
  {
    id: 2014,
    name: "Storage Server C8 256T",
    algorithm: "Proof of Space and Time",
    coin: "XCH",
    hashrate: "256 TiB",
    power: "940 W",
    efficiency: "3.7 W/TiB",
    noise: "58 dB",
    weight: "61.0 kg",
    size: "8U, 860 mm",
    price: "7600",
    status: 1,
    picture: "miner-2",
  },
];

const introduce = (model: Model): Both => ({
  el_GR: `## ${model.name} 託管方案

採用 **${model.algorithm}** 演算法，適用於 ${model.coin}。由專業團隊負責上架、維運與保固，您可隨時查看運行狀態。

1. 諮詢並確認機型與數量
2. 簽署託管合約並付款
3. 7 個工作天內上架運行

- 額定算力 ${model.hashrate}，功耗 ${model.power}
- 託管電價透明，按月結算
- 原廠保固 180 天
`,
  en_US: `## Hosting ${model.name}

Runs **${model.algorithm}** for ${model.coin}. Our staff install, run and repair the machine under warranty; you can see how it is doing at any time.

1. Talk to us and settle on model and number
2. Sign the hosting contract and pay
3. Running within 7 working days

- ${model.hashrate} at ${model.power}
- Open power price, settled monthly
- 180 days of maker's warranty
`,
});

const attributes = (model: Model) => ({
  el_GR: [
    { attr: "演算法", description: model.algorithm },
    { attr: "幣種", description: model.coin },
    { attr: "額定算力", description: model.hashrate },
    { attr: "額定功耗", description: model.power },
  ],
  en_US: [
    { attr: "Algorithm", description: model.algorithm },
    { attr: "Coin", description: model.coin },
    { attr: "Hashrate", description: model.hashrate },
    { attr: "Power draw", description: model.power },
  ],
});

const otherAttributes = (model: Model) => ({
  el_GR: [
    { attr: "能效比", description: model.efficiency },
    { attr: "噪音", description: model.noise },
    { attr: "淨重", description: model.weight },
    { attr: "尺寸", description: model.size },
    { attr: "供電", description: "200–240 V AC" },
    { attr: "工作溫度", description: "0–40 °C" },
  ],
  en_US: [
    { attr: "Efficiency", description: model.efficiency },
    { attr: "Noise", description: model.noise },
    { attr: "Net weight", description: model.weight },
    { attr: "Size", description: model.size },
    { attr: "Supply", description: "200–240 V AC" },
    { attr: "Working temperature", description: "0–40 °C" },
  ],
});

/** A per-locale value in one of the three shapes that the platform is known to use, in turn. */
function shaped<Value>(index: number, value: Record<"el_GR" | "en_US", Value>): unknown {
  return index % 3 === 0 ? value : index % 3 === 1 ? JSON.stringify(value) : value.en_US;
}

/** Mining machines on offer for hosting. */
export const MINERS: readonly Product[] = MODELS.map((model, index) => ({
  productId: index % 2 === 0 ? model.id : String(model.id),
  title: { el_GR: `${model.name} 託管礦機`, en_US: `${model.name}, hosted` },
  picture: model.picture,
  stock: "100",
  listed: MINER_ATTRIBUTES.map(({ key, name }) => ({ name, description: model[key] })),
  fields: {
    productStatus: model.status,
    miningCycle: 365,
    serviceRate: "10",
    incomeType: 1,
    minBuy: 1,
    maxBuy: 100,
    stepBuy: 1,
    profitRatio: "26",
    price: model.price,
    paySymbol: "USDT",
    productMinerIntroduce: shaped(index, introduce(model)),
    productMinerAttr: shaped(index, attributes(model)),
    productMinerOtherAttr: shaped(index, otherAttributes(model)),
  },
}));
