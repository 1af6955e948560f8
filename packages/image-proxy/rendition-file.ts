import { createHash } from "node:crypto";
import { RENDITION_MAX_BYTES } from "./constants";
import type { Format } from "./resize";

/** An image that was made of a source, with what the cache has to know about it. */
export interface Rendition {
  /** Empty: this format gains nothing for this image. */
  bytes: Buffer;
  format: Format;
  /** Of the bytes. */
  digest: string;
  /** Of the source: one that has not changed is not resized again. */
  sourceDigest: string;
  /** When the source was last fetched. */
  validatedAtMs: number;
}

const FORMATS = ["avif", "webp", "jpeg", "png"] as const satisfies readonly Format[];
/** Another number for each change of how images are resized or stored: older files are not read any more. */
export const VERSION = 1;
const MAGIC = Buffer.from("picture\n");
const DIGEST_BYTES = 16;
const HEAD_BYTES = MAGIC.length + 1 + 2 * DIGEST_BYTES;
export const FILE_MAX_BYTES = HEAD_BYTES + RENDITION_MAX_BYTES;

/** 22 characters, of 128 bits. */
export function digestOf(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest().toString("base64url", 0, DIGEST_BYTES);
}

/** A rendition as a file: magic bytes, its format, both digests, its bytes. */
export function toFile({ bytes, format, digest, sourceDigest }: Rendition): Buffer {
  const head = [MAGIC, Buffer.from([FORMATS.indexOf(format)])];
  const digests = [digest, sourceDigest].map((text) => Buffer.from(text, "base64url"));
  return Buffer.concat([...head, ...digests, bytes]);
}

/**
 * Reads such a file.
 *
 * @returns undefined for anything else, such as a file that was truncated or changed
 */
export function fromFile(file: Buffer, validatedAtMs: number): Rendition | undefined {
  const format = FORMATS[file[MAGIC.length] ?? -1];
  if (!format || file.length < HEAD_BYTES || !file.subarray(0, MAGIC.length).equals(MAGIC)) return undefined;
  const at = MAGIC.length + 1;
  const digest = file.toString("base64url", at, at + DIGEST_BYTES);
  const sourceDigest = file.toString("base64url", at + DIGEST_BYTES, HEAD_BYTES);
  const bytes = file.subarray(HEAD_BYTES);
  return digestOf(bytes) === digest ? { bytes, format, digest, sourceDigest, validatedAtMs } : undefined;
}
