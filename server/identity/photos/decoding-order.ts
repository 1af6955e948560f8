import type { Measured } from "./hints";

/** The messages to and from the process that decodes photos. */

/** The order to convert one picture. */
export interface Order {
  bytes: Buffer;
  maxPixels: number;
  /** For what cannot be decoded in parts. */
  wholeMaxPixels: number;
  maxBytes: number;
  /** Longest sides and qualities to try, the best first. */
  edges: readonly number[];
  qualities: readonly number[];
  thumbnail: { maxBytes: number; edges: readonly number[]; qualities: readonly number[] };
}

/** An upright JPEG, a thumbnail and their dimensions; or why there is none: no picture, or one with too many pixels. */
export type Decoded = ({ jpeg: Buffer; thumbnail: Buffer } & Measured) | { fault: "type" | "pixels" };
