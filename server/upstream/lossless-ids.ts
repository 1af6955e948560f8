import { LosslessNumber } from "lossless-json";
import { LRUCache } from "lru-cache";
import { perEnv } from "~server/env";
import { PUBLIC_STALE_MS } from "./constants";
import { id, type Read } from "./parsers";

/** An identifier with its original type, text or number with every digit, to be sent back unchanged. */
export type LosslessId = string | LosslessNumber;

export const losslessId: Read<LosslessId> = (value) => {
  const text = id(value);
  return value instanceof LosslessNumber && text !== undefined ? value : text;
};

/** An id that was evicted is sent as the text in the URL. */
const REMEMBERED_MAX = 10_000;

/** Uses `maxSize`, because with `max` the library would reserve its space at once. */
const upTo = (maxSize: number) => ({ maxSize, sizeCalculation: () => 1 });

const products = perEnv(() => ({
  ids: new LRUCache<string, LosslessId>(upTo(REMEMBERED_MAX)),
  /** Known products that the upstream has since reported as not found. */
  gone: new LRUCache<string, true>(upTo(REMEMBERED_MAX)),
  /** Products by the list that named them. Entries last no longer than a list is shown during an outage. */
  listed: new LRUCache<string, true>({ ...upTo(2 * REMEMBERED_MAX), ttl: PUBLIC_STALE_MS }),
}));

export function noteListed(list: string, rows: readonly { productId: string }[]): void {
  for (const { productId } of rows) products().listed.set(`${list} ${productId}`, true);
}

/** True if any page of a list has named the product within the last minutes. */
export const wasListed = (list: string, productId: string): boolean => products().listed.has(`${list} ${productId}`);

export function noteProductIds(rows: readonly { productId: string; losslessId: LosslessId }[]): void {
  const { ids, gone } = products();
  for (const { productId, losslessId: sent } of rows) {
    ids.set(productId, sent);
    gone.delete(productId);
  }
}

/** Returns the identifier as the upstream last sent it, or as text. */
export function productIdAsSent(productId: string): LosslessId {
  return products().ids.get(productId) ?? productId;
}

/** True if the upstream has sent this id, so that it is not made up. */
export function isKnownProduct(productId: string): boolean {
  const { ids, gone } = products();
  return ids.has(productId) && !gone.has(productId);
}

export function noteProductGone(productId: string): void {
  const { ids, gone } = products();
  if (ids.has(productId)) gone.set(productId, true);
}
