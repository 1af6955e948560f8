import fc from "fast-check";

/**
 * Any text: any code points, unpaired surrogates included. `fc.string({ unit: "binary" })` gives the same, after more
 * than a second in which it lists them all.
 */
export const anyText = (maxLength = 10): fc.Arbitrary<string> =>
  fc
    .array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength })
    .map((codePoints) => String.fromCodePoint(...codePoints));
