import { createHash } from "node:crypto";
import { RENDITION_MAX_BYTES } from "./constants";
import type { Format } from "./resize";

export interface Rendition {
  /** The image; empty if this format is no smaller than the fallback. */
  bytes: Buffer;
  format: Format;
  digest: string;
  /** The digest of the source. If it is unchanged, the image is not resized again. */
  sourceDigest: string;
  validatedAtMs: number;
}

const FORMATS = ["avif", "webp", "jpeg", "png"] as const satisfies readonly Format[];
/** Increase this with each change of how images are resized or stored, so that older files are ignored. */
export const VERSION = 1;
const MAGIC = Buffer.from("picture\n");
const DIGEST_BYTES = 16;
const HEAD_BYTES = MAGIC.length + 1 + 2 * DIGEST_BYTES;
export const FILE_MAX_BYTES = HEAD_BYTES + RENDITION_MAX_BYTES;

export function digestOf(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest().toString("base64url", 0, DIGEST_BYTES);
}

/** The file consists of magic bytes, format, both digests and the image's bytes. */
export function toFile({ bytes, format, digest, sourceDigest }: Rendition): Buffer {
  const head = [MAGIC, Buffer.from([FORMATS.indexOf(format)])];
  const digests = [digest, sourceDigest].map((text) => Buffer.from(text, "base64url"));
  return Buffer.concat([...head, ...digests, bytes]);
}

/** Reads a rendition file; undefined for anything else, such as a truncated file. */
export function fromFile(file: Buffer, validatedAtMs: number): Rendition | undefined {
  const format = FORMATS[file[MAGIC.length] ?? -1];
  if (!format || file.length < HEAD_BYTES || !file.subarray(0, MAGIC.length).equals(MAGIC)) return undefined;
  const at = MAGIC.length + 1;
  const digest = file.toString("base64url", at, at + DIGEST_BYTES);
  const sourceDigest = file.toString("base64url", at + DIGEST_BYTES, HEAD_BYTES);
  const bytes = file.subarray(HEAD_BYTES);
  return digestOf(bytes) === digest ? { bytes, format, digest, sourceDigest, validatedAtMs } : undefined;
}
