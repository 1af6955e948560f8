import { CATALOGUE_RENEW_MS, isAtMost, readCatalogue, WHOLE_LIST_PAGE_SIZE } from "~server/catalogue/snapshot";
import type { Locale } from "~server/i18n/locale";
import { optionalRead } from "~server/loader/reads";
import type { RuleRefusal } from "~server/purchase/rules";
import { productDetail, productList, type ProductType } from "~server/upstream/catalogue";
import { type ReadOptions, UpstreamNotFound, UpstreamRejected } from "~server/upstream/client";
import { wasListed } from "~server/upstream/lossless-ids";

/** Maximum age of a snapshot that proves a product unlisted; renewing a snapshot takes time. */
const PROVES_FOR_MS = 2 * CATALOGUE_RENEW_MS;

/**
 * The kind of product that an id names. Details and purchases use the same calls for both kinds, so only the lists
 * tell them apart. A miner is not in the complete list of power products; an unlisted product is in neither complete
 * list; "unclear" if a list cannot be read completely now.
 */
export type Listing = "power" | "miner" | "unlisted" | "unclear";

/** Looks an id up in the first hundred products of each list, then in the snapshots; waits for the first one only. */
export async function listingOf(locale: Locale, productId: string, options?: ReadOptions): Promise<Listing> {
  const power = await entryIn("power", locale, productId, options);
  if (power === "listed") return "power";
  if (power === "unclear") return "unclear";
  const miner = await entryIn("miner", locale, productId, options);
  if (power === "listedBefore") return miner === "listed" ? "unclear" : "power";
  if (miner === "unclear") return "unclear";
  return miner === "absent" ? "unlisted" : "miner";
}

/** `listedBefore`: only an older list names the product, although the beginning of the list can be read now. */
type Entry = "listed" | "listedBefore" | "absent" | "unclear";

async function entryIn(type: ProductType, locale: Locale, productId: string, options?: ReadOptions): Promise<Entry> {
  const read = (how?: ReadOptions) =>
    optionalRead(productList({ locale }, { page: 1, pageSize: WHOLE_LIST_PAGE_SIZE, type }, how));
  const list = await read(options);
  // An older response can prove that a product is listed, but not that it is missing.
  const last = list ?? (options && (await read({ waitMs: 0 })));
  if (last?.products.some((product) => product.productId === productId)) return "listed";
  if (list && !list.more && list.products.length >= list.count) return "absent";
  // If the product was listed recently, buyers need not wait for the first snapshot.
  const wasNamed = wasListed(type, productId);
  const patience = { type, maxAgeMs: PROVES_FOR_MS, ...(wasNamed && { waitMs: 0 }) };
  const snapshot = await optionalRead(readCatalogue(locale, patience));
  const isInSnapshot = snapshot?.byId.has(productId);
  if (isAtMost(snapshot, PROVES_FOR_MS) && (isInSnapshot || snapshot?.isWhole))
    return isInSnapshot ? "listed" : "absent";
  if (!wasNamed && !isInSnapshot) return "unclear";
  return list ? "listedBefore" : "listed";
}

/** Rejects everything except power products; a hosted miner must never be sold. */
export function listingRule(listing: Listing): RuleRefusal | null {
  if (listing === "power") return null;
  return { rule: "sale", message: { key: listing === "unclear" ? "errors.productUnclear" : "errors.notForSale" } };
}

/** Checks before a payment that the product is a power product, by lists no older than 30 s. */
export async function powerRule(locale: Locale, productId: string): Promise<RuleRefusal | null> {
  return listingRule(await listingOf(locale, productId, { maxAge: "fresh" }));
}

/**
 * Reads the product of a page. A rejected call does not prove that the product is gone.
 *
 * @throws Response 404 if the upstream says that the product does not exist, or rejects the call while both lists are
 * complete and do not name it
 */
export async function findProduct(locale: Locale, productId: string) {
  try {
    return await productDetail({ locale }, productId);
  } catch (error) {
    const isGone =
      error instanceof UpstreamNotFound ||
      (error instanceof UpstreamRejected && (await listingOf(locale, productId, { maxAge: "fresh" })) === "unlisted");
    throw isGone ? new Response(null, { status: 404 }) : error;
  }
}

export function minerPath(productId: string): string {
  return `/MinerProductDetail/${encodeURIComponent(productId)}`;
}

/** Reads a power product and its listing. Throws a 301 to the miner's page if the id names a hosted miner. */
export async function findPower(locale: Locale, productId: string) {
  const [found, listing] = await Promise.all([
    findProduct(locale, productId).catch((error: unknown) => ({ error })),
    listingOf(locale, productId),
  ]);
  // The redirect is not cached, because a miner may become a power product tomorrow.
  const headers = { Location: minerPath(productId), "Cache-Control": "no-store", "X-Remix-Reload-Document": "true" };
  if (listing === "miner") throw new Response(null, { status: 301, headers });
  if ("error" in found) throw found.error;
  return { ...found, listing };
}
