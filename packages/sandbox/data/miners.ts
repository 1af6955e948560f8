import type { Product } from "./power";
import type { Both } from "../values";
import { MODELS } from "./miner-models";
import { attributesOf, configurationOf, introductionOf, type Model } from "./miner-texts";

/** The attributes that the list shows, with their names: the value of `attrKvKey` (kv key `miner-attr-h5`). */
export const MINER_ATTRIBUTES: readonly { key: "hashrate" | "power" | "efficiency"; name: Both }[] = [
  { key: "hashrate", name: { el_GR: "額定算力", en_US: "Hashrate" } },
  { key: "power", name: { el_GR: "額定功耗", en_US: "Power draw" } },
  { key: "efficiency", name: { el_GR: "能源效率", en_US: "Efficiency" } },
];

/** A storage server has this attribute instead of the hashrate. */
const CAPACITY: Both = { el_GR: "儲存容量", en_US: "Capacity" };

/** Returns the names of a model's pictures: the machine from both sides, and its data centre. */
function galleryOf({ family, picture }: Model): string[] {
  const back = family === "storage" ? [] : [`${picture}-back`];
  return [picture, ...back, `${picture}-detail`, "data-centre", "control-room"];
}

/** Returns the per-locale fields, alternating between the three shapes that the upstream uses. */
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

/** Mining machines that are offered for hosting. */
export const MINERS: readonly Product[] = MODELS.map((model, index) => {
  const { fields, ...texts } = textsOf(model, index);
  return {
    productId: index % 2 === 0 ? model.id : String(model.id),
    title: { el_GR: `${model.name} 託管礦機`, en_US: `${model.name} Hosting` },
    picture: model.picture,
    gallery: galleryOf(model),
    stock: "100",
    ...(model.statusText ? { statusText: model.statusText } : {}),
    listed: MINER_ATTRIBUTES.map(({ key, name }) => ({
      name: key === "hashrate" && model.family === "storage" ? CAPACITY : name,
      description: model[key],
    })),
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
