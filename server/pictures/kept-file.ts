import { createHash } from "node:crypto";
import type { Encoding } from "./resizing-order";

/** A picture that was made, with what its cache has to know about it. */
export interface Made {
  /** Empty: this encoding gains nothing for this picture. */
  bytes: Buffer;
  encoding: Encoding;
  /** Of the bytes. */
  digest: string;
  /** Of what it was made of: a source that has not changed is not made small again. */
  sourceDigest: string;
  /** When its source was looked at. */
  madeAtMs: number;
}

const ENCODINGS = ["avif", "webp", "jpeg", "png"] as const satisfies readonly Encoding[];
/** Another number for every change of how pictures are made or written down: what was made before is left alone. */
export const VERSION = 1;
const MARK = Buffer.from("picture\n");
const DIGEST_BYTES = 16;
const HEAD_BYTES = MARK.length + 1 + 2 * DIGEST_BYTES;

/** 22 characters, of 128 bits. */
export function digestOf(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest().toString("base64url", 0, DIGEST_BYTES);
}

/** A picture as a file: a mark, its encoding, both digests, its bytes. */
export function toFile({ bytes, encoding, digest, sourceDigest }: Made): Buffer {
  const head = [MARK, Buffer.from([ENCODINGS.indexOf(encoding)])];
  const digests = [digest, sourceDigest].map((text) => Buffer.from(text, "base64url"));
  return Buffer.concat([...head, ...digests, bytes]);
}

/**
 * Reads such a file.
 *
 * @returns undefined for anything else: a file of which a part is missing or was changed is no picture
 */
export function fromFile(file: Buffer, madeAtMs: number): Made | undefined {
  const encoding = ENCODINGS[file[MARK.length] ?? -1];
  if (!encoding || file.length < HEAD_BYTES || !file.subarray(0, MARK.length).equals(MARK)) return undefined;
  const at = MARK.length + 1;
  const digest = file.toString("base64url", at, at + DIGEST_BYTES);
  const sourceDigest = file.toString("base64url", at + DIGEST_BYTES, HEAD_BYTES);
  const bytes = file.subarray(HEAD_BYTES);
  return digestOf(bytes) === digest ? { bytes, encoding, digest, sourceDigest, madeAtMs } : undefined;
}
