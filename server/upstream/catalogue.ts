import type { z } from "zod";
import { env } from "~server/env";
import type { Locale } from "~server/locale";
import { imageUrl } from "./links";
import { publicCall, type PublicCaller } from "./public-cache";
import { amount, block, decimal, id, line, rawStatus, symbol, type Read } from "./readers";
import { noteProductIds, productIdAsSent, sentId } from "./sent-ids";
import {
  counted,
  fields,
  inLocale,
  lenient,
  optional,
  perLocale,
  required,
  tolerantList,
  unpackedList,
} from "./shapes";
import { HASHRATE } from "./transport";

/** Only products with this tag are shown on the web (behaviour 7.37). */
const SHOW_TAG = 2;
const PRODUCT_TYPES = { power: 1, miner: 2 } as const;
/** What the platform keeps apart: computing power, and hosted miners. */
export type ProductType = keyof typeof PRODUCT_TYPES;

const INTRODUCTION_MAX_LENGTH = 100_000;

const status: Read<"presale" | "ended" | "onsale"> = (value) => {
  const raw = rawStatus(value);
  if (raw === undefined) return undefined;
  return raw === "0" ? "presale" : raw === "2" ? "ended" : "onsale";
};

/** Pictures: one address, a list of them, or the JSON string of a list; addresses that are not safe are left out. */
function pictures(value: unknown): string[] {
  return (unpackedList(value) ?? [value]).flatMap((address) => imageUrl(address) ?? []);
}

const attribute = fields({ attr: required(line(200)), description: required(line(1000)) });
const attributeList = tolerantList(attribute);

function attributes(locale: Locale): Read<z.output<typeof attribute>[]> {
  return (value) => attributeList.safeParse(unpackedList(inLocale(value, locale))).data ?? [];
}

/** Prices, limits and the rate of service refuse the answer when malformed; what only describes reads as missing. */
const product = perLocale((locale) =>
  fields(
    {
      productId: required(id),
      sentId: required(sentId),
      title: required(line(200)),
      thumbnail: lenient((value) => pictures(value)[0]),
      gallery: required(pictures),
      status: required(status),
      rawStatus: required(rawStatus),
      statusText: lenient(line(60)),
      miningCycleDays: lenient(amount),
      serviceRatePercent: optional(amount),
      incomeType: lenient(amount),
      minBuy: optional(amount),
      maxBuy: optional(amount),
      stepBuy: optional(amount),
      profitRatioPercent: lenient(decimal),
      price: optional(amount),
      paySymbol: optional(symbol),
      introduce: lenient((value) => block(INTRODUCTION_MAX_LENGTH)(inLocale(value, locale))),
      attributes: required(attributes(locale)),
      otherAttributes: required(attributes(locale)),
      otherAttrs: required(attributes(locale)),
    },
    {
      sentId: "productId",
      thumbnail: "thumbnail2List",
      gallery: "thumbnail2Detail",
      status: "productStatus",
      rawStatus: "productStatus",
      statusText: "status_text",
      miningCycleDays: "miningCycle",
      serviceRatePercent: "serviceRate",
      profitRatioPercent: "profitRatio",
      introduce: "productMinerIntroduce",
      attributes: "productMinerAttr",
      otherAttributes: "productMinerOtherAttr",
    },
  ),
);

/**
 * A product (behaviour 3.5). Numbers are decimal strings: `price` in `paySymbol` per TB, `minBuy`, `maxBuy` and
 * `stepBuy` in TB, `miningCycleDays` in days, `serviceRatePercent` and `profitRatioPercent` in %, `incomeType` the n of
 * settlement T+n. What is undefined was not sent. `otherAttrs` are those that a list of miners names by `attrKvKey`.
 * `sentId` is the `productId` for calls of the platform, with the type that it came with; it is not for pages.
 */
export type Product = z.output<(typeof product)[Locale]>;

const productPage = perLocale((locale) => counted("data", product[locale]));

/** One page of products, and how many there are on all pages. */
export interface ProductPage {
  products: Product[];
  count: number;
  /** Set when the platform failed and this is its last good answer. */
  asOf?: Date | undefined;
}

/**
 * project_sku (behaviour 7.37): one page of power products or hosted miners. Cached.
 *
 * @param input `page` from 1
 * @throws Refused; Unavailable, also when one product of the page is unreadable
 */
export async function productList(
  caller: PublicCaller,
  { page, pageSize, type }: { page: number; pageSize: number; type: ProductType },
): Promise<ProductPage> {
  const attrKvKey = type === "miner" ? env().MINER_ATTR_KV_KEY : undefined;
  const { value, asOf } = await publicCall(caller, {
    path: `${HASHRATE}/project_sku`,
    body: { page, pageSize, showTag: SHOW_TAG, type: PRODUCT_TYPES[type], attrKvKey },
    schema: productPage[caller.locale],
  });
  noteProductIds(value.items);
  return { products: value.items, count: value.count, asOf };
}

/**
 * project_sku_detail (behaviour 7.38): one product. Cached, but with `fresh` asked for anew and never an older answer:
 * what a purchase reads before it pays.
 *
 * @throws Absent where the platform says clearly that there is none; Refused; Unavailable, also for an answer that is
 *   about another product
 */
export async function productDetail(
  caller: PublicCaller,
  productId: string,
  options: { fresh?: boolean } = {},
): Promise<{ product: Product; asOf?: Date | undefined }> {
  const schema = product[caller.locale].refine((sent) => sent.productId === productId);
  const wanted = {
    path: `${HASHRATE}/project_sku_detail`,
    body: { productId: productIdAsSent(productId) },
    schema,
    mayBeAbsent: true,
  };
  const { value, asOf } = await publicCall(caller, wanted, options);
  noteProductIds([value]);
  return { product: value, asOf };
}
