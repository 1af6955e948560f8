import { LosslessNumber } from "lossless-json";
import { LRUCache } from "lru-cache";
import { PUBLIC_STALE_MS } from "./constants";
import { id, type Read } from "./parsers";

/**
 * An identifier with its original type, text or number with every digit, so that it goes back as it came (behaviour
 * 3.20). Pages and cookies carry the text.
 */
export type LosslessId = string | LosslessNumber;

export const losslessId: Read<LosslessId> = (value) => {
  const text = id(value);
  return value instanceof LosslessNumber && text !== undefined ? value : text;
};

/** An evicted id is sent as text, as in the URL. */
const REMEMBERED_MAX = 10_000;

const productIds = new LRUCache<string, LosslessId>({ max: REMEMBERED_MAX });

/** Known products that the upstream has since reported as not found. */
const gone = new LRUCache<string, true>({ max: REMEMBERED_MAX });

/** Products by the list that has named them: no older than a list that is shown during an outage. */
const listed = new LRUCache<string, true>({ max: 2 * REMEMBERED_MAX, ttl: PUBLIC_STALE_MS });

export function noteListed(list: string, products: readonly { productId: string }[]): void {
  for (const { productId } of products) listed.set(`${list} ${productId}`, true);
}

/** True if any page of a list has named a product within the last minutes. */
export const wasListed = (list: string, productId: string): boolean => listed.has(`${list} ${productId}`);

export function noteProductIds(products: readonly { productId: string; losslessId: LosslessId }[]): void {
  for (const { productId, losslessId: sent } of products) {
    productIds.set(productId, sent);
    gone.delete(productId);
  }
}

/** The identifier as the upstream last sent it, or as text. */
export function productIdAsSent(productId: string): LosslessId {
  return productIds.get(productId) ?? productId;
}

/** False for ids that may be made up. */
export function isKnownProduct(productId: string): boolean {
  return productIds.has(productId) && !gone.has(productId);
}

export function noteProductGone(productId: string): void {
  if (productIds.has(productId)) gone.set(productId, true);
}

export function forgetProductIds(): void {
  productIds.clear();
  gone.clear();
  listed.clear();
}
