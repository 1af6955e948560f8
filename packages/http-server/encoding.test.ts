import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { acceptedEncoding, compressQuickly, LARGE_BYTES } from "./encoding";

const digits = Buffer.from("0123456789abcdef".repeat(LARGE_BYTES / 8));

test("shared responses are compressed harder, unless they are so large that others would wait", () => {
  const page = Buffer.from(Array.from({ length: 3_000 }, (_, at) => `<li>${at * at}</li>`).join(""));
  expect(compressQuickly(page, "br", true)).not.toEqual(compressQuickly(page, "br"));
  expect(compressQuickly(digits, "br", true)).toEqual(compressQuickly(digits, "br"));
});

test.each(["br", "gzip"] as const)("a large body is complete when compressed as %s", (compression) => {
  const packed = compressQuickly(digits, compression, true);
  expect(packed.byteLength).toBeLessThan(digits.byteLength / 10);
  expect((compression === "br" ? brotliDecompressSync : gunzipSync)(packed).equals(digits)).toBe(true);
});

test("only the beginning of a header with thousands of encodings is read", () => {
  expect(acceptedEncoding(`${"a,".repeat(19)}gzip`)).toBe("gzip");
  expect(acceptedEncoding(`${",".repeat(20_000)}gzip`)).toBeUndefined();
});
