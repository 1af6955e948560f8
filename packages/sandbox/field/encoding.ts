import { brotliCompressSync, gzipSync } from "node:zlib";

/** Encodes responses of the scenario `field`, with invalid UTF-8 and unrequested compression. */

/** A placeholder for one raw byte, so that a text can contain bytes that are not UTF-8. */
const FIRST_BYTE = 0xe000;
export const byte = (value: number): string => String.fromCodePoint(FIRST_BYTE + value);

/** Returns placeholders for the bytes of a text in GBK. */
export const gbk = (...values: readonly number[]): string => values.map(byte).join("");

const STAND_IN = /([\ue000-\ue0ff])/;

function bytesOf(text: string): Buffer {
  const parts = text.split(STAND_IN);
  return Buffer.concat(
    parts.map((part) => (STAND_IN.test(part) ? Buffer.of(part.charCodeAt(0) - FIRST_BYTE) : Buffer.from(part))),
  );
}

interface Compression {
  compress: (bytes: Buffer) => Buffer;
  /** The value of `content-encoding`; undefined if the compression is not declared. */
  label?: string;
}

const COMPRESSED: Readonly<Record<string, Compression>> = {
  public_info_market: { compress: gzipSync, label: "gzip" },
  project_sku_detail: { compress: gzipSync, label: "gzip" },
  deposit_list: { compress: brotliCompressSync, label: "br" },
  notice_info_list: { compress: gzipSync },
  app_download: { compress: gzipSync },
};

/** Returns the bytes of a response, and the headers that describe their encoding. */
export function encode(name: string, json: string): { bytes: Buffer; headers: Readonly<Record<string, string>> } {
  const bytes = bytesOf(json);
  const compression = Object.hasOwn(COMPRESSED, name) ? COMPRESSED[name] : undefined;
  if (!compression) return { bytes, headers: {} };
  const { compress, label } = compression;
  return { bytes: compress(bytes), headers: label === undefined ? {} : { "content-encoding": label } };
}
