export interface Box {
  width: number;
  height: number;
  /** `cover` fills the box and crops the overflow; `inside` fits the whole image. Neither enlarges. */
  fit: "cover" | "inside";
}

/** Sizes in which an image may be rendered. */
export interface Preset {
  /** Names the preset in URLs: `a` to `z`, unique. */
  letter: string;
  /** From 10 to 9999. */
  sizes: readonly [number, ...number[]];
  box: (size: number) => Box;
  /** Makes PNG where WebP is not accepted, for icons. */
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

/** Functions are called each time their values are needed. */
export interface ImageProxyOptions {
  /** The path of all images, with a slash at both ends. */
  prefix: string;
  presets: readonly Preset[];
  /** Keys for HMAC-SHA256: the first signs, all verify. */
  keys: () => readonly [Uint8Array, ...Uint8Array[]];
  /** The base of relative addresses. It may be internal, so URLs leave it out. */
  baseUrl: () => string;
  /** Parses a source's address; undefined if the address is not allowed (any more). */
  allowedSource: (address: string) => URL | undefined;
  /** Origins named by the operator, which may use http or be in a private network. */
  trustedOrigins: () => readonly string[];
  /** The folder of the cache, which processes may share. */
  folder: () => string;
  cacheLimits?: Partial<CacheLimits>;
}
