/** What the process that makes pictures small is told, and what it answers. */

import type { Box } from "./slots";

export type Encoding = "avif" | "webp" | "jpeg" | "png";

export interface Order {
  bytes: Buffer;
  box: Box;
  /** `plain`: what every browser understands, JPEG, or PNG for what can be seen through. */
  as: "avif" | "webp" | "plain" | "png";
  maxPixels: number;
  /** For what cannot be decoded in parts. */
  wholeMaxPixels: number;
  /** As much memory the process may need. */
  maxMemoryBytes: number;
}

/** The picture in its size; or nothing, where it cannot be decoded or has too many pixels. */
export type Resized = { bytes: Buffer; encoding: Encoding } | { fault: "type" | "pixels" };
