/** The box that an image is resized to fit, in pixels. */
export interface Box {
  width: number;
  height: number;
  /** `cover` fills the box and crops the overflow; `inside` fits the whole image. Neither enlarges. */
  fit: "cover" | "inside";
}

/** A set of sizes: an image has a rendition in these alone. */
export interface Preset {
  /** Names the preset in URLs, from `a` to `z`; no two presets share one. */
  letter: string;
  /** From 10 to 9999. */
  sizes: readonly [number, ...number[]];
  box: (size: number) => Box;
  /** PNG wherever WebP is not accepted, instead of JPEG where nothing is transparent: for icons. */
  png?: true;
}

/** One of the images that can be made of a source. */
export interface Variant {
  /** The source's address. */
  url: URL;
  preset: Preset;
  size: number;
}

export interface CacheLimits {
  maxBytes: number;
  maxFiles: number;
  memoryBytes: number;
}

/** The images of a product. Functions are called whenever their values are needed. */
export interface ImageProxyOptions {
  /** Where paths begin, with a slash at both ends. */
  prefix: string;
  presets: readonly Preset[];
  /** Keys of the signatures (HMAC-SHA256): the first signs, each of them verifies. */
  keys: () => readonly [Uint8Array, ...Uint8Array[]];
  /** The base of relative addresses. URLs of this site leave it out, since it may be internal. */
  baseUrl: () => string;
  /**
   * Parses a source's address when an image is requested.
   *
   * @returns undefined for a source that is not allowed (any longer)
   */
  allowedSource: (address: string) => URL | undefined;
  /** Origins that the operator names: they may be http, on a private network or on this machine. */
  trustedOrigins: () => readonly string[];
  /** The folder of the cache, which processes may share; created when it is needed. Another one has images of its own. */
  folder: () => string;
  cacheLimits?: Partial<CacheLimits>;
}
