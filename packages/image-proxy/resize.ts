import { LRUCache } from "lru-cache";
import { z } from "zod";
import { fairQueue } from "@storefront/resilience/rotation";
import {
  RENDITION_MAX_BYTES,
  RESIZE_DEADLINE_MS,
  RESIZE_MAX_CPU_MS,
  RESIZER_MAX_MEMORY_BYTES,
  SOURCE_MAX_PIXELS,
  SOURCE_WHOLE_MAX_PIXELS,
  SVG_MAX_CPU_MS,
  COSTLY_DRAWINGS_MAX,
  COSTLY_DRAWINGS_MS,
} from "./constants";
import { decoderProcess, DecoderUnavailable, receivedBytes } from "./decoder-process";
import type { Box } from "./options";
import program from "./resizer.js?raw";
import { ImageUnavailable, isDrawing } from "./source";

export type Format = "avif" | "webp" | "jpeg" | "png";

/** `plain` works in every browser: JPEG, or PNG if the image has transparent parts. */
export type TargetFormat = "avif" | "webp" | "plain" | "png";

export interface ResizeRequest {
  bytes: Buffer;
  box: Box;
  format: TargetFormat;
  maxPixels: number;
  /** The limit for an image that cannot be decoded in parts. */
  wholeMaxPixels: number;
  maxMemoryBytes: number;
  maxCpuMs: number;
  svgMaxCpuMs: number;
}

export type ResizeResult = { bytes: Buffer; format: Format } | { fault: "type" | "pixels" };

/** Identity photos have a process of their own, so that an image that compromises this one does not see them. */
const run = decoderProcess({
  program,
  deadlineMs: RESIZE_DEADLINE_MS,
  replyMaxBytes: RENDITION_MAX_BYTES,
  reply: z.union([
    z.strictObject({ bytes: receivedBytes, format: z.enum(["avif", "webp", "jpeg", "png"]) }),
    z.strictObject({ fault: z.enum(["type", "pixels"]) }),
  ]),
});
const { inTurn, isIdle } = fairQueue();

export const countCostlyDrawings = () => new LRUCache<string, number>({ max: 1_000, ttl: COSTLY_DRAWINGS_MS });

export const isResizerIdle = isIdle;

/**
 * Resizes an image: upright, without metadata, first frame only, never enlarged. Resizes one image at a time, taking
 * hosts in turn. If a few SVGs of a host end the process, its SVGs are refused for a while, because its other images
 * would wait for each of them.
 *
 * @throws ImageUnavailable when it cannot be decoded, has too many pixels, or ends the process
 */
export async function resize(
  costlyDrawings: ReturnType<typeof countCostlyDrawings>,
  host: string,
  bytes: Buffer,
  { box, format }: Pick<ResizeRequest, "box" | "format">,
): Promise<{ bytes: Buffer; format: Format }> {
  const limits = {
    maxPixels: SOURCE_MAX_PIXELS,
    wholeMaxPixels: SOURCE_WHOLE_MAX_PIXELS,
    maxMemoryBytes: RESIZER_MAX_MEMORY_BYTES,
    maxCpuMs: RESIZE_MAX_CPU_MS,
    svgMaxCpuMs: SVG_MAX_CPU_MS,
  };
  const request: ResizeRequest = { bytes, box, format, ...limits };
  const drawing = isDrawing(bytes);
  const result = await inTurn(host, async () => {
    const costly = costlyDrawings.get(host) ?? 0;
    if (drawing && costly >= COSTLY_DRAWINGS_MAX) throw new ImageUnavailable("failed", "costly drawings");
    const reply = await run(request);
    if (drawing && !reply) costlyDrawings.set(host, costly + 1);
    return reply;
  }).catch((error: unknown) => {
    throw error instanceof DecoderUnavailable ? new ImageUnavailable("busy", "no decoder") : error;
  });
  if (!result) throw new ImageUnavailable("failed", "decoder");
  if ("fault" in result) throw new ImageUnavailable("failed", result.fault);
  return result;
}
