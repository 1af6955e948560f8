import { CATALOGUE_RENEW_MS, isAtMost, readCatalogue, WHOLE_LIST_PAGE_SIZE } from "~server/catalogue/snapshot";
import type { Locale } from "~server/i18n/locale";
import { optionalRead } from "~server/loader/reads";
import type { RuleRefusal } from "~server/purchase/rules";
import { productDetail, productList, type ProductType } from "~server/upstream/catalogue";
import { type ReadOptions, UpstreamNotFound, UpstreamRejected } from "~server/upstream/client";
import { wasListed } from "~server/upstream/lossless-ids";

/** One product by its URL, and its kind: computing power, or a hosted miner. */

/** A snapshot this old still proves that a product is not in a list: renewals take their time. */
const PROVES_FOR_MS = 2 * CATALOGUE_RENEW_MS;

/**
 * What the upstream's lists say about an id. The details of a product and the purchase itself are the same calls for
 * both kinds, so the lists alone tell them apart (behaviour 2.30).
 *
 * - `power`: the list of power products names it;
 * - `miner`: the list of miners names it, and the whole list of power products does not;
 * - `unlisted`: neither list names it, and both are whole;
 * - `unclear`: anything else, since a list cannot be read whole now.
 */
export type Listing = "power" | "miner" | "unlisted" | "unclear";

/**
 * Looks an id up in the lists.
 *
 * @param options how old the first hundred of each may be. What is beyond comes from the snapshots, which are renewed
 *   in the background; only while there is none does this wait, for a second at most for each
 */
export async function listingOf(locale: Locale, productId: string, options?: ReadOptions): Promise<Listing> {
  const isPower = await isNamed("power", locale, productId, options);
  if (isPower) return "power";
  if (isPower === undefined) return "unclear";
  const isMiner = await isNamed("miner", locale, productId, options);
  return isMiner ? "miner" : isMiner === undefined ? "unclear" : "unlisted";
}

/**
 * Whether a list names a product.
 *
 * @returns undefined where it does not, as far as it can be read
 */
async function isNamed(
  type: ProductType,
  locale: Locale,
  productId: string,
  options?: ReadOptions,
): Promise<boolean | undefined> {
  const read = (how?: ReadOptions) =>
    optionalRead(productList({ locale }, { page: 1, pageSize: WHOLE_LIST_PAGE_SIZE, type }, how));
  const list = await read(options);
  // The last good response is no proof that the list lacks a product.
  const last = list ?? (options && (await read({ waitMs: 0 })));
  if (last?.products.some((product) => product.productId === productId)) return true;
  if (list && !list.more && list.products.length >= list.count) return false;
  // Whatever page has named it lately: nobody waits for the first snapshot, or goes without one, to buy what is sold.
  const wasNamed = wasListed(type, productId);
  const patience = { type, maxAgeMs: PROVES_FOR_MS, ...(wasNamed && { waitMs: 0 }) };
  const snapshot = await optionalRead(readCatalogue(locale, patience));
  if (snapshot?.byId.has(productId)) return true;
  return snapshot?.isWhole && isAtMost(snapshot, PROVES_FOR_MS) ? false : wasNamed || undefined;
}

/** Refuses what the list of power products does not name: nothing else is sold here, a hosted miner least of all. */
export function listingRule(listing: Listing): RuleRefusal | null {
  if (listing === "power") return null;
  return { rule: "sale", message: { key: listing === "unclear" ? "errors.productUnclear" : "errors.notForSale" } };
}

/** The same for a payment: the first hundred of the list are no older than 30 s. */
export async function powerRule(locale: Locale, productId: string): Promise<RuleRefusal | null> {
  return listingRule(await listingOf(locale, productId, { maxAge: "fresh" }));
}

/**
 * Reads the product of a product page. A rejection alone, with any code, does not mean that the product does not exist:
 * an upstream that is closed for an hour must not make search engines drop its products.
 *
 * @throws Response 404 only where the upstream clearly reports that there is none (success without data, or HTTP 404),
 *   or rejects the call while both whole lists, no older than they may be, do not name it (behaviour 13.36)
 * @throws UpstreamRejected, UpstreamUnavailable where it cannot be shown: the page responds with 503
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

/** The page of a hosted miner. */
export function minerPath(productId: string): string {
  return `/MinerProductDetail/${encodeURIComponent(productId)}`;
}

/**
 * Reads the product of a page about computing power, as `findProduct` does, and what the lists say about it.
 *
 * @throws Response also 301 to the page of a hosted miner (behaviour 2.30)
 */
export async function findPower(locale: Locale, productId: string) {
  const [found, listing] = await Promise.all([
    findProduct(locale, productId).catch((error: unknown) => ({ error })),
    listingOf(locale, productId),
  ]);
  // Browsers must not cache it: the upstream may sell as power tomorrow what it hosts today.
  const headers = { Location: minerPath(productId), "Cache-Control": "no-store", "X-Remix-Reload-Document": "true" };
  if (listing === "miner") throw new Response(null, { status: 301, headers });
  if ("error" in found) throw found.error;
  return { ...found, listing };
}
