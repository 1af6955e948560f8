import { LosslessNumber } from "lossless-json";
import { LRUCache } from "lru-cache";
import { id, type Read } from "./readers";

/**
 * An identifier as the platform sent it, text or a number with every digit, so that it goes back with the type that it
 * came with (behaviour 3.20). For the platform alone: pages and cookies carry the text (`String(sentId)`).
 */
export type SentId = string | LosslessNumber;

/** Reads an identifier without changing its type. */
export const sentId: Read<SentId> = (value) => {
  const text = id(value);
  return value instanceof LosslessNumber && text !== undefined ? value : text;
};

/** More than any platform sells; what is forgotten is sent as text, as an address gives it. */
const REMEMBERED_MAX = 10_000;

const productIds = new LRUCache<string, SentId>({ max: REMEMBERED_MAX });

/** Notes how the platform sends the identifiers of these products. */
export function noteProductIds(products: readonly { productId: string; sentId: SentId }[]): void {
  for (const { productId, sentId: sent } of products) productIds.set(productId, sent);
}

/** The identifier of a product that a page knows from its address alone: as the platform last sent it, or as text. */
export function productIdAsSent(productId: string): SentId {
  return productIds.get(productId) ?? productId;
}

/** Whether the platform has named a product lately: somebody who asks for it has not made it up. */
export function isKnownProduct(productId: string): boolean {
  return productIds.has(productId);
}

/** The platform says that there is no such product any longer. */
export function forgetProductId(productId: string): void {
  productIds.delete(productId);
}

/** Forgets them, for tests. */
export function forgetProductIds(): void {
  productIds.clear();
}
