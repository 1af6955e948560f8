import zlib from "node:zlib";
import { expect, test } from "vitest";
import { z } from "zod";
import { captureLog } from "@storefront/observability/test/captured-log";
import { createUpstreamClient } from "./client";
import { RESPONSE_MAX_BYTES } from "./connection";
import { Rejection } from "./failures";
import { JSON_MAX_PARTS } from "./json";
import type { RawResponse } from "./options";
import { useUpstream, type Context } from "./test/upstream";

/** The bodies in these tests are compressed or not UTF-8, contrary to the request. */

const upstream = await useUpstream();
const { peer } = upstream;
const visitor: Context = { locale: "en_US" };
const call = () => upstream.client.call(visitor, { kind: "write", path: "/write", schema: z.unknown() });
const PLAIN = '{"data":"算力"}';
const { gzipSync, deflateSync, deflateRawSync, brotliCompressSync: brotliSync } = zlib;
const { zstdCompressSync: zstdSync } = zlib as typeof zlib & { zstdCompressSync?: (text: string | Buffer) => Buffer };
const members = (...parts: string[]) => Buffer.concat(parts.map((part) => gzipSync(part)));

test.each<[name: string, label: string | undefined, body: string | Buffer]>([
  ["gzip", "gzip", gzipSync(PLAIN)],
  ["gzip by its old name, in upper case", "X-GZIP", gzipSync(PLAIN)],
  ["gzip of several members", "gzip", members(PLAIN.slice(0, 7), PLAIN.slice(7))],
  ["gzip without a label", undefined, gzipSync(PLAIN)],
  ["gzip labelled identity", "identity", gzipSync(PLAIN)],
  ["gzip labelled as something else", "deflate", gzipSync(PLAIN)],
  ["gzip twice under one label", "gzip", gzipSync(gzipSync(PLAIN))],
  ["brotli", "br", brotliSync(PLAIN)],
  ["brotli in gzip", "br, gzip", gzipSync(brotliSync(PLAIN))],
  ["deflate", "deflate", deflateSync(PLAIN)],
  ["deflate without its header, as old servers send it", "deflate", deflateRawSync(PLAIN)],
  ["plain text labelled gzip", "gzip", PLAIN],
  ["plain text labelled brotli", "br", PLAIN],
  ["plain text with an unknown label", "sdch", PLAIN],
  ...(zstdSync ? [["zstd", "zstd", zstdSync(PLAIN)] as [string, string, Buffer]] : []),
])("a body compressed without being requested is read: %s", async (_, label, body) => {
  peer.reply = () => ({ body, ...(label === undefined ? {} : { headers: { "content-encoding": label } }) });
  expect(await call()).toBe("算力");
  expect(peer.requests[0]?.headers).toMatchObject({ "accept-encoding": "identity", "user-agent": "storefront" });
});

test.each<[name: string, label: string | undefined, body: string | Buffer, words: RegExp]>([
  ["brotli without a label", undefined, brotliSync(PLAIN.repeat(9)), /no text .* compressed without/],
  ["an unknown label", "compress", gzipSync(PLAIN).subarray(3), /compressed as compress, which cannot be read/],
  ["a label with markup", "x-\u00e9<b>", Buffer.from([1, 2, 3]), /compressed as something unknown/],
  ["too many labels", "br, br, br, br", brotliSync(PLAIN), /compressed as something unknown/],
  ["truncated gzip", "gzip", gzipSync(PLAIN).subarray(0, -9), /compressed as gzip, and broken/],
  ["invalid brotli", "br", Buffer.from("no brotli"), /compressed as br, and broken/],
])("an unreadable body is reported with its reason: %s", async (_, label, body, words) => {
  const seen: RawResponse[] = [];
  const client = createUpstreamClient({ ...upstream.options, onResponse: (response) => seen.push(response) });
  const { text } = captureLog();
  peer.reply = () => ({ body, ...(label === undefined ? {} : { headers: { "content-encoding": label } }) });
  const failed = client.call(visitor, { kind: "write", path: "/write", schema: z.unknown() });
  await expect(failed).rejects.toMatchObject({ sent: true, message: expect.stringMatching(words) as string });
  expect(seen, "the doctor sees the status").toMatchObject([{ status: 200 }]);
  expect(text.join("")).toMatch(words);
  expect(text.join("")).not.toContain("<b>");
});

/** Level 1 takes a tenth of the time. */
const quickly = (compress: typeof gzipSync) => (text: string | Buffer) => compress(text, { level: 1 });

test.each<[label: string | undefined, compress: (text: string | Buffer) => Buffer]>([
  ["gzip", quickly(gzipSync)],
  ["br", (text) => brotliSync(text, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } })],
  ["deflate", quickly(deflateSync)],
  ...(zstdSync ? [["zstd", zstdSync] as ["zstd", typeof zstdSync]] : []),
  [undefined, quickly(gzipSync)],
])("a body over the limit is rejected and takes no memory beyond it: %s", async (label, compress) => {
  const headers = label === undefined ? {} : { "content-encoding": label };
  const whole = `{"data":"${"x".repeat(RESPONSE_MAX_BYTES - 11)}"}`;
  peer.reply = () => ({ body: compress(whole), headers });
  expect(await call()).toHaveLength(RESPONSE_MAX_BYTES - 11);
  const bomb = compress(Buffer.alloc(20 * RESPONSE_MAX_BYTES, " "));
  const before = process.memoryUsage.rss();
  peer.reply = () => ({ body: bomb, headers });
  await expect(call()).rejects.toMatchObject({ sent: true, message: expect.stringMatching(/larger than/) as string });
  expect(process.memoryUsage.rss() - before).toBeLessThan(10 * RESPONSE_MAX_BYTES);
});

test("neither layer of a nested zip bomb is fully decompressed", async () => {
  const bomb = gzipSync(gzipSync(quickly(gzipSync)(Buffer.alloc(20 * RESPONSE_MAX_BYTES, " "))));
  peer.reply = () => ({ body: bomb, headers: { "content-encoding": "gzip, gzip, gzip" } });
  await expect(call()).rejects.toMatchObject({ sent: true, message: expect.stringMatching(/larger than/) as string });
});

test("the limits of a text apply to its decompressed size", async () => {
  peer.reply = () => ({ body: gzipSync(`{"data":[${"0,".repeat(JSON_MAX_PARTS)}0]}`) });
  await expect(call()).rejects.toMatchObject({ sent: true });
  peer.reply = () => ({ body: gzipSync(`{"data":"${"算".repeat(9_000)}"}`, { level: 0 }), pieceBytes: 1 });
  await expect(call()).rejects.toMatchObject({ sent: true, message: expect.stringContaining("pieces") as string });
});

/** Bytes that are not UTF-8: GBK text, half a character, and a byte that begins no character. */
const BROKEN: readonly [string, Buffer][] = [
  ["sequence in another encoding", Buffer.from([0xcb, 0xe3, 0xc1, 0xa6])],
  ["sequence cut inside a character", Buffer.from("算").subarray(0, 2)],
  ["that begins no character", Buffer.from([0xff])],
  ["sequence that ends in a backslash", Buffer.from([0xd5, 0x5c])],
];
const around = (broken: Buffer, before: string, after: string) =>
  Buffer.concat([Buffer.from(before), broken, Buffer.from(after)]);

test.each(BROKEN)("a byte %s affects only its own string", async (_, broken) => {
  peer.reply = () => ({ body: around(broken, '{"data":[{"a":"', '"},{"a":"算力"}]}') });
  expect(await call()).toEqual([{ a: expect.stringContaining("\uFFFD") as string }, { a: "算力" }]);
  peer.reply = () => ({ body: around(broken, '{"msg":"', '","code":"10022"}') });
  await expect(call()).rejects.toBeInstanceOf(Rejection);
});

test("an object with two broken keys that look alike stays readable", async () => {
  const body = Buffer.concat([
    around(Buffer.from([0xcb, 0xe3]), '{"data":{"', '":1,"a":2,'),
    around(Buffer.from([0xc1, 0xa6]), '"', '":3}}'),
  ]);
  peer.reply = () => ({ body });
  expect(await call()).toMatchObject({ a: { value: "2" } });
  peer.reply = () => ({ body: around(Buffer.from([0xff]), '{"data":1,"data":2,"b":"', '"}') });
  await expect(call(), "a repeated readable key still fails").rejects.toMatchObject({ sent: true });
});

test("the content of a broken string cannot become part of the response", async () => {
  // The backslash is the second byte of a GBK character, so the quote after it ends the string.
  peer.reply = () => ({ body: around(Buffer.from([0xd5, 0x5c]), '{"code":"10022","msg":"', '","data":1}') });
  await expect(call()).rejects.toMatchObject({ code: "10022" });
  // Here the backslash escapes the quote, so the string goes on.
  peer.reply = () => ({ body: around(Buffer.from([0xff]), '{"msg":"', '\\",\\"data\\":\\"1","code":"10022"}') });
  await expect(call()).rejects.toMatchObject({ code: "10022" });
});
