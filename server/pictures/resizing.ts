import { z } from "zod";
import { PICTURE_RESIZE_DEADLINE_MS, PICTURE_RESIZER_MAX_BYTES } from "~server/constants";
import { PHOTO_MAX_PIXELS, PHOTO_WHOLE_MAX_PIXELS } from "~server/identity/photos/intake";
import { decoderProcess, NoDecoder } from "~server/identity/photos/decoder-process";
import { sentBytes } from "~server/identity/photos/decoding";
import { turns } from "~server/identity/photos/decoding-queue";
import program from "./resizer.js?raw";
import type { Encoding, Order } from "./resizing-order";
import type { Box } from "./slots";
import { NoPicture } from "./source";

const resized = z.union([
  z.object({ bytes: sentBytes, encoding: z.enum(["avif", "webp", "jpeg", "png"]) }),
  z.object({ fault: z.enum(["type", "pixels"]) }),
]);

/** Not that of identity photos: who breaks into the one by a picture of a page meets no identity. */
const run = decoderProcess(program, PICTURE_RESIZE_DEADLINE_MS);
const { inTurn, isIdle } = turns();

/** Whether no picture is at work: what nobody waits for is done then. */
export const isResizerIdle = isIdle;

/**
 * Makes a picture small: upright, without metadata, of an animation the first frame, never enlarged. One at a time, the
 * hosts of the pictures in turn.
 *
 * @param host where the picture comes from
 * @throws NoPicture when it cannot be decoded, has too many pixels, or makes the process for it end
 */
export async function resize(
  host: string,
  bytes: Buffer,
  { box, as }: { box: Box; as: Order["as"] },
): Promise<{ bytes: Buffer; encoding: Encoding }> {
  const limits = {
    maxPixels: PHOTO_MAX_PIXELS,
    wholeMaxPixels: PHOTO_WHOLE_MAX_PIXELS,
    maxMemoryBytes: PICTURE_RESIZER_MAX_BYTES,
  };
  const order: Order = { bytes, box, as, ...limits };
  const answer = await inTurn(host, () => run(order)).catch((error: unknown) => {
    throw error instanceof NoDecoder ? new NoPicture("busy", "no decoder") : error;
  });
  const read = resized.safeParse(answer).data;
  if (!read) throw new NoPicture("failed", "decoder");
  if ("fault" in read) throw new NoPicture("failed", read.fault);
  return read;
}
