import { attributesOf, introductionOf, otherAttributesOf } from "./power-texts";
import type { Body, Both } from "../call";

const CHIA = introductionOf("chia");

/** A markdown text with harmful markup, which must not reach a browser as markup. */
const HOSTILE = {
  el_GR: `${CHIA.el_GR}\n<script>document.title = "owned"</script>\n\n[了解更多](javascript:alert(1)) <img src=x onerror="alert(1)">\n`,
  en_US: `${CHIA.en_US}\n<script>document.title = "owned"</script>\n\n[Read more](javascript:alert(1)) <img src=x onerror="alert(1)">\n`,
};

/** The names of its pictures: the product, and where it stands. */
const galleryOf = (picture: string) => [picture, `${picture}-detail`, "data-centre", "control-room"];

/**
 * Computing power, by the terabyte. Between them the products show every status, every shape of a per-locale attribute,
 * and numbers both as text and as JSON numbers.
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
    title: { el_GR: "Filecoin 尊享雲算力 1080 天", en_US: "Filecoin Premier Power, 1080 days" },
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
    title: { el_GR: "Filecoin 創世雲算力（第一期）", en_US: "Filecoin Genesis Power, first issue" },
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

/** A product as it is stored. `fields` goes out as it is. */
export interface Product {
  productId: string | number;
  title: Both;
  picture: string;
  /** Names of the pictures on its page. */
  gallery: readonly string[];
  /** The rest to sell: terabytes or machines, decimal text. */
  stock: string;
  statusText?: Both;
  /** The few attributes that a list shows when it names them by `attrKvKey`. */
  listed?: readonly { name: Both; description: string }[];
  fields: Body;
  /** Fields that go out in the request's language alone. */
  inLanguage?: Readonly<Record<string, Readonly<Record<keyof Both, unknown>>>>;
}
