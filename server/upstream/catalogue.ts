import { z } from "zod";
import { perLocale } from "~/i18n/locales";
import { env } from "~server/env";
import type { Locale } from "~server/i18n/locale";
import { isObject } from "@storefront/upstream-client/json";
import { imageUrl } from "./links";
import { anonymousCall, cachedRead, HASHRATE, type PublicContext, type ReadOptions, UpstreamNotFound } from "./client";
import { amount, block, decimal, id, MISSING, rawStatus, symbol, TEXT_READ_LENGTH, type Read } from "./parsers";
import {
  isKnownProduct,
  noteListed,
  noteProductGone,
  noteProductIds,
  productIdAsSent,
  losslessId,
} from "./lossless-ids";
import {
  paginated,
  fields,
  inLocale,
  isAbsent,
  isCacheablePage,
  oneLine,
  optionalOnError,
  type Page,
  type PageOf,
  required,
  tolerantList,
  unpackedList,
  WHOLE,
} from "./schemas";

/** Only products with this tag are shown on the web (behaviour 7.37). */
const SHOW_TAG = 2;
const PRODUCT_TYPES = { power: 1, miner: 2 } as const;
/** The upstream's two kinds: computing power, and hosted miners. */
export type ProductType = keyof typeof PRODUCT_TYPES;

/** A missing or invalid status is unknown: it is shown as missing, and closes the sale. */
const status: Read<"presale" | "ended" | "onsale" | "unknown"> = (value) => {
  const raw = rawStatus(value);
  if (raw === undefined) return "unknown";
  return raw === "0" ? "presale" : raw === "2" ? "ended" : "onsale";
};

/** What decides whether and how much can be bought, and for how much. */
const DECIDES = { price: amount, paySymbol: symbol, minBuy: amount, maxBuy: amount, stepBuy: amount } as const;

/** Whether the terms of sale of a product were sent but are unreadable: amounts are never guessed (behaviour 3.23). */
const unclear: Read<true> = (sent) => {
  if (!isObject(sent)) return undefined;
  const isUnclear = Object.entries(DECIDES).some(([name, read]) => {
    const value = Object.hasOwn(sent, name) ? sent[name] : undefined;
    return !isAbsent(value) && read(value) === undefined;
  });
  return isUnclear || sent.unclear === true || undefined;
};

/** Pictures: one address, a list of them, or the JSON string of a list; unsafe addresses are omitted. */
function pictures(value: unknown): string[] {
  return (unpackedList(value) ?? [value]).flatMap((address) => imageUrl(address) ?? []);
}

/** A description that cannot be read is shown as missing: the attribute was sent. */
const attribute = (locale: Locale) =>
  fields({
    attr: required(oneLine(200, locale)),
    description: required((value) => oneLine(1000, locale)(value) ?? decimal(value) ?? MISSING),
  });

function attributes(locale: Locale): Read<z.output<ReturnType<typeof attribute>>[]> {
  const list = tolerantList(attribute(locale));
  return (value) => list.safeParse(unpackedList(inLocale(value, locale))).data ?? [];
}

const TITLE_MAX_LENGTH = 200;

/** Only a product without an id cannot be read; what else is malformed reads as missing (behaviour 3.23). */
const product = perLocale((locale) =>
  fields(
    {
      productId: required(id),
      losslessId: required(losslessId),
      title: required((value) => oneLine(TITLE_MAX_LENGTH, locale)(value) ?? MISSING),
      thumbnail: optionalOnError((value) => pictures(value)[0]),
      gallery: required(pictures),
      status: required(status),
      rawStatus: optionalOnError(rawStatus),
      statusText: optionalOnError(oneLine(60, locale)),
      miningCycleDays: optionalOnError(amount),
      serviceRatePercent: optionalOnError(amount),
      incomeType: optionalOnError(amount),
      minBuy: optionalOnError(amount),
      maxBuy: optionalOnError(amount),
      stepBuy: optionalOnError(amount),
      profitRatioPercent: optionalOnError(decimal),
      price: optionalOnError(amount),
      paySymbol: optionalOnError(symbol),
      unclear: optionalOnError(unclear),
      introduce: optionalOnError((value) => block(TEXT_READ_LENGTH)(inLocale(value, locale))),
      attributes: required(attributes(locale)),
      otherAttributes: required(attributes(locale)),
      otherAttrs: required(attributes(locale)),
    },
    {
      losslessId: "productId",
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
      unclear: WHOLE,
    },
  ),
);

/**
 * A product (behaviour 3.5). Numbers are decimal strings: `price` in `paySymbol` per TB, `minBuy`, `maxBuy` and
 * `stepBuy` in TB, `miningCycleDays` in days, `serviceRatePercent` and `profitRatioPercent` in %, `incomeType` the n of
 * settlement T+n. Undefined values were not sent or cannot be read; `unclear` means that this concerns the terms of
 * sale. `otherAttrs` are those that a list of miners names by `attrKvKey`. `losslessId` is the `productId` for calls of
 * the upstream, with its original type; it is not for pages.
 */
export type Product = z.output<(typeof product)[Locale]>;

/** One page of products, and how many there are on all pages. */
export interface ProductPage extends Omit<Page<Product>, "items"> {
  products: Product[];
  /** Set when the upstream failed and this is its last good response. */
  asOf?: Date | undefined;
}

/**
 * project_sku (behaviour 7.37): one page of power products or hosted miners. Cached.
 *
 * @param input `page` from 1
 * @throws UpstreamRejected; UpstreamUnavailable
 */
export async function productList(
  upstreamContext: PublicContext,
  { page, pageSize, type }: PageOf & { type: ProductType },
  options?: ReadOptions,
): Promise<ProductPage> {
  const { schema, ...call } = listCall(upstreamContext, { page, pageSize, type });
  const wanted = { ...call, schema: schema.transform(eachOnce), isCacheable: isCacheablePage(page) };
  const { value, asOf, isOlder } = await cachedRead(upstreamContext, wanted, options);
  const { items: products, ...facts } = value;
  noteProductIds(products);
  if (!isOlder) noteListed(type, products);
  return { products, ...facts, asOf };
}

/**
 * project_sku for the snapshot of a whole list (behaviour 2.91): one page of it with all its rows, uncached. Storing a
 * hundred of these responses would evict those that visitors see.
 *
 * @param input `page` from 1
 * @throws UpstreamRejected; UpstreamUnavailable
 */
export async function catalogueSlice(
  { locale }: Pick<PublicContext, "locale">,
  page: PageOf & { type: ProductType },
): Promise<Omit<ProductPage, "asOf">> {
  const { items: products, ...facts } = await anonymousCall({ locale, isBackground: true }, listCall({ locale }, page));
  noteProductIds(products);
  noteListed(page.type, products);
  return { products, ...facts };
}

/** A product that a page has twice is one. */
function eachOnce(page: Page<Product>): Page<Product> {
  const ids = new Set<string>();
  const isFirst = ({ productId }: Product) => !ids.has(productId) && ids.add(productId);
  return { ...page, items: page.items.filter(isFirst) };
}

function listCall({ locale }: Pick<PublicContext, "locale">, { page, pageSize, type }: PageOf & { type: ProductType }) {
  const attrKvKey = type === "miner" ? env().MINER_ATTR_KV_KEY : undefined;
  return {
    path: `${HASHRATE}/project_sku`,
    body: { page, pageSize, showTag: SHOW_TAG, type: PRODUCT_TYPES[type], attrKvKey },
    schema: paginated("data", product[locale], { page, pageSize }),
  };
}

/**
 * The response about one product, which may lack the product's id. One with neither an id nor a title is about no
 * product.
 */
function detailOf(productId: string) {
  return z
    .custom<Record<string, unknown>>(isObject)
    .refine(
      ({ productId: sent, title }) =>
        id(sent) === productId || (id(sent) === undefined && oneLine(TITLE_MAX_LENGTH)(title)),
    )
    .transform((sent) =>
      id(sent.productId) === productId ? sent : { ...sent, productId: productIdAsSent(productId), unclear: true },
    );
}

/**
 * project_sku_detail (behaviour 7.38): one product. Cached; with `fresh` it bypasses the cache, as a purchase does
 * before it pays.
 *
 * @throws UpstreamNotFound where the upstream clearly reports that there is none; UpstreamRejected;
 *   UpstreamUnavailable, also for a response about another product; TooManyLookups
 */
export async function productDetail(
  upstreamContext: PublicContext,
  productId: string,
  options?: ReadOptions,
): Promise<{ product: Product; asOf?: Date | undefined }> {
  const schema = detailOf(productId).pipe(product[upstreamContext.locale]);
  const wanted = {
    path: `${HASHRATE}/project_sku_detail`,
    body: { productId: productIdAsSent(productId) },
    schema,
    mayBeAbsent: true,
  };
  // What a purchase depends on is bounded by the limits of its forms.
  const isGuess = !options?.fresh && !isKnownProduct(productId);
  try {
    const { value, asOf } = await cachedRead(upstreamContext, wanted, { ...options, isGuess });
    noteProductIds([value]);
    return { product: value, asOf };
  } catch (error) {
    if (error instanceof UpstreamNotFound) noteProductGone(productId);
    throw error;
  }
}
