import type { Offer } from "../call";
import type { Both } from "../values";
import type { Product } from "../data/power";
import { DEMO_OFFER } from "../seed";
import { byte } from "./encoding";

/** Products and notices of the scenario `field`: the demo's, in the forms that real platforms send. */

const MONEY = "USDT1742";

/** One-line texts with HTML entities in them. */
const TITLES: Readonly<Record<string, Both>> = {
  1001: {
    el_GR: "Filecoin 旗艦雲算力 &#40;540 天&#41; &amp; 託管",
    en_US: "Filecoin Flagship Power &amp; Hosting &#40;540 days&#41;",
  },
  // The title is cut in the middle of a character, as if by a program that counts bytes.
  1004: {
    el_GR: `Chia 綠色儲存算力${byte(0xe5)}${byte(0xa4)}`,
    en_US: `Chia Green Storage Power 720 days ${byte(0xe5)}${byte(0xa4)}`,
  },
};

/** Adds texts in languages that the shop lacks, or replaces one of its languages by them. */
function inLocales(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("el_GR" in value) || !("en_US" in value)) return value;
  const { el_GR, en_US } = value;
  return JSON.stringify({ zh_CN: el_GR, en_US, ko_KR: en_US, ja_JP: en_US, vi_VN: en_US });
}

function inField(product: Product): Product {
  const { fields, title, ...rest } = product;
  const texts = Object.fromEntries(
    ["productMinerIntroduce", "productMinerAttr", "productMinerOtherAttr"]
      .filter((name) => name in fields)
      .map((name) => [name, inLocales(fields[name])]),
  );
  return {
    ...rest,
    title: TITLES[product.productId] ?? title,
    fields: { ...fields, ...texts, ...("paySymbol" in fields ? { paySymbol: MONEY } : {}) },
  };
}

/** The list reports one more. */
const NOTICES = 7;

const entities = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("「", "&laquo;")
    .replaceAll("」", "&raquo;")
    .replaceAll("’", "&#39;")
    .replaceAll(":", "&#58;");

export const FIELD_OFFER: Offer = {
  power: DEMO_OFFER.power.map(inField),
  notices: DEMO_OFFER.notices.slice(0, NOTICES).map(({ title, ...notice }) => ({
    ...notice,
    title: { el_GR: entities(title.el_GR), en_US: entities(title.en_US) },
  })),
  orders: DEMO_OFFER.orders,
};
