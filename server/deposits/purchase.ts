import Big from "big.js";
import { coinNames } from "~server/catalogue/names";
import { optionalRead } from "~server/loader/reads";
import type { Locale } from "~server/i18n/locale";
import { payAmount } from "~server/purchase/amount";
import { readDecimal } from "~server/purchase/decimal";
import { checkQuantity } from "~server/purchase/quantity";
import { saleRule } from "~server/purchase/rules";
import { decoded } from "~server/session/redirects";
import { productDetail } from "~server/upstream/catalogue";
import { TooManyLookups, type UpstreamContext } from "~server/upstream/client";
import { productAccount } from "~server/upstream/orders";

export interface PurchaseNeed {
  paySymbol: string;
  coin: string;
  /** The payment minus the balance, in units of `paySymbol`. */
  amount: string;
}

const PRODUCT = /^\/PowerProductDetail\/([^/]+)$/i;

/** Returns the amount that the purchase of `returnTo` still needs, at the upstream's price; undefined if unreadable. */
export async function purchaseNeed(
  upstreamContext: UpstreamContext & { locale: Locale },
  returnTo: string | undefined,
): Promise<PurchaseNeed | undefined> {
  const wanted = returnTo === undefined ? undefined : productIn(returnTo);
  if (!wanted) return undefined;
  const product = await readProduct(upstreamContext.locale, wanted.productId);
  if (!product || saleRule(product)) return undefined;
  const { price, paySymbol, losslessId } = product;
  const quantity = checkQuantity(product, wanted.buyAmount);
  if (!quantity.ok || price === undefined || paySymbol === undefined) return undefined;
  const [account, coinName] = await Promise.all([
    optionalRead(productAccount(upstreamContext, losslessId)),
    coinNames(upstreamContext.locale),
  ]);
  // An unreadable balance is not an empty one.
  const balance = readDecimal(account?.balance);
  if (!balance) return undefined;
  const missing = new Big(payAmount(quantity.quantity, price)).minus(balance);
  return { paySymbol, coin: coinName(paySymbol), amount: missing.gt(0) ? missing.toFixed() : "0" };
}

function productIn(returnTo: string): { productId: string; buyAmount: string } | undefined {
  const { pathname, searchParams } = new URL(returnTo, "http://host.invalid");
  const [, encoded] = PRODUCT.exec(pathname) ?? [];
  const buyAmount = searchParams.get("buyAmount");
  const productId = encoded && decoded(encoded);
  return productId === undefined || buyAmount === null ? undefined : { productId, buyAmount };
}

async function readProduct(locale: Locale, productId: string) {
  try {
    return (await optionalRead(productDetail({ locale }, productId)))?.product;
  } catch (error) {
    if (error instanceof TooManyLookups) return undefined;
    throw error;
  }
}
