/** Prices have so many decimals, where any of them has one. */
const PRICE_PLACES = 2;

/**
 * How many decimals adjacent prices have at least: those of the longest one of the same coin.
 *
 * @returns for a coin, the `minDecimals` of `formatDecimal`
 */
export function pricePlaces(
  shown: readonly { price?: string | undefined; coin?: string | undefined }[],
): (coin: string | undefined) => number {
  const places = new Map<string | undefined, number>();
  for (const { price = "", coin } of shown) {
    const own = price.split(".")[1]?.replace(/0+$/, "").length ?? 0;
    if (own) places.set(coin, Math.max(own, PRICE_PLACES, places.get(coin) ?? 0));
  }
  return (coin) => places.get(coin) ?? 0;
}
