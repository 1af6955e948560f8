import { LosslessNumber } from "lossless-json";
import { LRUCache } from "lru-cache";
import { id, type Read } from "./readers";

/**
 * An identifier as the platform sent it, text or a number with every digit, so that it goes back with the type that it
 * came with (behaviour 3.20). For the platform alone: pages and cookies carry the text (`String(sentId)`).
 */
export type LosslessId = string | LosslessNumber;

/** Reads an identifier without changing its type. */
export const losslessId: Read<LosslessId> = (value) => {
  const text = id(value);
  return value instanceof LosslessNumber && text !== undefined ? value : text;
};

/** More than any platform sells; what is forgotten is sent as text, as an address gives it. */
const REMEMBERED_MAX = 10_000;

const productIds = new LRUCache<string, LosslessId>({ max: REMEMBERED_MAX });

/** Those among them that the platform has said not to exist since. */
const gone = new LRUCache<string, true>({ max: REMEMBERED_MAX });

/** Notes how the platform sends the identifiers of these products. */
export function noteProductIds(products: readonly { productId: string; sentId: LosslessId }[]): void {
  for (const { productId, sentId: sent } of products) {
    productIds.set(productId, sent);
    gone.delete(productId);
  }
}

/** The identifier of a product that a page knows from its address alone: as the platform last sent it, or as text. */
export function productIdAsSent(productId: string): LosslessId {
  return productIds.get(productId) ?? productId;
}

/** Whether the platform has named a product lately: somebody who asks for it has not made it up. */
export function isKnownProduct(productId: string): boolean {
  return productIds.has(productId) && !gone.has(productId);
}

/** Notes that the platform says that there is no such product any longer. */
export function noteProductGone(productId: string): void {
  if (productIds.has(productId)) gone.set(productId, true);
}

/** Forgets them, for tests. */
export function forgetProductIds(): void {
  productIds.clear();
  gone.clear();
}
