import { LRUCache } from "lru-cache";
import { z } from "zod";
import { fairQueue } from "@storefront/resilience/fair-queue";
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

/** The requested format: `plain` is what every browser understands, JPEG, or PNG where something is transparent. */
export type TargetFormat = "avif" | "webp" | "plain" | "png";

/** The input of the resizer. */
export interface ResizeRequest {
  bytes: Buffer;
  box: Box;
  format: TargetFormat;
  maxPixels: number;
  /** For what cannot be decoded in parts. */
  wholeMaxPixels: number;
  /** As much memory the process may need, and as much CPU time. */
  maxMemoryBytes: number;
  maxCpuMs: number;
  /** For an SVG, which can ask for any amount of work. */
  svgMaxCpuMs: number;
}

/** Its result: the resized image, or why it cannot be decoded. */
export type ResizeResult = { bytes: Buffer; format: Format } | { fault: "type" | "pixels" };

/** A process for this alone: an image of a page that takes it over meets no other images. */
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

/** How many drawings of each host have made the process end within the time of the cache. */
export const countCostlyDrawings = () => new LRUCache<string, number>({ max: 1_000, ttl: COSTLY_DRAWINGS_MS });

/** Whether no image is being resized: background work is done then. */
export const isResizerIdle = isIdle;

/**
 * Resizes an image: upright, without metadata, of an animation the first frame, never enlarged. One at a time, the
 * hosts of the images in turn. After a few drawings (SVG) of a host that make the process end, its drawings are refused
 * for a while: its other images would wait for each of them.
 *
 * @param costlyDrawings what has come of the drawings before
 * @param host where the image comes from
 * @throws ImageUnavailable when it cannot be decoded, has too many pixels, or makes the process for it end
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
