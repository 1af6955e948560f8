import { attributesOf, introductionOf, otherAttributesOf } from "./power-texts";
import type { Body, Both } from "../values";

const CHIA = introductionOf("chia");

/** A markdown text with harmful markup, which must be escaped or removed before it reaches a browser. */
const HOSTILE = {
  el_GR: `${CHIA.el_GR}\n<script>document.title = "owned"</script>\n\n[了解更多](javascript:alert(1)) <img src=x onerror="alert(1)">\n`,
  en_US: `${CHIA.en_US}\n<script>document.title = "owned"</script>\n\n[Read more](javascript:alert(1)) <img src=x onerror="alert(1)">\n`,
};

/** Returns the names of a product's pictures: the product and its data centre. */
const galleryOf = (picture: string) => [picture, `${picture}-detail`, "data-centre", "control-room"];

/**
 * Computing power by the terabyte. Together the products have every status, every shape of a per-locale attribute, and
 * numbers both as text and as JSON numbers.
 */
export const POWER: readonly Product[] = [
  {
    productId: 1001,
    title: { el_GR: "Filecoin 旗艦雲算力 540 天", en_US: "Filecoin Flagship Power, 540 days" },
    picture: "power-1",
    gallery: galleryOf("power-1"),
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
      productMinerIntroduce: introductionOf("filecoin"),
      productMinerAttr: attributesOf("filecoin"),
      productMinerOtherAttr: otherAttributesOf("filecoin"),
    },
  },
  {
    productId: "1002",
    title: { el_GR: "Filecoin 輕量雲算力 360 天", en_US: "Filecoin Light Power, 360 days" },
    picture: "power-2",
    gallery: galleryOf("power-2"),
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
      productMinerIntroduce: JSON.stringify(introductionOf("filecoin")),
      productMinerAttr: JSON.stringify(attributesOf("filecoin")),
      productMinerOtherAttr: JSON.stringify(otherAttributesOf("filecoin")),
    },
  },
  {
    productId: 1003,
    title: { el_GR: "Filecoin 尊榮雲算力 1080 天", en_US: "Filecoin Premier Power, 1080 days" },
    picture: "power-3",
    gallery: galleryOf("power-3"),
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
    },
    inLanguage: {
      productMinerIntroduce: introductionOf("filecoin"),
      productMinerAttr: attributesOf("filecoin"),
      productMinerOtherAttr: otherAttributesOf("filecoin"),
    },
  },
  {
    productId: "1004",
    title: { el_GR: "Chia 綠色儲存算力 720 天", en_US: "Chia Green Storage Power, 720 days" },
    picture: "power-4",
    gallery: galleryOf("power-4"),
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
      productMinerAttr: attributesOf("chia"),
      productMinerOtherAttr: [],
    },
  },
  {
    productId: 1005,
    title: { el_GR: "Filecoin 新手體驗包 180 天", en_US: "Filecoin Starter Pack, 180 days" },
    picture: "power-5",
    gallery: ["power-5"],
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
      productMinerIntroduce: introductionOf("filecoin"),
      productMinerAttr: JSON.stringify(attributesOf("filecoin")),
      productMinerOtherAttr: otherAttributesOf("filecoin"),
    },
  },
  {
    productId: "1006",
    title: { el_GR: "Filecoin 創世雲算力（第一期）", en_US: "Filecoin Genesis Power (first series)" },
    picture: "power-6",
    gallery: galleryOf("power-6"),
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
      productMinerIntroduce: introductionOf("filecoin"),
      productMinerAttr: attributesOf("filecoin"),
      productMinerOtherAttr: otherAttributesOf("filecoin"),
    },
  },
  {
    productId: 1007,
    title: { el_GR: "BZZ 節點算力 365 天", en_US: "BZZ Node Power, 365 days" },
    picture: "power-7",
    gallery: galleryOf("power-7"),
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
      productMinerIntroduce: JSON.stringify(introductionOf("swarm")),
      productMinerAttr: attributesOf("swarm"),
      productMinerOtherAttr: JSON.stringify(otherAttributesOf("swarm")),
    },
  },
  {
    productId: "1008",
    title: { el_GR: "Arweave 永續儲存算力 900 天", en_US: "Arweave Permanent Storage Power, 900 days" },
    picture: "power-8",
    gallery: galleryOf("power-8"),
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
      productMinerIntroduce: introductionOf("arweave"),
      productMinerAttr: attributesOf("arweave"),
      productMinerOtherAttr: otherAttributesOf("arweave"),
    },
  },
];

type Network = Parameters<typeof introductionOf>[0];

/** The demo's texts about each product, in addition to the texts about its network. */
const LEADS: Readonly<Record<string, readonly [network: Network, lead?: Both]>> = {
  1001: [
    "filecoin",
    {
      el_GR: "我們的主力產品：18 個月的完整週期，適合希望長期持有 FIL 的買家。",
      en_US: "Our main product: a full cycle of 18 months, for buyers who want to hold FIL for longer.",
    },
  ],
  1002: [
    "filecoin",
    {
      el_GR: "門檻低、週期一年：0.5 TB 起即可購買。",
      en_US: "A lower threshold and a cycle of one year: buy from 0.5 TB.",
    },
  ],
  1003: [
    "filecoin",
    {
      el_GR: "三年期產品，服務費為所有 Filecoin 產品中最低。開售日期請留意公告。",
      en_US:
        "A three-year product with the lowest service fee of all our Filecoin products. We’ll announce when sales open.",
    },
  ],
  1004: [
    "chia",
    {
      el_GR: "Chia 以硬碟空間取代高耗電運算，是耗電較低的儲存挖礦方式。",
      en_US: "Chia uses disk space instead of power-hungry computation, so it takes less electricity to mine.",
    },
  ],
  1005: [
    "filecoin",
    {
      el_GR: "第一次參與？用半年、1 TB 認識雲算力的運作方式。",
      en_US: "New to mining? See how cloud computing power works with 1 TB for half a year.",
    },
  ],
  1006: [
    "filecoin",
    {
      el_GR: "我們的第一期產品，已售罄並停止銷售。",
      en_US: "Our first product. It has sold out and is no longer for sale.",
    },
  ],
  1007: [
    "swarm",
    {
      el_GR: "由我們營運 Swarm 節點，提供分散式儲存與頻寬。",
      en_US: "We run Swarm nodes that provide distributed storage and bandwidth.",
    },
  ],
  1008: [
    "arweave",
    {
      el_GR: "Arweave 將資料永久保存，產出來自儲存證明與資料存取。",
      en_US: "Arweave stores data for good. Output comes from proofs of storage and from serving data.",
    },
  ],
};

/** The demo's figures for products whose figures are edge cases in tests, such as the maximum number of decimals. */
const DEMO_FIELDS: Readonly<Record<string, Body>> = {
  1008: { minBuy: "1", maxBuy: "500", stepBuy: "1", profitRatio: "45", price: "6.2" },
};

/** The demo's products: those of the tests without harmful texts, and with introductions of their own. */
export const DEMO_POWER: readonly Product[] = POWER.map((product) => {
  const [network, lead] = LEADS[product.productId] ?? ["filecoin"];
  const introduction = introductionOf(network, lead);
  const { inLanguage, fields, ...rest } = product;
  return {
    ...rest,
    fields: {
      ...fields,
      ...DEMO_FIELDS[product.productId],
      ...(inLanguage ? {} : { productMinerIntroduce: introduction }),
    },
    ...(inLanguage ? { inLanguage: { ...inLanguage, productMinerIntroduce: introduction } } : {}),
  };
});

/** A stored product. `fields` is sent unchanged. */
export interface Product {
  productId: string | number;
  title: Both;
  picture: string;
  /** The names of the pictures on the product's page. */
  gallery: readonly string[];
  /** Remaining terabytes or machines, as decimal text. */
  stock: string;
  statusText?: Both;
  /** The few attributes that a list shows if it names them by `attrKvKey`. */
  listed?: readonly { name: Both; description: string }[];
  fields: Body;
  /** Fields that are sent in the request's language alone. */
  inLanguage?: Readonly<Record<string, Readonly<Record<keyof Both, unknown>>>>;
}
