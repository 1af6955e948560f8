import { LosslessNumber } from "lossless-json";
import { LRUCache } from "lru-cache";
import { PUBLIC_STALE_MS } from "./constants";
import { id, type Read } from "./parsers";

/**
 * An identifier as the upstream sent it, text or a number with every digit, so that it goes back with its original type
 * (behaviour 3.20). For the upstream alone: pages and cookies carry the text (`String(losslessId)`).
 */
export type LosslessId = string | LosslessNumber;

/** Reads an identifier without changing its type. */
export const losslessId: Read<LosslessId> = (value) => {
  const text = id(value);
  return value instanceof LosslessNumber && text !== undefined ? value : text;
};

/** More than any upstream sells; an evicted id is sent as text, as in the URL. */
const REMEMBERED_MAX = 10_000;

const productIds = new LRUCache<string, LosslessId>({ max: REMEMBERED_MAX });

/** Those among them that the upstream has since reported as not found. */
const gone = new LRUCache<string, true>({ max: REMEMBERED_MAX });

/** Products by the list that has named them lately: no older than a list that is shown over an outage. */
const listed = new LRUCache<string, true>({ max: 2 * REMEMBERED_MAX, ttl: PUBLIC_STALE_MS });

/** Notes that a list has named these products. */
export function noteListed(list: string, products: readonly { productId: string }[]): void {
  for (const { productId } of products) listed.set(`${list} ${productId}`, true);
}

/** Whether any page of a list has named a product within the last minutes. It may be on the list no longer. */
export const wasListed = (list: string, productId: string): boolean => listed.has(`${list} ${productId}`);

/** Notes how the upstream sends the identifiers of these products. */
export function noteProductIds(products: readonly { productId: string; losslessId: LosslessId }[]): void {
  for (const { productId, losslessId: sent } of products) {
    productIds.set(productId, sent);
    gone.delete(productId);
  }
}

/** The identifier of a product that a page knows from its URL alone: as the upstream last sent it, or as text. */
export function productIdAsSent(productId: string): LosslessId {
  return productIds.get(productId) ?? productId;
}

/** Whether the upstream has listed a product lately, so that its id is not made up. */
export function isKnownProduct(productId: string): boolean {
  return productIds.has(productId) && !gone.has(productId);
}

/** Notes that the upstream reports that a product no longer exists. */
export function noteProductGone(productId: string): void {
  if (productIds.has(productId)) gone.set(productId, true);
}

/** Forgets them, for tests. */
export function forgetProductIds(): void {
  productIds.clear();
  gone.clear();
  listed.clear();
}
