import { z } from "zod";
import { perLocale } from "~/i18n/locales";
import { env } from "~server/env";
import type { Locale } from "~server/i18n/locale";
import { isObject } from "@storefront/upstream-client/json";
import { turnBudget } from "@storefront/upstream-client/turn-budget";
import { addressWork, imageUrl } from "./links";
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

/** Tag of the products that are shown on the web. */
const SHOW_TAG = 2;
const PRODUCT_TYPES = { power: 1, miner: 2 } as const;
export type ProductType = keyof typeof PRODUCT_TYPES;

/** A missing or invalid status reads as `unknown`, which closes the sale. */
const status: Read<"presale" | "ended" | "onsale" | "unknown"> = (value) => {
  const raw = rawStatus(value);
  if (raw === undefined) return "unknown";
  return raw === "0" ? "presale" : raw === "2" ? "ended" : "onsale";
};

const TERMS = { price: amount, paySymbol: symbol, minBuy: amount, maxBuy: amount, stepBuy: amount } as const;

/** True if a term of sale was sent but is unreadable. The product is then not sold: amounts are never guessed. */
const unclear: Read<true> = (sent) => {
  if (!isObject(sent)) return undefined;
  const isUnclear = Object.entries(TERMS).some(([name, read]) => {
    const value = Object.hasOwn(sent, name) ? sent[name] : undefined;
    return !isAbsent(value) && read(value) === undefined;
  });
  return isUnclear || sent.unclear === true || undefined;
};

const PICTURES_MAX = 100;
/** Number of addresses, 5 µs each, that one turn of the event loop reads; long ones count more than once. */
export const ADDRESSES_MAX = 10_000;
const addresses = turnBudget(ADDRESSES_MAX);

/** Reads pictures: one address, a list, or the JSON string of a list; omits unsafe addresses. */
function pictures(value: unknown): string[] {
  const sent = (unpackedList(value) ?? [value]).slice(0, PICTURES_MAX);
  for (const address of sent) addresses.spend(addressWork(address));
  return addresses.left() < 0 ? [] : sent.flatMap((address) => imageUrl(address) ?? []);
}

/** More than any product has. A product has three such lists, and a page renders all of them in one turn. */
const ATTRIBUTES_MAX = 100;

/** An unreadable description becomes "—", because the attribute was sent. */
const attribute = (locale: Locale) =>
  fields({
    attr: required(oneLine(200, locale)),
    description: required((value) => oneLine(1000, locale)(value) ?? decimal(value) ?? MISSING),
  });

function attributes(locale: Locale): Read<z.output<ReturnType<typeof attribute>>[]> {
  const list = tolerantList(attribute(locale));
  return (value) => list.safeParse(unpackedList(inLocale(value, locale))?.slice(0, ATTRIBUTES_MAX)).data ?? [];
}

const TITLE_MAX_LENGTH = 200;

/** Only a missing id makes a product unreadable. Any other malformed value counts as missing. */
const product = perLocale((locale) =>
  fields({
    productId: required(id),
    losslessId: required(losslessId, "productId"),
    title: required((value) => oneLine(TITLE_MAX_LENGTH, locale)(value) ?? MISSING),
    thumbnail: optionalOnError((value) => pictures(value)[0], "thumbnail2List"),
    gallery: required(pictures, "thumbnail2Detail"),
    status: required(status, "productStatus"),
    rawStatus: optionalOnError(rawStatus, "productStatus"),
    statusText: optionalOnError(oneLine(60, locale), "status_text"),
    miningCycleDays: optionalOnError(amount, "miningCycle"),
    serviceRatePercent: optionalOnError(amount, "serviceRate"),
    incomeType: optionalOnError(amount),
    minBuy: optionalOnError(amount),
    maxBuy: optionalOnError(amount),
    stepBuy: optionalOnError(amount),
    profitRatioPercent: optionalOnError(decimal, "profitRatio"),
    price: optionalOnError(amount),
    paySymbol: optionalOnError(symbol),
    unclear: optionalOnError(unclear, WHOLE),
    introduce: optionalOnError((value) => block(TEXT_READ_LENGTH)(inLocale(value, locale)), "productMinerIntroduce"),
    attributes: required(attributes(locale), "productMinerAttr"),
    otherAttributes: required(attributes(locale), "productMinerOtherAttr"),
    otherAttrs: required(attributes(locale)),
  }),
);

/**
 * A product. Numbers are decimal strings: `price` in `paySymbol` per TB, `minBuy`, `maxBuy` and `stepBuy` in TB.
 * `incomeType` is the n of settlement T+n; `unclear` means unreadable terms of sale.
 */
export type Product = z.output<(typeof product)[Locale]>;

export interface ProductPage extends Omit<Page<Product>, "items"> {
  products: Product[];
  /** Set if the upstream failed and this is its last good response. */
  asOf?: Date | undefined;
}

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

/** Reads a page for the snapshot of a whole list, uncached: a hundred pages would evict those that visitors see. */
export async function catalogueSlice(
  { locale }: Pick<PublicContext, "locale">,
  page: PageOf & { type: ProductType },
): Promise<Omit<ProductPage, "asOf">> {
  const { items: products, ...facts } = await anonymousCall({ locale, isBackground: true }, listCall({ locale }, page));
  noteProductIds(products);
  noteListed(page.type, products);
  return { products, ...facts };
}

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

/** Accepts a response without an id, unless it lacks the title too. */
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
 * Reads a product. Cached unless `fresh`. A response about another product is unusable.
 *
 * @throws UpstreamNotFound if the upstream says that the product does not exist; TooManyLookups
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
