import Big from "big.js";
import fc from "fast-check";

/** Makes decimals between 0 and `most` with at most `places` decimals, as text. */
export const decimals = (places: number, most: number) =>
  fc.integer({ min: 0, max: most * 10 ** places }).map((n) => new Big(n).div(10 ** places).toFixed());

const maybe = (part: fc.Arbitrary<string>) => fc.option(part, { nil: undefined });

/**
 * Makes limits as an upstream may send them: missing, with steps that do not divide, with more decimals than can be
 * bought, with a maximum below the minimum.
 */
export const limits = (mostBuy: number, mostStep: number) =>
  fc.record({
    minBuy: maybe(decimals(3, 20)),
    maxBuy: maybe(decimals(3, mostBuy)),
    stepBuy: maybe(decimals(3, mostStep)),
  });
