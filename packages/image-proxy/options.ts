export interface Box {
  width: number;
  height: number;
  /** `cover` fills the box and crops the overflow; `inside` fits the whole image. Neither enlarges. */
  fit: "cover" | "inside";
}

/** The sizes in which an image may be rendered. */
export interface Preset {
  /** The preset's name in URLs: a unique letter from `a` to `z`. */
  letter: string;
  /** Widths in pixels, from 10 to 9999. */
  sizes: readonly [number, ...number[]];
  box: (size: number) => Box;
  /** Renders icons as PNG if the browser does not accept WebP. */
  png?: true;
}

export interface Variant {
  url: URL;
  preset: Preset;
  size: number;
}

export interface CacheLimits {
  maxBytes: number;
  maxFiles: number;
  memoryBytes: number;
}

/** Options that are functions are called each time their values are needed. */
export interface ImageProxyOptions {
  /** The path of all images, with a slash at both ends. */
  prefix: string;
  presets: readonly Preset[];
  /** Keys for HMAC-SHA256. The first signs, and all verify. */
  keys: () => readonly [Uint8Array, ...Uint8Array[]];
  /** The base of relative addresses. It may be internal, so URLs leave it out. */
  baseUrl: () => string;
  /** Parses a source's address; undefined if the address is not, or no longer, allowed. */
  allowedSource: (address: string) => URL | undefined;
  /** Origins named by the operator, which may use http or be in a private network. */
  trustedOrigins: () => readonly string[];
  /** The folder of the cache, which processes may share. */
  folder: () => string;
  cacheLimits?: Partial<CacheLimits>;
}
