import type { Product } from "../catalogue";
import type { Both } from "../platform";
import { attributesOf, configurationOf, introductionOf } from "./miner-texts";

/** What `attrKvKey` asks for (kv key `miner-attr-h5`): which attributes the list shows, and their names. */
export const MINER_ATTRIBUTES: readonly { key: "hashrate" | "power" | "efficiency"; name: Both }[] = [
  { key: "hashrate", name: { el_GR: "額定算力", en_US: "Hashrate" } },
  { key: "power", name: { el_GR: "額定功耗", en_US: "Power draw" } },
  { key: "efficiency", name: { el_GR: "能效比", en_US: "Efficiency" } },
];

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
  /** The platform's own words for its status. */
  statusText?: Both;
  picture: string;
}

const MODELS: readonly Model[] = [
  {
    id: 2001,
    name: "Meridian S21 Pro",
    family: "air",
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
    family: "hydro",
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
    family: "air",
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
    family: "hydro",
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
    family: "air",
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
    statusText: { el_GR: "現貨供應", en_US: "In stock" },
    picture: "miner-5",
  },
  {
    id: 2006,
    name: "Meridian L9",
    family: "air",
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
    family: "air",
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
    picture: "miner-7",
  },
  {
    id: 2008,
    name: "Meridian KS5 Pro",
    family: "air",
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
    picture: "miner-8",
  },
  {
    id: 2009,
    name: "Coldstream KS7",
    family: "air",
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
    picture: "miner-9",
  },
  {
    id: 2010,
    name: "Osmanthus X16-Q",
    family: "quiet",
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
    picture: "miner-10",
  },
  {
    id: 2011,
    name: "Amberlight AL-BOX",
    family: "quiet",
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
    picture: "miner-11",
  },
  {
    id: 2012,
    name: "Meridian Z15 Pro",
    family: "air",
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
    picture: "miner-12",
  },
  {
    id: 2013,
    name: "Storage Server F4 96T",
    family: "storage",
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
    picture: "miner-13",
  },
  {
    id: 2014,
    name: "Storage Server C8 256T",
    family: "storage",
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
    picture: "miner-14",
  },
];

/** What is photographed of it: a machine also from behind, and where such machines stand. */
function galleryOf({ family, picture }: Model): string[] {
  const back = family === "storage" ? [] : [`${picture}-back`];
  return [picture, ...back, `${picture}-detail`, "data-centre", "control-room"];
}

/** The per-locale fields, in the three shapes that the platform is known to use, in turn. */
function textsOf(model: Model, index: number): Pick<Product, "fields" | "inLanguage"> {
  const texts = {
    productMinerIntroduce: introductionOf(model),
    productMinerAttr: attributesOf(model),
    productMinerOtherAttr: configurationOf(model),
  };
  if (index % 3 === 2) return { fields: {}, inLanguage: texts };
  const shape = (value: unknown) => (index % 3 === 0 ? value : JSON.stringify(value));
  return { fields: Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, shape(value)])) };
}

/** Mining machines on offer for hosting. */
export const MINERS: readonly Product[] = MODELS.map((model, index) => {
  const { fields, ...texts } = textsOf(model, index);
  return {
    productId: index % 2 === 0 ? model.id : String(model.id),
    title: { el_GR: `${model.name} 託管礦機`, en_US: `${model.name} Hosting` },
    picture: model.picture,
    gallery: galleryOf(model),
    stock: "100",
    ...(model.statusText ? { statusText: model.statusText } : {}),
    listed: MINER_ATTRIBUTES.map(({ key, name }) => ({ name, description: model[key] })),
    ...texts,
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
      ...fields,
    },
  };
});
