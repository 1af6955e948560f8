import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { acceptedEncodings, compressQuickly, gzipPieces, LARGE_BYTES, SharedText } from "./encoding";

const digits = Buffer.from("0123456789abcdef".repeat(LARGE_BYTES / 8));

test("shared responses are compressed harder, unless they are so large that others would wait", () => {
  const rows = (length: number) => Buffer.from(Array.from({ length }, (_, at) => `<li>${at * at}</li>`).join(""));
  const [page, large] = [rows(3_000), rows(20_000)];
  expect(compressQuickly(page, "br", true)).not.toEqual(compressQuickly(page, "br"));
  expect(compressQuickly(large, "br", true)).toEqual(compressQuickly(large, "br"));
  expect(compressQuickly(digits, "br", true)).toEqual(compressQuickly(digits, "br"));
});

test.each(["br", "gzip"] as const)("a large body is complete when compressed as %s", (compression) => {
  const packed = compressQuickly(digits, compression, true);
  expect(packed.byteLength).toBeLessThan(digits.byteLength / 10);
  expect((compression === "br" ? brotliDecompressSync : gunzipSync)(packed).equals(digits)).toBe(true);
});

test("a page in pieces, some of them shared, is one gzip member of exactly its bytes", () => {
  const style = new SharedText(`<style>${".a{color:red}算力".repeat(3_000)}</style>`);
  const page = Array.from({ length: 5_000 }, (_, at) => `<li>${at * at} 算力</li>`).join("");
  for (const pieces of [[style], ["", style, ""], [page, style], [style, page, style, new SharedText(""), page]]) {
    const packed = gzipPieces(pieces);
    expect(gunzipSync(packed).toString()).toBe(pieces.join(""));
    expect(gzipPieces(pieces).equals(packed), "the same again").toBe(true);
    expect(packed.byteLength).toBeLessThan(Buffer.byteLength(pieces.join("")) / 2);
  }
});

test("only the beginning of a header with thousands of encodings is read", () => {
  expect(acceptedEncodings(`${"a,".repeat(19)}gzip`)).toEqual(["gzip"]);
  expect(acceptedEncodings(`${",".repeat(20_000)}gzip`)).toEqual([]);
});
