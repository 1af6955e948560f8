import { z } from "zod";
import { decoderProcess, receivedBytes } from "@storefront/image-proxy/decoder-process";
import program from "./decoder.js?raw";
import type { Decoded, Order } from "./decoding-order";

const decoded = z.union([
  z.object({ jpeg: receivedBytes, thumbnail: receivedBytes, luminance: z.number(), shorterSidePx: z.number() }),
  z.object({ fault: z.enum(["type", "pixels"]) }),
]);

const DECODE_DEADLINE_MS = 20_000;

const run = decoderProcess(program, DECODE_DEADLINE_MS);

/**
 * Decodes one photo in the process for it. A photo that crashes that process, or takes it 20 s, is refused as no
 * picture. `inTurn` allows one call at a time.
 *
 * @throws DecoderUnavailable
 */
export async function decode(order: Order): Promise<Decoded> {
  return decoded.safeParse(await run(order)).data ?? { fault: "type" };
}
