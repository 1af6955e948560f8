import fc from "fast-check";

/**
 * Makes arbitrary texts of any code points, including unpaired surrogates. `fc.string({ unit: "binary" })` lists all
 * code points first, which takes more than a second.
 */
export const anyText = (maxLength = 10): fc.Arbitrary<string> =>
  fc
    .array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength })
    .map((codePoints) => String.fromCodePoint(...codePoints));
