import { DecoderUnavailable, decoderProcess, receivedBytes } from "@storefront/image-proxy/decoder-process";
import { fairQueue } from "@storefront/resilience/rotation";
import { UPLOAD_SEND_BYTES } from "~server/specification";
import { LIMITS } from "~server/limits";
import { hintsFor, type PhotoHint } from "~server/identity/photos/hints";
import { count, countRateLimited, peekLimit } from "~server/store/rate-limit";
import { z } from "zod";
import program from "./decoder.js?raw";
import structure from "./structure.js?raw";

export interface Order {
  bytes: Buffer;
  limits: { memoryBytes: number; cpuMs: number };
  maxPixels: number;
  wholeMaxPixels: number;
  maxBytes: number;
  /** Lengths of the longest side to try, then qualities; best first. */
  edges: readonly number[];
  qualities: readonly number[];
  thumbnail: { maxBytes: number; edges: readonly number[]; qualities: readonly number[] };
}

/** An upright JPEG and a thumbnail, or the reason why there is none. */
const decoded = z.union([
  z.strictObject({
    jpeg: receivedBytes,
    thumbnail: receivedBytes,
    luminance: z.number(),
    shorterSidePx: z.number(),
  }),
  z.strictObject({ fault: z.enum(["type", "pixels"]) }),
]);
export type Decoded = z.infer<typeof decoded>;

const DECODE_DEADLINE_MS = 20_000;
/** Ten times the CPU time of any phone's photo. */
const DECODE_MAX_CPU_MS = 10_000;
const DECODER_MAX_MEMORY_BYTES = 400 * 1024 * 1024;

const run = decoderProcess({
  program,
  modules: [structure],
  deadlineMs: DECODE_DEADLINE_MS,
  replyMaxBytes: 2 * UPLOAD_SEND_BYTES,
  reply: decoded,
});

/** The account has used up its share of the decoder's time. */
export class DecoderTimeUsedUp extends Error {
  override name = "DecoderTimeUsedUp";
  constructor(readonly retryAfterMs: number) {
    super();
  }
}

/** A small file may be crafted to exhaust the memory. The largest photos from phones have 50 million pixels. */
const PHOTO_MAX_PIXELS = 50_000_000;
/** Limit of progressive and interlaced pictures, which can only be decoded whole. */
const PHOTO_WHOLE_MAX_PIXELS = 16_000_000;

/** `type` includes broken and polyglot files; `failed` is not the photo's fault. */
export type PhotoFault = "type" | "pixels" | "failed";

export interface Photo {
  jpeg: Buffer;
  thumbnail: Buffer;
  hints: PhotoHint[];
}

/** 2400 px suffice for the smallest print on an identity card. Even noise is small enough at 640 px. */
const EDGES = [2_400, 2_000, 1_600, 1_280, 1_024, 800, 640];
const QUALITIES = [85, 75, 65];
const THUMBNAIL = { maxBytes: 8 * 1024, edges: [160, 80], qualities: [70, 50, 30] };

const { inTurn } = fairQueue();

/**
 * Converts a JPEG or PNG to an upright JPEG of at most 512000 bytes without metadata; one photo at a time, accounts in
 * turns. `read` is called at the photo's turn. Throws DecoderTimeUsedUp before that.
 */
export function takeInPhoto(account: string, read: () => Promise<Buffer>): Promise<Photo | PhotoFault> {
  return inTurn(account, async () => {
    const { allowed, retryAfterMs } = await peekLimit("photos:account", account, LIMITS["photos:account"]);
    if (!allowed) {
      countRateLimited("photos:account");
      throw new DecoderTimeUsedUp(retryAfterMs);
    }
    return convert(account, await read());
  });
}

/** Converts a photo. Rejects it if it crashes the decoder or takes too long. */
async function convert(account: string, bytes: Buffer): Promise<Photo | PhotoFault> {
  const beganMs = performance.now();
  try {
    const converted = await run({
      bytes,
      limits: { memoryBytes: DECODER_MAX_MEMORY_BYTES, cpuMs: DECODE_MAX_CPU_MS },
      maxPixels: PHOTO_MAX_PIXELS,
      wholeMaxPixels: PHOTO_WHOLE_MAX_PIXELS,
      maxBytes: UPLOAD_SEND_BYTES,
      edges: EDGES,
      qualities: QUALITIES,
      thumbnail: THUMBNAIL,
    });
    if (!converted) return "type";
    if ("fault" in converted) return converted.fault;
    const { jpeg, thumbnail } = converted;
    return { jpeg, thumbnail, hints: hintsFor(converted) };
  } catch (error) {
    if (error instanceof DecoderUnavailable) return "failed";
    throw error;
  } finally {
    const tookMs = Math.ceil(performance.now() - beganMs);
    await count("photos:account", account, LIMITS["photos:account"], tookMs);
  }
}
